//! Several services on one endpoint.

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::{
    Error, ErrorKind, Fault, Method, Service, multicall, system,
    wire::{CallReader, Dialect, Limits, Reading, ResponseWriter, Tolerance},
};

/// A service on its way to a [`Router`]; `#[service]` writes the conversion from `XService<S>`.
#[derive(Clone)]
pub struct Route(Arc<dyn Service>);

impl Route {
    /// A service that answers on the thread that asks.
    pub fn new(service: impl Service + 'static) -> Self {
        Route(Arc::new(service))
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.methods().iter().map(|method| method.name)).finish()
    }
}

/// Finds the service for each call: request document in, response document out.
///
/// It also answers the `system.*` methods: `listMethods`, `methodHelp`, `methodSignature`, `methodExist`,
/// `getCapabilities`, and `multicall`.
#[derive(Default)]
pub struct Router {
    entries: BTreeMap<&'static str, Entry>,
    reading: Reading,
    dialect: Dialect,
    /// How many services there are, and how many of them are inline.
    services: usize,
    inline: usize,
}

/// What is to be told of a call that was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answered {
    /// The name of its method, if there is one of that name.
    pub method: Option<&'static str>,
    /// The code of the fault, if that is what it was answered with.
    pub fault: Option<i32>,
}

struct Entry {
    method: &'static Method,
    /// `None` for the router's own `system.*` methods.
    service: Option<Arc<dyn Service>>,
}

impl Router {
    /// A router of nothing but the `system.*` methods.
    pub fn new() -> Self {
        let entries = system::METHODS
            .iter()
            .map(|&method| (method.name, Entry { method, service: None }))
            .collect();
        Router { entries, ..Router::default() }
    }

    /// With these limits for what is read.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.reading.limits = limits;
        self
    }

    /// With this tolerance for what is read.
    #[must_use]
    pub fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.reading.tolerance = tolerance;
        self
    }

    /// With answers in this dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Adds a service.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when one of its methods has the name of one that is there already. Nothing is added then.
    pub fn mount(&mut self, route: impl Into<Route>) -> Result<(), Error> {
        let Route(service) = route.into();
        let methods = service.methods();
        for (index, method) in methods.iter().enumerate() {
            let name = method.name;
            if self.entries.contains_key(name)
                || methods[..index].iter().any(|other| other.name == name)
            {
                return Err(Error::new(
                    ErrorKind::Endpoint,
                    format!(
                        "two methods are called {name}: give one of the services another `namespace`"
                    ),
                ));
            }
        }
        self.services += 1;
        self.inline += usize::from(service.is_inline());
        for &method in methods {
            self.entries.insert(method.name, Entry { method, service: Some(service.clone()) });
        }
        Ok(())
    }

    /// The methods that are answered, by name.
    pub fn methods(&self) -> impl Iterator<Item = &'static Method> + '_ {
        self.entries.values().map(|entry| entry.method)
    }

    /// Whether this call may run where the server reads and writes: its service is declared
    /// [inline](Service::is_inline), or the router answers by itself. Of several calls in one all have to be such.
    pub fn is_inline(&self, body: &[u8], charset: Option<&str>) -> bool {
        // Only where there are both is it worth a look at the name.
        if self.inline == self.services {
            return true;
        }
        if self.inline == 0 {
            return false;
        }
        let Ok(text) = self.reading.decode(body, charset) else { return true };
        let Ok(call) = CallReader::new(&text, self.reading) else { return true };
        if call.method() != multicall::NAME {
            return self.runs_inline(call.method());
        }
        // What is no list of calls runs none of them.
        call.batch(self.reading.limits.calls)
            .is_ok_and(|calls| calls.iter().flatten().all(|call| self.runs_inline(call.method())))
    }

    fn runs_inline(&self, method: &str) -> bool {
        match self.entries.get(method) {
            Some(Entry { service: Some(service), .. }) => service.is_inline(),
            _ => true,
        }
    }

    /// Answers one call: reads the document in `body` and appends the response, a result or a fault, to `out`.
    ///
    /// `charset` is what HTTP said of the encoding. A method that panics is answered with the fault
    /// [`Fault::INTERNAL`]; the panic message goes to the panic hook as usual, not to the caller. So is one whose result
    /// makes the response longer than [`Limits::body`](Limits#structfield.body).
    pub fn handle(&self, body: &[u8], charset: Option<&str>, out: &mut Vec<u8>) -> Answered {
        let mut method = None;
        let mut response = ResponseWriter::new(out).dialect(self.dialect);
        response.or_fault(|response| self.answer(body, charset, response, &mut method));
        Answered { method, fault: response.fault_code() }
    }

    fn answer(
        &self,
        body: &[u8],
        charset: Option<&str>,
        response: &mut ResponseWriter<'_>,
        method: &mut Option<&'static str>,
    ) -> Result<(), Error> {
        let text = self.reading.decode(body, charset)?;
        let call = CallReader::new(&text, self.reading)?;
        let entry = self.entries.get(call.method());
        *method = entry.map(|entry| entry.method.name);
        if call.method() == multicall::NAME {
            let run = |call: CallReader<'_>, response: &mut ResponseWriter<'_>| {
                self.dispatch(self.entries.get(call.method()), call, response)
            };
            return multicall::call(call, self.reading.limits.calls, response, run);
        }
        self.dispatch(entry, call, response)
    }

    #[inline]
    fn dispatch(
        &self,
        entry: Option<&Entry>,
        call: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let Some(entry) = entry else {
            let fault = Fault::no_such_method(call.method());
            // What is broken further on is no call of any method.
            call.skip()?;
            return Err(fault.into());
        };
        match &entry.service {
            None => system::call(entry.method, self.methods(), call, response)?,
            Some(service) => {
                guarded(response, |response| service.call(entry.method, call, response))?;
            }
        }
        check_written(self.reading.limits.body, response)
    }
}

/// Runs a method; if it panics, the caller learns no more than that something went wrong.
#[inline]
pub(crate) fn guarded(
    response: &mut ResponseWriter<'_>,
    run: impl FnOnce(&mut ResponseWriter<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    // What a method leaves behind when it panics is its own; of ours only the buffer is touched, and what was written
    // of the response is taken back.
    catch_unwind(AssertUnwindSafe(|| run(response)))
        .unwrap_or_else(|_| Err(Fault::internal().into()))
}

/// With several calls in one, a short document could ask for any amount.
#[inline]
pub(crate) fn check_written(most: usize, response: &ResponseWriter<'_>) -> Result<(), Error> {
    if response.written() > most {
        let text = format!("the answer would have more than {most} bytes");
        return Err(Fault::new(Fault::INTERNAL, text).into());
    }
    Ok(())
}

impl fmt::Debug for Router {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Router")
            .field("methods", &self.entries.keys())
            .field("reading", &self.reading)
            .field("dialect", &self.dialect)
            .finish()
    }
}

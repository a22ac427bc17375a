//! Several services on one endpoint.

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::{
    Error, ErrorKind, Fault, Method, Service,
    future::Guarded,
    multicall, system,
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
    /// What all services need, if it is the same.
    all_need: Option<Needs>,
}

/// What a call needs to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Needs {
    /// A thread that it may hold up. If it needs none, its service is declared [inline](Service::is_inline), or it is
    /// async, or the router answers by itself.
    pub thread: bool,
    /// To be awaited: its service is [async](Service::is_async).
    pub awaiting: bool,
}

impl Needs {
    /// What there is to need.
    #[must_use]
    pub const fn everything() -> Self {
        Needs { thread: true, awaiting: true }
    }

    fn of(service: &dyn Service) -> Self {
        let awaiting = service.is_async();
        Needs { thread: !awaiting && !service.is_inline(), awaiting }
    }

    fn and(self, other: Needs) -> Self {
        Needs { thread: self.thread || other.thread, awaiting: self.awaiting || other.awaiting }
    }
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
        Router { entries, all_need: Some(Needs::default()), ..Router::default() }
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
        let needs = Needs::of(&*service);
        // What the router answers by itself runs wherever the services do.
        let is_first = self.entries.values().all(|entry| entry.service.is_none());
        self.all_need =
            if is_first { Some(needs) } else { self.all_need.filter(|all| *all == needs) };
        for &method in methods {
            self.entries.insert(method.name, Entry { method, service: Some(service.clone()) });
        }
        Ok(())
    }

    /// The methods that are answered, by name.
    pub fn methods(&self) -> impl Iterator<Item = &'static Method> + '_ {
        self.entries.values().map(|entry| entry.method)
    }

    /// What this call needs to run. Of several calls in one it is what all of them need together.
    pub fn needs(&self, body: &[u8], charset: Option<&str>) -> Needs {
        // Only where there are services of several kinds is it worth a look at the name.
        if let Some(needs) = self.all_need {
            return needs;
        }
        let Ok(text) = self.reading.decode(body, charset) else { return Needs::default() };
        let Ok(call) = CallReader::new(&text, self.reading) else { return Needs::default() };
        if call.method() != multicall::NAME {
            return self.method_needs(call.method());
        }
        // What is no list of calls runs none of them.
        call.batch(self.reading.limits.calls).map_or_else(
            |_| Needs::default(),
            |calls| {
                let each = calls.iter().flatten().map(|call| self.method_needs(call.method()));
                each.fold(Needs::default(), Needs::and)
            },
        )
    }

    fn method_needs(&self, method: &str) -> Needs {
        match self.entries.get(method) {
            Some(Entry { service: Some(service), .. }) => Needs::of(&**service),
            _ => Needs::default(),
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

    /// Answers one call as [`handle`](Router::handle) does, and waits for async services without holding up the thread.
    /// A method of another service runs when the future is polled, and holds up whoever polls it.
    pub async fn handle_async(
        &self,
        body: &[u8],
        charset: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Answered {
        let mut method = None;
        let mut response = ResponseWriter::new(out).dialect(self.dialect);
        let start = response.position();
        let answered = self.answer_async(body, charset, &mut response, &mut method).await;
        response.settle(start, answered);
        Answered { method, fault: response.fault_code() }
    }

    async fn answer_async(
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
        if call.method() != multicall::NAME {
            return self.dispatch_async(entry, call, response).await;
        }
        let calls = multicall::calls(call, self.reading.limits.calls)?;
        let mut responses = response.begin_batch();
        for call in calls {
            let start = responses.position();
            let answered = match call {
                Ok(call) => {
                    let entry = self.entries.get(call.method());
                    self.dispatch_async(entry, call, &mut responses).await
                }
                Err(error) => Err(error),
            };
            responses.settle(start, answered);
        }
        response.end_batch();
        Ok(())
    }

    async fn dispatch_async(
        &self,
        entry: Option<&Entry>,
        call: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        match entry {
            Some(Entry { method, service: Some(service) }) if service.is_async() => {
                Guarded(service.call_async(method, call, response)).await?;
                check_written(self.reading.limits.body, response)
            }
            _ => self.dispatch(entry, call, response),
        }
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

//! Calls through the codec and the dispatcher, without leaving the process.

use std::{fmt, marker::PhantomData};

use crate::{
    Error, Fault, Method, Mode, Request, Response, Stub, Transport, multicall,
    router::{check_written, guarded},
    wire::{CallReader, Reading, ResponseWriter},
};

/// What a generated stub knows of implementations: how a call is answered by one.
#[doc(hidden)]
pub trait Serve<L: ?Sized>: Stub {
    /// Reads the parameters of a call of `method`, runs it on `local`, and writes the result or the fault.
    ///
    /// # Errors
    ///
    /// When the parameters could not be read or the result could not be written.
    fn serve(
        local: &L,
        method: &Method,
        params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error>;
}

/// The transport to an implementation that is here.
pub(crate) struct Loopback<'a, L, C> {
    local: &'a L,
    stub: PhantomData<fn() -> C>,
}

impl<'a, L, C> Loopback<'a, L, C> {
    pub(crate) fn new(local: &'a L) -> Self {
        Loopback { local, stub: PhantomData }
    }
}

impl<L, C: Serve<L>> Loopback<'_, L, C> {
    fn answer(&self, body: &[u8], response: &mut ResponseWriter<'_>) -> Result<(), Error> {
        let reading = Reading::default();
        let text = reading.decode(body, None)?;
        let call = CallReader::new(&text, reading)?;
        if call.method() == multicall::NAME {
            let run = |call: CallReader<'_>, response: &mut ResponseWriter<'_>| {
                self.dispatch(call, reading, response)
            };
            return multicall::call(call, reading.limits.calls, response, run);
        }
        self.dispatch(call, reading, response)
    }

    fn dispatch(
        &self,
        call: CallReader<'_>,
        reading: Reading,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let Some(method) = C::methods().iter().find(|method| method.name == call.method()) else {
            return Err(Fault::no_such_method(call.method()).into());
        };
        guarded(response, |response| C::serve(self.local, method, call, response))?;
        check_written(reading.limits.body, response)
    }
}

impl<L, C: Serve<L>> Transport for Loopback<'_, L, C> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let mut out = Vec::new();
        ResponseWriter::new(&mut out).or_fault(|response| self.answer(request.body, response));
        Ok(Response::new(out))
    }

    fn describe(&self) -> String {
        "loopback".to_owned()
    }

    fn mode(&self) -> Mode {
        Mode::Loopback
    }
}

impl<L, C> fmt::Debug for Loopback<'_, L, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Loopback")
    }
}

//! Calls through the codec and the dispatcher, without leaving the process.

use std::{fmt, marker::PhantomData};

use crate::{
    BoxFuture, Error, Fault, Method, Mode, Request, Response, Stub, Transport,
    future::{Guarded, boxed, done},
    multicall,
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

    /// Does the same without holding up the thread while a method waits.
    fn serve_async<'a>(
        local: &'a L,
        method: &'a Method,
        params: CallReader<'a>,
        response: &'a mut ResponseWriter<'_>,
    ) -> BoxFuture<'a, Result<(), Error>> {
        done(Self::serve(local, method, params, response))
    }
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
        let method = Self::method(&call)?;
        guarded(response, |response| C::serve(self.local, method, call, response))?;
        check_written(reading.limits.body, response)
    }

    fn method(call: &CallReader<'_>) -> Result<&'static Method, Error> {
        let method = C::methods().iter().find(|method| method.name == call.method());
        method.copied().ok_or_else(|| Fault::no_such_method(call.method()).into())
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

/// The same to one that threads share, so that it can be awaited too.
pub(crate) struct SharedLoopback<'a, L, C>(Loopback<'a, L, C>);

impl<'a, L, C> SharedLoopback<'a, L, C> {
    pub(crate) fn new(local: &'a L) -> Self {
        SharedLoopback(Loopback::new(local))
    }
}

impl<L: Sync, C: Serve<L>> SharedLoopback<'_, L, C> {
    async fn answer_async(
        &self,
        body: &[u8],
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let reading = Reading::default();
        let text = reading.decode(body, None)?;
        let call = CallReader::new(&text, reading)?;
        if call.method() != multicall::NAME {
            return self.dispatch_async(call, reading, response).await;
        }
        let calls = multicall::calls(call, reading.limits.calls)?;
        let mut responses = response.begin_batch();
        for call in calls {
            let start = responses.position();
            let answered = match call {
                Ok(call) => self.dispatch_async(call, reading, &mut responses).await,
                Err(error) => Err(error),
            };
            responses.settle(start, answered);
        }
        response.end_batch();
        Ok(())
    }

    async fn dispatch_async(
        &self,
        call: CallReader<'_>,
        reading: Reading,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let method = Loopback::<L, C>::method(&call)?;
        Guarded(C::serve_async(self.0.local, method, call, response)).await?;
        check_written(reading.limits.body, response)
    }
}

impl<L: Sync, C: Serve<L>> Transport for SharedLoopback<'_, L, C> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        self.0.call(request)
    }

    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        boxed(async move {
            let mut out = Vec::new();
            let mut response = ResponseWriter::new(&mut out);
            let answered = self.answer_async(request.body, &mut response).await;
            response.settle(0, answered);
            Ok(Response::new(out))
        })
    }

    fn describe(&self) -> String {
        self.0.describe()
    }

    fn mode(&self) -> Mode {
        self.0.mode()
    }
}

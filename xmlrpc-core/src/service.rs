//! The dispatcher's side of a service, as the router sees it.

use crate::{
    BoxFuture, Error, Fault, Method,
    future::done,
    wire::{CallReader, ResponseWriter},
};

/// Something that answers calls: `#[service]` writes it for `XService<S>`.
pub trait Service: Send + Sync {
    /// The methods it answers to.
    fn methods(&self) -> &'static [&'static Method];

    /// Reads the parameters of a call of `method`, runs it, and writes the result or the fault.
    ///
    /// # Errors
    ///
    /// When the parameters could not be read or the result could not be written. Nothing is left in `response` then;
    /// the router answers with the fault for it. A method that fails is no error here: its fault is written.
    fn call(
        &self,
        method: &Method,
        params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error>;

    /// Does the same without holding up the thread while a method waits. By default it is [`call`](Service::call), at once.
    fn call_async<'a>(
        &'a self,
        method: &'a Method,
        params: CallReader<'a>,
        response: &'a mut ResponseWriter<'_>,
    ) -> BoxFuture<'a, Result<(), Error>> {
        done(self.call(method, params, response))
    }

    /// Whether its methods are such as wait: only [`call_async`](Service::call_async) runs them then.
    fn is_async(&self) -> bool {
        false
    }

    /// Whether every method returns so soon that it may run where the server reads and writes. `false` unless declared.
    fn is_inline(&self) -> bool {
        false
    }
}

/// The answer to a method of another service: a router of ours never asks for one.
#[doc(hidden)]
pub fn unknown(method: &Method) -> Result<(), Error> {
    Err(Fault::no_such_method(method.name).into())
}

/// The answer of an async service to a router that was not awaited.
#[doc(hidden)]
#[cold]
pub fn waits(method: &Method) -> Result<(), Error> {
    let text = format!("{} waits: it is answered by `Router::handle_async` alone", method.name);
    Err(Fault::new(Fault::INTERNAL, text).into())
}

//! What a method may return, checked by bounds and not by name, so that aliases of `Result` work.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Answers, Error, Fault, Outgoing, Ticket, Transport, WireType,
    detour::Detour,
    loopback::Serve,
    wire::{self, ResponseWriter},
};

/// A type that travels by value: everything that serde writes and reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot travel in a call",
    label = "this type needs serde's `Serialize` and `Deserialize`",
    note = "for a type of your own write `#[derive(serde::Serialize, serde::Deserialize)]`",
    note = "for an `Arc<T>` or `Rc<T>` take `&T`, or turn on serde's feature `rc`",
    note = "a type that borrows cannot be made from a request: take and return owned types, or `&str`, `&[T]` and `&T` as parameters"
)]
pub trait Wire: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Wire for T {}

/// An error that a method of a service may return: it can be made from everything that a remote call adds, and a
/// fault can be made from it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a service",
    label = "this error cannot be made from `xmlrpc_proxy::Error`, or no fault from it",
    note = "write `#[derive(xmlrpc_proxy::Fault)]` on an enum of your own, or use `xmlrpc_proxy::Error`, `std::io::Error`, `Box<dyn Error + Send + Sync>` or, with the feature `anyhow`, `anyhow::Error`",
    note = "by hand it takes `impl From<xmlrpc_proxy::Error> for E` and `impl From<&E> for xmlrpc_proxy::Fault`; a type of another crate has to be wrapped for that"
)]
pub trait ServiceError: Sized {
    /// The error for whatever kept a remote call from succeeding.
    fn from_error(error: Error) -> Self;

    /// The fault that a remote caller gets for this error.
    fn to_fault(&self) -> Fault;
}

#[diagnostic::do_not_recommend]
impl<E> ServiceError for E
where
    E: From<Error>,
    Fault: for<'a> From<&'a E>,
{
    fn from_error(error: Error) -> Self {
        E::from(error)
    }

    fn to_fault(&self) -> Fault {
        Fault::from(self)
    }
}

/// What a method of a service returns: `Result<T, E>` with a `T` that travels and an `E` that a fault can be.
#[diagnostic::on_unimplemented(
    message = "a method of a service returns a `Result`, not `{Self}`",
    label = "a remote call can fail, so this must be a `Result`",
    note = "write `Result<{Self}, xmlrpc_proxy::Error>`, or an error type of your own with `#[derive(xmlrpc_proxy::Fault)]`"
)]
pub trait Outcome {
    /// Sends the call and reads the answer. A fault and every other error become the method's own error.
    #[doc(hidden)]
    fn receive(call: Outgoing, transport: &(impl Transport + ?Sized)) -> Self;

    /// The same when the answer is there, without holding up a thread.
    #[doc(hidden)]
    fn receive_async(
        call: Outgoing,
        transport: &(impl Transport + Sync + ?Sized),
    ) -> impl Future<Output = Self> + Send;

    /// Makes a call that does not go straight to the implementation; `direct` is the call of that.
    #[doc(hidden)]
    fn detour<L, C: Serve<L>>(
        detour: Detour<'_, L, C>,
        call: Outgoing,
        direct: impl FnOnce(&L) -> Self,
    ) -> Self
    where
        Self: Sized,
    {
        detour.finish(call, direct)
    }

    /// The same, without holding up a thread.
    #[doc(hidden)]
    fn detour_async<'a, L: Sync, C: Serve<L>, F: Future<Output = Self> + Send>(
        detour: Detour<'a, L, C>,
        call: Outgoing,
        direct: impl FnOnce(&'a L) -> F + Send,
    ) -> impl Future<Output = Self> + Send
    where
        Self: Sized,
    {
        detour.finish_async(call, direct)
    }

    /// Writes what the method returned: its result, or the fault for its error.
    #[doc(hidden)]
    fn respond(&self, response: &mut ResponseWriter<'_>) -> Result<(), Error>;

    /// What came of one call of several.
    #[doc(hidden)]
    fn take(answers: &Answers, ticket: Ticket<Self>) -> Self
    where
        Self: Sized;

    /// What its result is on the wire.
    #[doc(hidden)]
    fn result_type() -> WireType;
}

impl<T: Wire, E: ServiceError> Outcome for Result<T, E> {
    fn receive(call: Outgoing, transport: &(impl Transport + ?Sized)) -> Self {
        call.send(transport).map_err(E::from_error)
    }

    async fn receive_async(call: Outgoing, transport: &(impl Transport + Sync + ?Sized)) -> Self {
        call.send_async(transport).await.map_err(E::from_error)
    }

    fn respond(&self, response: &mut ResponseWriter<'_>) -> Result<(), Error> {
        match self {
            Ok(value) => {
                let written = if wire::is_bytes::<T>() {
                    response.bytes_result(value)
                } else {
                    response.result(value)
                };
                // The caller did nothing wrong.
                written.map_err(|error| {
                    Fault::new(Fault::INTERNAL, format!("the result cannot be sent: {error}"))
                        .into()
                })
            }
            Err(error) => {
                response.fault(&error.to_fault());
                Ok(())
            }
        }
    }

    fn take(answers: &Answers, ticket: Ticket<Self>) -> Self {
        answers.get(&ticket).map_err(E::from_error)
    }

    fn result_type() -> WireType {
        WireType::of::<T>()
    }
}

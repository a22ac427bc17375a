//! The server's side of a call: generic functions that the generated dispatchers call.

use crate::{
    Error, Fault, Lend, Method, Outcome, ServiceError,
    wire::{self, CallReader, ResponseWriter},
};

/// Reads the next parameter and holds it while the method borrows it.
pub fn param<'de, T: Lend + ?Sized>(params: &mut CallReader<'de>) -> Result<T::Held<'de>, Error> {
    params.param()
}

/// Reads the next parameter, which may be absent or nil.
pub fn optional<'de, T: Lend + ?Sized>(
    params: &mut CallReader<'de>,
) -> Result<Option<T::Held<'de>>, Error> {
    params.param()
}

/// Writes what the method returned: its result, or the fault for its error.
pub fn respond<R: Outcome>(response: &mut ResponseWriter<'_>, outcome: R) -> Result<(), Error> {
    match outcome.into_result() {
        Ok(value) => {
            let written = if wire::is_bytes::<R::Ok>() {
                response.bytes_result(&value)
            } else {
                response.result(&value)
            };
            // The caller did nothing wrong.
            written.map_err(|error| {
                Fault::new(Fault::INTERNAL, format!("the result cannot be sent: {error}")).into()
            })
        }
        Err(error) => {
            response.fault(&error.to_fault());
            Ok(())
        }
    }
}

/// The answer to a method of another service: a router of ours never asks for one.
pub fn unknown(method: &Method) -> Result<(), Error> {
    Err(Fault::no_such_method(method.name).into())
}

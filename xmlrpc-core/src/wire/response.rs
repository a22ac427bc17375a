//! The `<methodResponse>` document.

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::{Error, Fault};

/// Writes one response, a result or a fault, to the end of a buffer.
#[derive(Debug)]
pub struct ResponseWriter<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> ResponseWriter<'a> {
    /// A response at the end of this buffer.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        ResponseWriter { out }
    }

    /// Writes a result.
    ///
    /// # Errors
    ///
    /// When the value has no form on the wire; nothing of it is left in the buffer then.
    pub fn result<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let _ = (value, &mut self.out);
        todo!()
    }

    /// x
    pub fn bytes_result<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let _ = value;
        todo!()
    }
    /// Writes a fault.
    pub fn fault(&mut self, fault: &Fault) {
        let _ = fault;
        todo!()
    }
}

/// Reads a response.
///
/// # Errors
///
/// With kind `Fault` when the document holds one.
pub fn read_response<'de, T: Deserialize<'de>>(body: &'de str, limits: Limits) -> Result<T, Error> {
    let _ = (body, limits);
    todo!()
}

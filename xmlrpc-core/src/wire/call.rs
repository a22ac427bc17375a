//! The `<methodCall>` document.

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::Error;

/// Writes a call: the method's name, then its parameters one after the other.
///
/// A parameter that serde calls `None` is held back: it is written as nil only if another one follows, so that
/// trailing `None`s stay off the wire.
#[derive(Debug)]
pub struct CallWriter {}

impl CallWriter {
    /// A call of the method of this name.
    pub fn new(method: &str) -> Self {
        let _ = method;
        todo!()
    }

    /// A call whose text up to the first parameter is this constant: the declaration, `<methodCall>`, the name
    /// and `<params>`.
    pub fn with_head(head: &'static str) -> Self {
        let _ = head;
        todo!()
    }

    /// Writes the next parameter.
    ///
    /// # Errors
    ///
    /// When the value has no form on the wire; the path starts with `params[n]`.
    pub fn param<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let _ = value;
        todo!()
    }

    /// x
    pub fn bytes_param<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let _ = value;
        todo!()
    }
    /// The whole document.
    pub fn finish(self) -> Vec<u8> {
        todo!()
    }
}

/// Reads a call: the method's name first, then its parameters one after the other.
#[derive(Debug)]
pub struct CallReader<'de>(std::marker::PhantomData<&'de ()>);

impl<'de> CallReader<'de> {
    /// Reads up to the first parameter. `body` is the whole document, `charset` what HTTP said of its encoding.
    pub fn new(body: &'de str, limits: Limits) -> Result<Self, Error> {
        let _ = (body, limits);
        todo!()
    }

    /// The method's name.
    pub fn method(&self) -> &str {
        todo!()
    }

    /// The next parameter; one that is not there is read as if it were absent, which only an `Option` can be.
    pub fn param<T: Deserialize<'de>>(&mut self) -> Result<T, Error> {
        todo!()
    }

    /// Checks that no parameter is left and that the document ends as it must.
    pub fn finish(self) -> Result<(), Error> {
        todo!()
    }
}

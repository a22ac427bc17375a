//! Between typed values and [`Value`], without a document in between.

mod reader;
mod writer;

use serde::{Deserialize, Serialize};

use crate::{Error, Value};

/// Makes a value of anything that serde can serialize: the same that a peer would read from the wire.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::{to_value, value};
///
/// let value = to_value(&(1, "a", None::<i32>))?;
/// assert_eq!(value, value!([1, "a", nil]));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// # Errors
///
/// Kind `Range` for an integer that needs more than 64 bits; kind `Type` for a map whose keys are no names, and for what
/// the type's own `Serialize` refuses. The error has the path to it.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    value.serialize(writer::ToValue::new())
}

/// Reads any type that serde can deserialize out of a value, as if it stood on the wire. Texts and bytes can be borrowed.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::{from_value, value};
///
/// let value = value!(["Greg", 7]);
/// let (name, id): (&str, u8) = from_value(&value)?;
/// assert_eq!((name, id), ("Greg", 7));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// # Errors
///
/// Kind `Type` or `Range` where the value is no `T`, with the path to it.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Error> {
    T::deserialize(reader::FromValue(value))
}

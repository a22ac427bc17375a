//! The wire format: documents in, documents out, and serde in between.
//!
//! Reading is one pass over the text of a document. The grammar knows what comes next and serde which type is wanted,
//! so the text that is expected is compared as a whole; wherever it is not there, quick-xml reads the next token.
//! Values go straight into the types that were asked for: there is no tree in between.
//!
//! # Types
//!
//! What serde's model has no word for is known by types of this crate: [`DateTime`](crate::DateTime),
//! [`Base64`](crate::Base64), [`Value`](crate::Value). A few things follow from the model:
//!
//! * `None` and `()` are nil, enums a string or a struct of one member, tuples arrays.
//! * A date is read as its text, `1998-07-17T14:08:55`, by a type that asks for a text: a `String`, and dates of other
//!   crates. They are written as strings, unless the field says [`with = "date"`](crate::date).
//! * Where serde keeps what it read for later, in `flatten`, `untagged` and tagged enums, it keeps a date as that text and an `i8`
//!   as an integer. A `DateTime` there reads itself from the text; a [`Value`](crate::Value) there is a string or an `Int`. Of
//!   untagged variants the one with the date has to stand before the one with the text.
//! * Of members of one name the last counts.

mod absent;
mod access;
mod answers;
mod batch;
mod binary;
mod bytes;
mod call;
mod cursor;
mod de;
mod dialect;
mod document;
mod element;
mod encoding;
mod escape;
mod grammar;
mod key;
#[cfg(test)]
mod lanes;
mod limits;
mod number;
mod reading;
mod reference;
mod response;
mod scalar;
mod scan;
mod ser;
mod tolerance;
mod xml;

pub(crate) use access::ExactDate;
pub(crate) use answers::Answers;
pub use bytes::is_bytes;
pub use call::{CallReader, CallWriter};
pub(crate) use de::NO_MEMBERS;
pub use dialect::{DateForm, Dialect, I8Use, NilUse};
pub use encoding::decode;
pub(crate) use key::Key;
pub use limits::{Limits, too_large};
pub(crate) use number::{int_as_double, narrow};
pub use reading::Reading;
pub use response::{ResponseWriter, read_response, read_response_bytes};
pub use tolerance::Tolerance;

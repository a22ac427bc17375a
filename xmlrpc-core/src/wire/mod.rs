//! The wire format: documents in, documents out, and serde in between.
//!
//! Reading is one pass over the text of a document. The grammar knows what comes next and serde which type is wanted,
//! so the text that is expected is compared as a whole; wherever it is not there, quick-xml reads the next token.
//! Values go straight into the types that were asked for: there is no tree in between.

mod absent;
mod access;
mod binary;
mod bytes;
mod call;
mod cursor;
mod de;
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
pub use bytes::is_bytes;
pub use call::{CallReader, CallWriter};
pub use encoding::decode;
pub(crate) use key::Key;
pub use limits::{Limits, too_large};
pub(crate) use number::{int_as_double, narrow};
pub use reading::Reading;
pub use response::{ResponseWriter, read_response, read_response_bytes};
pub use tolerance::Tolerance;
pub(crate) use xml::trim;

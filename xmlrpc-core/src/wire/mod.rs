//! The wire format: documents in, documents out, and serde in between.

mod call;
mod limits;
mod response;

pub use call::{CallReader, CallWriter};
pub use limits::Limits;
pub use response::{ResponseWriter, read_response};

use std::borrow::Cow;

use crate::{Error, ErrorKind};

/// A document's bytes as text: by byte order mark, by the `charset` that HTTP gave, by its own declaration, else UTF-8.
pub fn decode<'a>(body: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, Error> {
    let _ = (body, charset);
    todo!()
}

/// The error for a document of more bytes than [`Limits::body`].
pub fn too_large(limit: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("a document of more than {limit} bytes"))
}

/// x
pub fn is_bytes<'de, T: serde::Deserialize<'de>>() -> bool {
    todo!()
}
/// x
pub fn read_response_bytes<T: serde::de::DeserializeOwned>(
    body: &[u8],
    charset: Option<&str>,
    limits: Limits,
) -> Result<T, Error> {
    let _ = (body, charset, limits);
    todo!()
}

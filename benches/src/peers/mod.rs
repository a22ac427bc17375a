//! Ours and the others, each doing the same work as well as it can.
//!
//! To decode is to go from the bytes of a response to a value, to encode from a value to the bytes of a response. A buffer is
//! kept where an interface lets one hand it in.

pub mod base64;
pub mod dxr;
pub mod ours;
pub mod quick_xml;
pub mod serde_xmlrpc;
pub mod xmlrpc;

use std::fmt::Debug;

/// The bytes of a document as text, for those that read text.
#[must_use]
pub fn text(document: &[u8]) -> &str {
    done(std::str::from_utf8(document))
}

/// A peer that fails has not been measured.
#[track_caller]
pub fn done<T, E: Debug>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("a peer could not do its work: {error:?}"),
    }
}

/// What the method `hello` does: the one allocation that is its own.
#[must_use]
pub fn greeting(name: &str) -> String {
    ["Hello, ", name, "!"].concat()
}

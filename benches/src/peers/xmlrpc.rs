//! `xmlrpc` 0.15 (xml-rpc-rs): xml-rs into a tree of values.
//!
//! There are no types: it decodes to the tree, and encodes from one that is there before the measurement begins. It writes a value
//! without the response around it.

use std::error::Error;

use xmlrpc::{Request, Transport, Value};

use super::done;

/// Its parser can only be reached through a call: here is one that was answered before.
struct Answered<'a>(&'a [u8]);

impl<'a> Transport for Answered<'a> {
    type Stream = &'a [u8];

    fn transmit(self, _: &Request<'_>) -> Result<&'a [u8], Box<dyn Error + Send + Sync>> {
        Ok(self.0)
    }
}

/// A response, as a tree.
#[must_use]
pub fn decode(document: &[u8]) -> Value {
    done(Request::new("").call(Answered(document)))
}

/// A value, from the tree.
pub fn encode(value: &Value, out: &mut Vec<u8>) {
    done(value.write_as_xml(out));
}

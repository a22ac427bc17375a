//! `serde_xmlrpc` 0.3: quick-xml 0.31's events into serde.
//!
//! It never resolves a reference and never escapes member names, has no dates (they are strings here), and writes a value without the
//! response around it: from types it cannot do both.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use super::{done, greeting, text};

/// An item of the list.
#[derive(Debug, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct Release {
    pub package: String,
    pub version: String,
    pub summary: String,
    pub notes: String,
    pub downloads: i32,
    pub maintainer: i32,
    pub rating: f64,
    pub released: String,
}

/// A response, typed.
pub fn decode<'a, T: Deserialize<'a>>(document: &'a [u8]) -> T {
    done(serde_xmlrpc::response_from_str(text(document)))
}

/// A value, from types.
pub fn encode<T: Serialize>(value: T) -> String {
    done(serde_xmlrpc::value_to_string(value))
}

/// What a server would do with it for a call.
#[must_use]
pub fn hello(document: &[u8]) -> String {
    let (method, mut params) = done(serde_xmlrpc::request_from_str(text(document)));
    match (&*method, params.pop()) {
        ("hello", Some(param)) => {
            let name: String = done(serde_xmlrpc::from_value(param));
            let result = serde_xmlrpc::Value::String(greeting(black_box(&name)));
            done(serde_xmlrpc::response_to_string(std::iter::once(result)))
        }
        (other, _) => panic!("no such call: {other}"),
    }
}

//! `xmlrpc-proxy`: straight between text and types, every reference resolved, every character checked.

use std::{borrow::Cow, hint::black_box};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{
    DateTime, Result, Router, service,
    wire::{self, Limits, ResponseWriter},
};

use super::done;

/// An item of the list.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct Release {
    pub package: String,
    pub version: String,
    pub summary: String,
    pub notes: String,
    pub downloads: i32,
    pub maintainer: i32,
    pub rating: f64,
    pub released: DateTime,
}

/// The same, with its texts left where they are.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct BorrowedRelease<'a> {
    #[serde(borrow)]
    pub package: Cow<'a, str>,
    #[serde(borrow)]
    pub version: Cow<'a, str>,
    #[serde(borrow)]
    pub summary: Cow<'a, str>,
    #[serde(borrow)]
    pub notes: Cow<'a, str>,
    pub downloads: i32,
    pub maintainer: i32,
    pub rating: f64,
    pub released: DateTime,
}

/// A response, as a client reads it.
pub fn decode<T: DeserializeOwned>(document: &[u8]) -> T {
    done(wire::read_response_bytes(document, None, Limits::default()))
}

/// A response whose texts stay where they are.
pub fn decode_borrowed<'a, T: Deserialize<'a>>(document: &'a str) -> T {
    done(wire::read_response(document, Limits::default()))
}

/// A response, as a server writes it: to the end of a buffer.
pub fn encode<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    done(ResponseWriter::new(out).result(value));
}

/// The smallest service.
#[service]
pub trait Hello: Send + Sync {
    /// Greets someone.
    fn hello(&self, name: &str) -> Result<String>;
}

/// The implementation.
#[derive(Debug)]
pub struct Greeter;

impl Hello for Greeter {
    fn hello(&self, name: &str) -> Result<String> {
        Ok(super::greeting(black_box(name)))
    }
}

/// An endpoint with nothing but this service.
#[must_use]
pub fn router() -> Router {
    let mut router = Router::new();
    done(router.mount(HelloService::new(Greeter)));
    router
}

/// A response of bytes that no type of ours is around, as generated code writes them.
pub fn encode_bytes(bytes: &Vec<u8>, out: &mut Vec<u8>) {
    done(ResponseWriter::new(out).bytes_result(bytes));
}

//! `dxr` 0.9: quick-xml's serde layer, then a tree of its own values, then types by derive; the same way back.

use std::hint::black_box;

use dxr::{DateTime, MethodCall, MethodResponse, TryFromParams, TryFromValue, TryToValue};

use super::{done, greeting, text};

/// An item of the list.
#[derive(Debug, TryFromValue, TryToValue)]
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

/// A response, typed.
pub fn decode<T: TryFromValue>(document: &[u8]) -> T {
    let response = done(MethodResponse::from_xml(text(document)));
    done(T::try_from_value(&response.value))
}

/// A response, from types.
pub fn encode<T: TryToValue>(value: &T) -> String {
    done(MethodResponse { value: done(value.try_to_value()) }.to_xml())
}

/// What its server does for a call, without HTTP.
#[must_use]
pub fn hello(document: &[u8]) -> String {
    let call = done(MethodCall::from_xml(text(document)));
    match &*call.name {
        "hello" => {
            let name: String = done(TryFromParams::try_from_params(&call.params));
            encode(&greeting(black_box(&name)))
        }
        other => panic!("no such method: {other}"),
    }
}

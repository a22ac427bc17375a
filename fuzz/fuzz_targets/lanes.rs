//! Whatever the document, the fast lane and quick-xml alone say the same: the same value, or the same error at the same
//! place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xmlrpc_core::{
    Error, Value,
    wire::{CallReader, Limits, read_response},
};

fn response(text: &str, limits: Limits) -> Result<Value, Error> {
    read_response(text, limits)
}

fn call(text: &str, limits: Limits) -> Result<(String, Vec<Value>), Error> {
    let mut call = CallReader::new(text, limits)?;
    let mut params = Vec::new();
    while call.has_param()? {
        params.push(call.param()?);
    }
    let method = call.method().to_owned();
    call.finish()?;
    Ok((method, params))
}

/// What can be compared: values to the bit, errors by kind, place and text.
fn told<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{:?} {:?} {error}", error.kind(), error.offset()),
    }
}

fuzz_target!(|text: &str| {
    let fast = Limits::default();
    let mut general = fast;
    general.general_lane_only = true;
    assert_eq!(told(response(text, fast)), told(response(text, general)));
    assert_eq!(told(call(text, fast)), told(call(text, general)));
});

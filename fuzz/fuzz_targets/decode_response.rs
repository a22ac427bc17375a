//! Any bytes as a response, read into several types: they give a value or an error, and never anything else.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use xmlrpc_core::{
    Base64, DateTime, Value,
    wire::{Limits, read_response_bytes},
};

fuzz_target!(|body: &[u8]| {
    let limits = Limits::default();
    let _ = read_response_bytes::<Value>(body, None, limits);
    let _ = read_response_bytes::<Vec<BTreeMap<String, Option<String>>>>(body, None, limits);
    let _ = read_response_bytes::<(i32, bool, f64, DateTime, Base64)>(body, None, limits);
    let _ = read_response_bytes::<Vec<u8>>(body, None, limits);
});

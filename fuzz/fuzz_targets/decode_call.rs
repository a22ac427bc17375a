//! Any bytes as a call: they give a call or an error, and never anything else.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xmlrpc_core::{
    Value,
    wire::{CallReader, Limits, decode},
};

fuzz_target!(|body: &[u8]| {
    for charset in [None, Some("iso-8859-1"), Some("utf-16")] {
        let Ok(text) = decode(body, charset) else { continue };
        let Ok(mut call) = CallReader::new(&text, Limits::default()) else { continue };
        while matches!(call.has_param(), Ok(true)) {
            if call.param::<Value>().is_err() {
                break;
            }
        }
        let _ = call.finish();
    }
});

//! `base64` 0.23 alone: nothing around the text, and its place known.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::done;

/// The bytes of this text.
#[must_use]
pub fn decode(text: &[u8]) -> Vec<u8> {
    done(STANDARD.decode(text))
}

/// The text of these bytes, into a buffer that is as long.
pub fn encode(bytes: &[u8], out: &mut [u8]) {
    done(STANDARD.encode_slice(bytes, out));
}

//! base64, as peers write it.

use std::fmt;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use serde::de::{SeqAccess, Visitor};

use super::xml::{SPACE, trim};
use crate::{Error, ErrorKind};

/// Padding may be missing, and stray bits behind the last byte are ignored.
const TOLERANT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes of this text, which may be wrapped into lines.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, Error> {
    let text = trim(text);
    // Most peers write one line: looking for white space first would be one more pass over it.
    let decoded = TOLERANT.decode(text).or_else(|error| {
        if text.contains(SPACE) {
            TOLERANT.decode(text.split(SPACE).collect::<String>())
        } else {
            Err(error)
        }
    });
    decoded.map_err(|error| Error::new(ErrorKind::Type, format!("expected base64: {error}")))
}

/// Writes these bytes as base64, padded, on one line.
pub(super) fn encode(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
    let start = out.len();
    let length = base64::encoded_len(bytes.len(), true)
        .ok_or_else(|| Error::new(ErrorKind::Range, "more bytes than base64 can say"))?;
    out.resize(start + length, 0);
    TOLERANT
        .encode_slice(bytes, &mut out[start..])
        .map(drop)
        .map_err(|error| Error::new(ErrorKind::Range, error.to_string()))
}

/// Collects an array of small integers into bytes.
pub(super) struct Octets;

impl<'de> Visitor<'de> for Octets {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

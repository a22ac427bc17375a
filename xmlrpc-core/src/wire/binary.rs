//! base64, as peers write it.

use std::{fmt, slice};

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use serde::{
    Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

use crate::{
    Error, ErrorKind,
    space::{SPACE, trim},
};

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

/// Bytes, as serde reads a sequence of `u8`: one by one, with nothing in between that is not inlined.
pub(super) struct OctetItems<'a>(pub(super) slice::Iter<'a, u8>);

struct Octet(u8);

impl<'de> SeqAccess<'de> for &mut OctetItems<'_> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        match self.0.next() {
            Some(&octet) => seed.deserialize(Octet(octet)).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl<'de> Deserializer<'de> for Octet {
    type Error = Error;

    #[inline(always)]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
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

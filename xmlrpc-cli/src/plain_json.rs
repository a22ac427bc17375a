//! Values as other programs' JSON: easy to use, but what JSON has no type for becomes a string.

use std::io;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer};
use xmlrpc_core::Value;

/// A value, to be written as plain JSON: a struct is an object, in order; nil is null; dates and base64 are strings.
#[derive(Debug)]
pub(crate) struct Plain<'a>(pub(crate) &'a Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Nil => serializer.serialize_unit(),
            Value::Int(value) => serializer.serialize_i32(*value),
            Value::I8(value) => serializer.serialize_i64(*value),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Double(value) => serializer.serialize_f64(*value),
            Value::String(value) => serializer.serialize_str(value),
            Value::DateTime(value) => serializer.collect_str(value),
            Value::Base64(value) => serializer.serialize_str(&STANDARD.encode(value)),
            Value::Array(items) => serializer.collect_seq(items.iter().map(Plain)),
            Value::Struct(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, Plain(value))))
            }
        }
    }
}

/// The beginning of a value as plain JSON, of at most so many characters, and dots where there is more.
pub(crate) fn shortened(value: &Value, most: usize) -> String {
    let mut bounded = Bounded { bytes: Vec::new(), most: 4 * most };
    // The end that is missing is no mistake.
    let whole = serde_json::to_writer(&mut bounded, &Plain(value)).is_ok();
    let text = String::from_utf8_lossy(&bounded.bytes);
    match text.char_indices().nth(most) {
        None if whole => text.into_owned(),
        None => format!("{}...", text.trim_end_matches('\u{fffd}')),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// Takes so many bytes and no more, so that a long value is not written whole.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
        let taken = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..taken]);
        if taken == 0 && !bytes.is_empty() {
            Err(io::ErrorKind::WriteZero.into())
        } else {
            Ok(taken)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xmlrpc_core::value;

    #[test]
    fn long_values_are_cut() {
        assert_eq!(shortened(&value!([1, "x"]), 10), "[1,\"x\"]");
        assert_eq!(shortened(&value!("0123456789"), 5), "\"0123...");
        assert_eq!(shortened(&value!("é".repeat(1000)), 5), "\"éééé...");
        assert_eq!(
            shortened(&value!("\u{1f600}".repeat(1000)), 5),
            "\"\u{1f600}\u{1f600}\u{1f600}\u{1f600}..."
        );
    }
}

//! Values as other programs' JSON: easy to use, but what JSON has no type for becomes a string.

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

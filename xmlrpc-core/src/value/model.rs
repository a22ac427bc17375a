//! A [`Value`] in serde's data model.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, SeqAccess, VariantAccess as _},
    ser::{SerializeMap as _, SerializeSeq as _},
};

use crate::{Struct, Value};

/// By this name of a newtype the deserializer of this crate knows that dates and strings are to be told apart.
pub(crate) const VALUE: &str = "$xmlrpc_core::Value";
/// By this name of a newtype the serializer of this crate knows an integer that stays an `i8`.
pub(crate) const I8: &str = "$xmlrpc_core::I8";

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nil => serializer.serialize_unit(),
            Value::Int(value) => serializer.serialize_i32(*value),
            Value::I8(value) => serializer.serialize_newtype_struct(I8, value),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Double(value) => serializer.serialize_f64(*value),
            Value::String(value) => serializer.serialize_str(value),
            Value::DateTime(value) => value.serialize(serializer),
            Value::Base64(value) => value.serialize(serializer),
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Value::Struct(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(VALUE, ValueVisitor::EXACT)
    }
}

/// Takes any value.
pub(crate) struct ValueVisitor {
    /// Whether an integer comes in the width that it has on the wire. Other formats have one width.
    exact: bool,
}

impl ValueVisitor {
    /// For the deserializer of this crate.
    pub(crate) const EXACT: Self = ValueVisitor { exact: true };
}

impl<'de> de::Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of XML-RPC")
    }

    /// Where another deserializer than that of this crate comes in.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor { exact: false })
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i32<E>(self, value: i32) -> Result<Value, E> {
        Ok(Value::Int(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        match i32::try_from(value) {
            Ok(value) if !self.exact => Ok(Value::Int(value)),
            _ => Ok(Value::I8(value)),
        }
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(E::invalid_value(de::Unexpected::Unsigned(value), &self)),
        }
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Double(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Value, E> {
        Ok(Value::Base64(value.into()))
    }

    fn visit_byte_buf<E>(self, value: Vec<u8>) -> Result<Value, E> {
        Ok(Value::Base64(value.into()))
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = members.next_entry::<String, Value>()? {
            entries.push(entry);
        }
        Ok(Value::Struct(Struct::from_entries(entries)))
    }

    /// A date, as only the deserializer of this crate hands it on.
    fn visit_enum<A: de::EnumAccess<'de>>(self, date: A) -> Result<Value, A::Error> {
        let (de::IgnoredAny, date) = date.variant()?;
        date.newtype_variant().map(Value::DateTime)
    }
}

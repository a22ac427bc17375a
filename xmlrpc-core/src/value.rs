//! Any XML-RPC value, for callers that do not know the types beforehand.

use std::{fmt, ops::Index};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, SeqAccess, VariantAccess as _},
    ser::{SerializeMap as _, SerializeSeq as _},
};

use crate::{Base64, DateTime, Struct};

/// By this name of a newtype the deserializer of this crate knows that dates and strings are to be told apart.
pub(crate) const VALUE: &str = "$xmlrpc_core::Value";
/// By this name of a newtype the serializer of this crate knows an integer that stays an `i8`.
pub(crate) const I8: &str = "$xmlrpc_core::I8";

/// Any value of XML-RPC.
///
/// ```
/// use xmlrpc_core::{Struct, Value};
///
/// let person = Value::from(Struct::from_iter([("id", Value::from(7)), ("name", "Greg".into())]));
/// assert_eq!(person["name"].as_str(), Some("Greg"));
/// assert_eq!(person["id"].as_i64(), Some(7));
/// assert!(person["born"].is_nil());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Value {
    /// `<nil/>`
    #[default]
    Nil,
    /// `<int>` or `<i4>`
    Int(i32),
    /// `<i8>`, or an integer that needs more than 32 bits
    I8(i64),
    /// `<boolean>`
    Bool(bool),
    /// `<double>`
    Double(f64),
    /// `<string>`, or a value without a type
    String(String),
    /// `<dateTime.iso8601>`
    DateTime(DateTime),
    /// `<base64>`
    Base64(Base64),
    /// `<array>`
    Array(Vec<Value>),
    /// `<struct>`
    Struct(Struct),
}

static NIL: Value = Value::Nil;

impl Value {
    /// Whether it is nil.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// The integer, if it is one.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::Int(value) => Some(value.into()),
            Value::I8(value) => Some(value),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match *self {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The double, if it is one, or an `Int`, which loses nothing.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Value::Double(value) => Some(value),
            Value::Int(value) => Some(value.into()),
            _ => None,
        }
    }

    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(value) => Some(value),
            _ => None,
        }
    }

    /// The date, if it is one.
    pub fn as_datetime(&self) -> Option<DateTime> {
        match *self {
            Value::DateTime(value) => Some(value),
            _ => None,
        }
    }

    /// The bytes, if it is base64.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Base64(value) => Some(value),
            _ => None,
        }
    }

    /// The items, if it is an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(value) => Some(value),
            _ => None,
        }
    }

    /// The members, if it is a struct.
    pub fn as_struct(&self) -> Option<&Struct> {
        match self {
            Value::Struct(value) => Some(value),
            _ => None,
        }
    }

    /// The member of this name, if it is a struct that has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_struct()?.get(name)
    }
}

/// The member of this name; nil if there is none.
impl Index<&str> for Value {
    type Output = Value;
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&NIL)
    }
}

/// The item at this place; nil if there is none.
impl Index<usize> for Value {
    type Output = Value;
    fn index(&self, index: usize) -> &Value {
        self.as_array().and_then(|items| items.get(index)).unwrap_or(&NIL)
    }
}

macro_rules! from {
    ($($type:ty => $variant:ident,)*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Value::$variant(value)
            }
        }
    )*};
}

from! {
    i32 => Int,
    i64 => I8,
    bool => Bool,
    f64 => Double,
    String => String,
    DateTime => DateTime,
    Base64 => Base64,
    Vec<Value> => Array,
    Struct => Struct,
}

macro_rules! from_small_int {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Value::Int(value.into())
            }
        }
    )*};
}

from_small_int!(i8, i16, u8, u16);

/// An `Int` if it fits.
impl From<u32> for Value {
    fn from(value: u32) -> Self {
        i32::try_from(value).map_or(Value::I8(value.into()), Value::Int)
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Self {
        Value::Double(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::String(value.to_owned())
    }
}

/// Base64.
impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Value::Base64(value.into())
    }
}

/// Base64.
impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Value::Base64(value.into())
    }
}

/// Nil.
impl From<()> for Value {
    fn from((): ()) -> Self {
        Value::Nil
    }
}

/// Nil for `None`.
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Nil, Into::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

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

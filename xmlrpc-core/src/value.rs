//! Any XML-RPC value, for callers that do not know the types beforehand.

mod convert;
mod extract;
mod index;
mod literal;
mod model;

use crate::{Base64, DateTime, Struct};

pub use self::index::ValueIndex;
pub(crate) use self::model::{I8, VALUE, ValueVisitor};

/// Any value of XML-RPC.
///
/// [`value!`](crate::value!) writes one as a literal, `From` makes one of what has a form on the wire, and `TryFrom` goes
/// back; [`to_value`](crate::to_value) and [`from_value`](crate::from_value) do so with every type that serde knows.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::value;
///
/// let person = value!({ "id": 7, "name": "Greg" });
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
    /// `<i8>`, or an integer that needs more than 32 bits. It is written as `<i8>` however small it is: who sends
    /// one that would fit into an `Int` means the type. What serde and [`From`] make of an `i64` is an `Int` if it fits.
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

impl Value {
    /// Whether it is nil.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// The integer, if it is one and fits.
    pub fn as_i32(&self) -> Option<i32> {
        i32::try_from(self.as_i64()?).ok()
    }

    /// The integer, if it is one.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::Int(value) => Some(value.into()),
            Value::I8(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if it is one and not negative.
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(self.as_i64()?).ok()
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

    /// The items, to change them, if it is an array.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Value>> {
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

    /// The members, to change them, if it is a struct.
    pub fn as_struct_mut(&mut self) -> Option<&mut Struct> {
        match self {
            Value::Struct(value) => Some(value),
            _ => None,
        }
    }

    /// The member of this name, or the item at this place, if there is one.
    ///
    /// ```
    /// # extern crate xmlrpc_core as xmlrpc_proxy;
    /// use xmlrpc_proxy::value;
    ///
    /// let people = value!([{ "name": "Greg" }]);
    /// assert_eq!(people.get(0).and_then(|person| person.get("name")), Some(&value!("Greg")));
    /// assert_eq!(people.get(1), None);
    /// ```
    pub fn get(&self, at: impl ValueIndex) -> Option<&Value> {
        at.find(self)
    }

    /// The member of this name, or the item at this place, to change it.
    pub fn get_mut(&mut self, at: impl ValueIndex) -> Option<&mut Value> {
        at.find_mut(self)
    }

    /// Takes the value out; nil stays in its place.
    pub fn take(&mut self) -> Value {
        std::mem::take(self)
    }

    /// What type it is, for messages: "an int".
    pub(crate) fn described(&self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Int(_) | Value::I8(_) => "an int",
            Value::Bool(_) => "a boolean",
            Value::Double(_) => "a double",
            Value::String(_) => "a string",
            Value::DateTime(_) => "a date",
            Value::Base64(_) => "base64",
            Value::Array(_) => "an array",
            Value::Struct(_) => "a struct",
        }
    }
}

//! Into a [`Value`].

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use crate::{Base64, DateTime, Error, ErrorKind, Struct, Value};

macro_rules! from {
    ($($type:ty => $variant:ident,)*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Value::$variant(value.into())
            }
        }
    )*};
}

from! {
    i8 => Int,
    i16 => Int,
    i32 => Int,
    u8 => Int,
    u16 => Int,
    bool => Bool,
    f32 => Double,
    f64 => Double,
    char => String,
    &str => String,
    &String => String,
    String => String,
    Box<str> => String,
    Cow<'_, str> => String,
    DateTime => DateTime,
    Base64 => Base64,
    Vec<Value> => Array,
    Struct => Struct,
}

/// An `Int` if it fits, for all peers know that.
impl From<i64> for Value {
    fn from(value: i64) -> Self {
        i32::try_from(value).map_or(Value::I8(value), Value::Int)
    }
}

/// An `Int` if it fits, for all peers know that.
impl From<u32> for Value {
    fn from(value: u32) -> Self {
        i64::from(value).into()
    }
}

macro_rules! from_wide_int {
    ($($type:ty),*) => {$(
        /// An `Int` if it fits.
        ///
        /// # Errors
        ///
        /// Kind `Range` for what needs more than the 64 bits of an `i8`.
        impl TryFrom<$type> for Value {
            type Error = Error;
            fn try_from(value: $type) -> Result<Self, Error> {
                i64::try_from(value).map(Value::from).map_err(|_| {
                    Error::new(
                        ErrorKind::Range,
                        format!("{value} does not fit into the 64 bits of an i8"),
                    )
                })
            }
        }
    )*};
}

from_wide_int!(isize, i128, u64, usize, u128);

macro_rules! from_bytes {
    ($($type:ty),*) => {$(
        /// Base64.
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Value::Base64(Base64(value.into()))
            }
        }
    )*};
}

from_bytes!(Vec<u8>, &[u8], Box<[u8]>);

/// Base64.
impl<const N: usize> From<&[u8; N]> for Value {
    fn from(value: &[u8; N]) -> Self {
        value.as_slice().into()
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

macro_rules! from_lists {
    ($($item:ty),*) => {$(
        /// An array.
        impl From<Vec<$item>> for Value {
            fn from(items: Vec<$item>) -> Self {
                items.into_iter().collect()
            }
        }

        /// An array.
        impl From<&[$item]> for Value {
            fn from(items: &[$item]) -> Self {
                items.iter().cloned().collect()
            }
        }
    )*};
}

// Not for every `T`: a `Vec<u8>` is base64.
from_lists!(i16, i32, i64, u32, bool, f32, f64, String, &str, DateTime, Base64, Struct);

impl From<&[Value]> for Value {
    fn from(items: &[Value]) -> Self {
        Value::Array(items.to_vec())
    }
}

/// A struct with the members in their order.
impl<N: Into<String>, V: Into<Value>> From<BTreeMap<N, V>> for Value {
    fn from(members: BTreeMap<N, V>) -> Self {
        Value::Struct(members.into_iter().collect())
    }
}

/// A struct with the members in any order.
impl<N: Into<String>, V: Into<Value>, S> From<HashMap<N, V, S>> for Value {
    fn from(members: HashMap<N, V, S>) -> Self {
        Value::Struct(members.into_iter().collect())
    }
}

/// An array.
impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

/// A struct.
impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        Value::Struct(members.into_iter().collect())
    }
}

macro_rules! equal {
    ($($type:ty: $as:ident),*) => {$(
        /// Whether it is such a value, and this one.
        impl PartialEq<$type> for Value {
            fn eq(&self, other: &$type) -> bool {
                self.$as() == Some((*other).into())
            }
        }

        /// Whether it is such a value, and this one.
        impl PartialEq<Value> for $type {
            fn eq(&self, other: &Value) -> bool {
                other == self
            }
        }
    )*};
}

equal!(i32: as_i64, i64: as_i64, bool: as_bool, f64: as_double, DateTime: as_datetime, &str: as_str);

impl Value {
    /// The double, and no other number.
    fn as_double(&self) -> Option<f64> {
        match *self {
            Value::Double(value) => Some(value),
            _ => None,
        }
    }
}

/// Whether it is this string.
impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

/// Whether it is this string.
impl PartialEq<String> for Value {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == Some(other)
    }
}

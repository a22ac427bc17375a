//! The name of a member, as serde wants it: a field, a variant, or the key of a map.

use std::borrow::Cow;

use serde::{
    Deserializer,
    de::{IntoDeserializer, Visitor},
    forward_to_deserialize_any,
};

use super::number;
use crate::{Error, ErrorKind};

/// A member's name. The keys of a map may be numbers and booleans, which are text on the wire.
pub(crate) struct Key<'a, 'de>(pub(crate) &'a Cow<'de, str>);

macro_rules! ints {
    ($($method:ident, $visit:ident, $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let Ok(value) = self.0.parse::<$type>() else {
                return Err(Error::new(
                    ErrorKind::Type,
                    concat!("the name of the member is no ", stringify!($type)),
                ));
            };
            visitor.$visit(value)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(name) => visitor.visit_borrowed_str(name),
            Cow::Owned(name) => visitor.visit_str(name),
        }
    }

    ints! {
        deserialize_i8, visit_i8, i8;
        deserialize_i16, visit_i16, i16;
        deserialize_i32, visit_i32, i32;
        deserialize_i64, visit_i64, i64;
        deserialize_i128, visit_i128, i128;
        deserialize_u8, visit_u8, u8;
        deserialize_u16, visit_u16, u16;
        deserialize_u32, visit_u32, u32;
        deserialize_u64, visit_u64, u64;
        deserialize_u128, visit_u128, u128;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(number::boolean(self.0)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.0.as_ref().into_deserializer())
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

//! serde's deserializer, over a value.

use std::{borrow::Cow, slice};

use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, IntoDeserializer, Visitor,
        value::{MapDeserializer, SeqDeserializer},
    },
};

use crate::{
    DateTime, Error, ErrorKind, StructIter, Value,
    value::VALUE,
    wire::{ExactDate, Key, NO_MEMBERS, int_as_double, narrow},
};

/// Reads one value.
pub(super) struct FromValue<'de>(pub(super) &'de Value);

impl<'de> FromValue<'de> {
    #[cold]
    fn mismatch(&self, wanted: &str) -> Error {
        Error::new(ErrorKind::Type, format!("expected {wanted}, found {}", self.0.described()))
    }

    fn any<V: Visitor<'de>>(self, visitor: V, exact: bool) -> Result<V::Value, Error> {
        match self.0 {
            Value::Nil => visitor.visit_unit(),
            Value::Int(value) => visitor.visit_i32(*value),
            Value::I8(value) => visitor.visit_i64(*value),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Double(value) => visitor.visit_f64(*value),
            Value::String(value) => visitor.visit_borrowed_str(value),
            Value::DateTime(value) if exact => visitor.visit_enum(ExactDate(&value.to_string())),
            Value::DateTime(value) => visitor.visit_string(value.to_string()),
            Value::Base64(value) => visitor.visit_borrowed_bytes(value),
            Value::Array(items) => visit_items(items, visitor),
            Value::Struct(_) => self.visit_members(visitor),
        }
    }

    fn double(&self) -> Result<f64, Error> {
        match *self.0 {
            Value::I8(value) => int_as_double(value),
            _ => self.0.try_into(),
        }
    }

    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(_) | Value::DateTime(_) => self.any(visitor, false),
            _ => Err(self.mismatch("a string")),
        }
    }

    fn visit_items<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => visit_items(items, visitor),
            Value::Base64(bytes) => {
                let mut octets = SeqDeserializer::<_, Error>::new(bytes.iter().copied());
                let value = visitor.visit_seq(&mut octets)?;
                octets.end()?;
                Ok(value)
            }
            _ => Err(self.mismatch("an array")),
        }
    }

    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Base64(bytes) => visitor.visit_borrowed_bytes(bytes),
            Value::Array(items) => {
                let octets = items.iter().enumerate();
                let bytes: Result<Vec<u8>, Error> = octets
                    .map(|(index, item)| item.try_into().map_err(|e: Error| e.in_item(index)))
                    .collect();
                visitor.visit_byte_buf(bytes?)
            }
            _ => Err(self.mismatch("base64")),
        }
    }

    fn visit_members<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        // As from the text: what has nothing in it may be either.
        if self.0.as_array().is_some_and(<[Value]>::is_empty) {
            return visitor.visit_map(MapDeserializer::new(NO_MEMBERS.into_iter()));
        }
        let members = self.0.as_struct().ok_or_else(|| self.mismatch("a struct"))?;
        visitor.visit_map(Members { members: members.iter(), member: None })
    }
}

fn visit_items<'de, V: Visitor<'de>>(items: &'de [Value], visitor: V) -> Result<V::Value, Error> {
    let mut items = Items { items: items.iter(), index: 0 };
    let value = visitor.visit_seq(&mut items)?;
    if items.items.len() > 0 {
        return Err(Error::new(
            ErrorKind::Type,
            format!("expected an array of {}, found more items", items.index),
        ));
    }
    Ok(value)
}

macro_rules! ints {
    ($($method:ident, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.0.try_into()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for FromValue<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.any(visitor, false)
    }

    ints! {
        deserialize_i8, visit_i8;
        deserialize_i16, visit_i16;
        deserialize_i32, visit_i32;
        deserialize_i64, visit_i64;
        deserialize_i128, visit_i128;
        deserialize_u8, visit_u8;
        deserialize_u16, visit_u16;
        deserialize_u32, visit_u32;
        deserialize_u64, visit_u64;
        deserialize_u128, visit_u128;
        deserialize_bool, visit_bool;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f32(narrow(self.double()?)?)
    }
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.double()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_bytes(visitor)
    }
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_nil() { visitor.visit_none() } else { visitor.visit_some(self) }
    }
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_nil() { visitor.visit_unit() } else { Err(self.mismatch("nil")) }
    }
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match (name, self.0) {
            (VALUE, _) => self.any(visitor, true),
            (DateTime::NAME, Value::DateTime(date)) => visitor.visit_string(date.to_string()),
            (DateTime::NAME, _) => Err(self.mismatch("a date")),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Struct(members) if members.len() == 1 => match members.iter().next() {
                Some((name, value)) => {
                    visitor.visit_enum(Variant { name, value }).map_err(|e| e.in_member(name))
                }
                None => Err(self.mismatch("a struct of one member")),
            },
            Value::Struct(_) => Err(Error::new(ErrorKind::Type, "expected a struct of one member")),
            _ => Err(self.mismatch("a string or a struct")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

struct Items<'de> {
    items: slice::Iter<'de, Value>,
    index: usize,
}

impl<'de> de::SeqAccess<'de> for &mut Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let value = seed.deserialize(FromValue(item)).map_err(|e| e.in_item(self.index))?;
        self.index += 1;
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members<'de> {
    members: StructIter<'de>,
    member: Option<(&'de str, &'de Value)>,
}

impl<'de> de::MapAccess<'de> for Members<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.member = self.members.next();
        let Some((name, _)) = self.member else { return Ok(None) };
        seed.deserialize(Key(&Cow::Borrowed(name))).map(Some).map_err(|e| e.in_member(name))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((name, value)) = self.member.take() else {
            return Err(de::Error::custom("a value was asked for before its name"));
        };
        seed.deserialize(FromValue(value)).map_err(|e| e.in_member(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

struct Variant<'de> {
    name: &'de str,
    value: &'de Value,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = FromValue<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, FromValue<'de>), Error> {
        Ok((seed.deserialize(Key(&Cow::Borrowed(self.name)))?, FromValue(self.value)))
    }
}

impl<'de> de::VariantAccess<'de> for FromValue<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        de::Deserialize::deserialize(self)
    }
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }
}

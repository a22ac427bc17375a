//! What serde asks of a value that holds others: items, members, the content of a variant.

use std::{borrow::Cow, vec};

use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, Visitor,
        value::{StrDeserializer, UnitDeserializer},
    },
};

use super::{
    cursor::Cursor,
    grammar::{Array, Head, Member},
    key::Key,
};
use crate::Error;

/// The items of an array.
pub(super) struct Items<'a, 'de> {
    pub(super) cursor: &'a mut Cursor<'de>,
    pub(super) array: Array<'de>,
    pub(super) index: usize,
    pub(super) ended: bool,
}

impl<'de> de::SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.ended || !self.cursor.item(&self.array)? {
            self.ended = true;
            return Ok(None);
        }
        let start = self.cursor.position();
        let value =
            seed.deserialize(&mut *self.cursor).map_err(|e| e.at(start).in_item(self.index))?;
        self.index += 1;
        Ok(Some(value))
    }
}

/// The members of a struct.
pub(super) struct Members<'a, 'de> {
    pub(super) cursor: &'a mut Cursor<'de>,
    pub(super) head: &'a Head<'de>,
    pub(super) member: Option<Member<'de>>,
    pub(super) count: usize,
    /// The names that are expected to follow, in this order.
    pub(super) expected: &'static [&'static str],
    /// Which members are passed over, in their order.
    pub(super) superseded: vec::IntoIter<bool>,
    pub(super) ended: bool,
}

impl<'de> Members<'_, 'de> {
    /// The next member that is not passed over, and where it begins.
    #[inline]
    fn next(&mut self) -> Result<Option<(Member<'de>, usize)>, Error> {
        let start = self.cursor.position();
        if let [name, rest @ ..] = self.expected
            && let Some(member) = self.cursor.predicted_member(self.head, name)?
        {
            self.expected = rest;
            return Ok(Some((member, start)));
        }
        self.next_in_general()
    }

    #[inline(never)]
    fn next_in_general(&mut self) -> Result<Option<(Member<'de>, usize)>, Error> {
        let mut start = self.cursor.position();
        let mut next = self.cursor.member(self.head)?;
        while let Some(true) = self.superseded.next() {
            let Some(member) = next else { break };
            self.cursor.skip_value()?;
            self.cursor.end_member(&member)?;
            start = self.cursor.position();
            next = self.cursor.member(self.head)?;
        }
        let Some(member) = next else { return Ok(None) };
        // Those before it may have been left out.
        if let Some(at) = self.expected.iter().position(|&name| name == member.name) {
            self.expected = &self.expected[at + 1..];
        }
        Ok(Some((member, start)))
    }
}

impl<'de> de::MapAccess<'de> for &mut Members<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((member, start)) = self.next()? else {
            self.ended = true;
            return Ok(None);
        };
        self.count += 1;
        self.cursor.check_members(self.count)?;
        let key =
            seed.deserialize(Key(&member.name)).map_err(|e| e.at(start).in_member(&member.name))?;
        self.member = Some(member);
        Ok(Some(key))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(member) = &self.member else {
            return Err(de::Error::custom("a value was asked for before its name"));
        };
        let start = self.cursor.position();
        let value =
            seed.deserialize(&mut *self.cursor).map_err(|e| e.at(start).in_member(&member.name))?;
        self.cursor.end_member(member)?;
        self.member = None;
        Ok(value)
    }
}

/// The variant of an enum that holds something: the one member of a struct.
pub(super) struct Variant<'a, 'de> {
    pub(super) cursor: &'a mut Cursor<'de>,
    pub(super) name: &'a Cow<'de, str>,
}

impl<'a, 'de> de::EnumAccess<'de> for Variant<'a, 'de> {
    type Error = Error;
    type Variant = &'a mut Cursor<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Error> {
        Ok((seed.deserialize(Key(self.name))?, self.cursor))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Cursor<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        de::Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }
}

/// Hands the text of a date to the visitor of a [`Value`](crate::Value), as the one thing that it takes for an enum.
pub(crate) struct ExactDate<'a>(pub(crate) &'a str);

impl<'de> de::EnumAccess<'de> for ExactDate<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        Ok((seed.deserialize(UnitDeserializer::<Error>::new())?, self))
    }
}

impl<'de> de::VariantAccess<'de> for ExactDate<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(StrDeserializer::<Error>::new(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }
}

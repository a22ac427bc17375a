//! serde's deserializer, straight over the text.

use std::borrow::Cow;

use serde::{
    Deserialize, Deserializer,
    de::{IntoDeserializer, Visitor, value::MapDeserializer},
};

use super::{
    access::{ExactDate, Items, Members, Variant},
    binary,
    cursor::Cursor,
    element::{Class, Kind},
    grammar::Head,
    number,
};
use crate::{Error, ErrorKind, datetime::DateTime, space::is_space, value};

/// Of a struct that was sent as an array.
pub(crate) const NO_MEMBERS: [(&str, ()); 0] = [];

impl<'de> Cursor<'de> {
    /// Reads a value of this type.
    ///
    /// Of members of one name the last counts. Derived types refuse the second; as this is rare, it is only then that the
    /// value is read again, without those before.
    #[inline]
    pub(super) fn read<T: Deserialize<'de>>(&mut self) -> Result<T, Error> {
        let mark = self.mark();
        match T::deserialize(&mut *self) {
            Err(error) if error.is_duplicate() => {
                self.back_to(mark);
                self.set_last_wins(true);
                let value = T::deserialize(&mut *self);
                self.set_last_wins(false);
                value
            }
            result => result,
        }
    }

    /// Reads an integer.
    #[inline]
    fn int(&mut self) -> Result<i64, Error> {
        let start = self.position();
        for kind in [Kind::Int, Kind::I4, Kind::I8] {
            let typed = kind.typed();
            if self.eat(typed.begin) {
                if let Some((value, length)) = number::plain_int(self.rest()) {
                    self.advance(length);
                    if self.eat(typed.end) {
                        return Ok(value);
                    }
                }
                break;
            }
        }
        self.go_to(start);
        let head = self.value_of(Class::Int)?;
        self.end_int(head)
    }

    fn end_int(&mut self, head: Head<'de>) -> Result<i64, Error> {
        let (kind, start) = (head.kind, head.start);
        number::int(&self.scalar(head)?, kind).map_err(|e| e.at(start))
    }

    /// Reads an integer into a type that may be too small for it.
    #[inline]
    fn int_as<T: TryFrom<i64>>(&mut self, wanted: &'static str) -> Result<T, Error> {
        let start = self.position();
        let value = self.int()?;
        T::try_from(value).map_err(|_| number::out_of_range(&value.to_string(), wanted).at(start))
    }

    /// Reads a double; an integer is one as long as nothing of it is lost.
    fn double(&mut self) -> Result<f64, Error> {
        let start = self.position();
        if let Some(text) = self.predicted_text(Kind::Double)? {
            return self.to_double(&text, start);
        }
        let head = self.value()?;
        let (kind, start) = (head.kind, head.start);
        match kind.class() {
            Class::Double | Class::Int => {
                let text = self.scalar(head)?;
                if kind.class() == Class::Int {
                    return number::int(&text, kind)
                        .and_then(number::int_as_double)
                        .map_err(|e| e.at(start));
                }
                self.to_double(&text, start)
            }
            _ => Err(head.mismatch("a double")),
        }
    }

    #[inline]
    fn to_double(&self, text: &str, start: usize) -> Result<f64, Error> {
        number::double(text, self.tolerance().non_finite).map_err(|e| e.at(start))
    }

    fn boolean(&mut self) -> Result<bool, Error> {
        let start = self.position();
        if let Some(text) = self.predicted_text(Kind::Boolean)? {
            return number::boolean(&text).map_err(|e| e.at(start));
        }
        let head = self.value_of(Class::Boolean)?;
        let start = head.start;
        number::boolean(&self.scalar(head)?).map_err(|e| e.at(start))
    }

    #[inline]
    fn string(&mut self) -> Result<Cow<'de, str>, Error> {
        if let Some(text) = self.predicted_text(Kind::String)? {
            return Ok(text);
        }
        self.string_in_general()
    }

    /// A date is read as its text, in the extended form: dates of other crates read themselves from a text, nothing is
    /// lost, and serde's buffers (`flatten`, `untagged`) hold it like that, too.
    #[inline(never)]
    fn string_in_general(&mut self) -> Result<Cow<'de, str>, Error> {
        let head = self.value()?;
        let start = head.start;
        match head.kind.class() {
            Class::String => self.scalar(head),
            Class::DateTime => {
                let date = DateTime::parse(&self.scalar(head)?).map_err(|e| e.at(start))?;
                Ok(Cow::Owned(date.to_string()))
            }
            _ => Err(head.mismatch("a string")),
        }
    }

    fn bytes(&mut self, head: Head<'de>) -> Result<Vec<u8>, Error> {
        let start = head.start;
        binary::decode(&self.scalar(head)?).map_err(|e| e.at(start))
    }

    /// Hands on whatever value is there. `exact` is for a [`Value`](crate::Value), which tells dates from strings; other
    /// readers get a date as its text.
    pub(super) fn any<V: Visitor<'de>>(
        &mut self,
        head: Head<'de>,
        visitor: V,
        exact: bool,
    ) -> Result<V::Value, Error> {
        let (kind, start) = (head.kind, head.start);
        match kind.class() {
            Class::Int => {
                let value = self.end_int(head)?;
                match i32::try_from(value) {
                    Ok(value) if kind != Kind::I8 => visitor.visit_i32(value),
                    _ => visitor.visit_i64(value),
                }
            }
            Class::Boolean => {
                let text = self.scalar(head)?;
                visitor.visit_bool(number::boolean(&text).map_err(|e| e.at(start))?)
            }
            Class::Double => {
                let text = self.scalar(head)?;
                visitor.visit_f64(self.to_double(&text, start)?)
            }
            Class::String => visit_str(self.scalar(head)?, visitor),
            Class::DateTime => {
                let text = self.scalar(head)?;
                if self.tolerance().empty_dates && is_space(&text) {
                    return visitor.visit_unit();
                }
                if exact {
                    return precise(visitor.visit_enum(ExactDate(&text)), &text, start);
                }
                let date = DateTime::parse(&text).map_err(|e| e.at(start))?;
                visitor.visit_string(date.to_string())
            }
            Class::Base64 => {
                let bytes = self.bytes(head)?;
                visitor.visit_byte_buf(bytes)
            }
            Class::Array => self.visit_array(head, visitor),
            // A `Value` keeps the last of two members by itself, at every depth: it need not be told ahead.
            Class::Struct if exact && self.last_wins() => {
                self.set_last_wins(false);
                let value = self.visit_struct(head, &[], visitor);
                self.set_last_wins(true);
                value
            }
            Class::Struct => self.visit_struct(head, &[], visitor),
            Class::Nil => {
                self.end_nil(head)?;
                visitor.visit_unit()
            }
        }
    }

    fn visit_array<V: Visitor<'de>>(
        &mut self,
        head: Head<'de>,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let start = head.start;
        let array = self.array(head)?;
        let mut items = Items { cursor: self, array, index: 0, ended: false };
        let value = visitor.visit_seq(&mut items)?;
        let Items { array, index, ended, .. } = items;
        if !ended && self.item(&array)? {
            return Err(Error::new(
                ErrorKind::Type,
                format!("expected an array of {index}, found more items"),
            )
            .at(start));
        }
        self.end_array(&array)?;
        Ok(value)
    }

    /// `fields` are the names that are expected, in the order in which they will most likely come.
    fn visit_struct<V: Visitor<'de>>(
        &mut self,
        head: Head<'de>,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.enter()?;
        // Which members are passed over is known by their order, which what is predicted would not follow.
        let (superseded, expected) = if self.last_wins() {
            (self.superseded(&head)?, Default::default())
        } else {
            (Vec::new(), self.plain_names(fields))
        };
        let mut members = Members {
            cursor: self,
            head: &head,
            member: None,
            count: 0,
            expected,
            superseded: superseded.into_iter(),
            ended: false,
        };
        let value = visitor.visit_map(&mut members)?;
        let Members { member, ended, .. } = members;
        if !ended {
            if let Some(member) = member {
                self.skip_value()?;
                self.end_member(&member)?;
            }
            while let Some(member) = self.member(&head)? {
                self.skip_value()?;
                self.end_member(&member)?;
            }
        }
        self.end_struct(&head)?;
        Ok(value)
    }

    /// What is no struct where one is wanted: an array without items is one without members. PHP has one type for both, and
    /// its servers send the other when there is nothing in it.
    #[cold]
    fn visit_no_members<V: Visitor<'de>>(
        &mut self,
        head: Head<'de>,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (start, mismatch) = (head.start, head.mismatch(Class::Struct.described()));
        if head.kind.class() != Class::Array {
            return Err(mismatch);
        }
        let array = self.array(head)?;
        if self.item(&array)? {
            return Err(mismatch);
        }
        self.end_array(&array)?;
        visitor
            .visit_map(MapDeserializer::new(NO_MEMBERS.into_iter()))
            .map_err(|e: Error| e.at(start))
    }

    fn visit_bytes<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let start = self.position();
        if let Some(text) = self.predicted_base64() {
            match binary::decode(text) {
                Ok(bytes) => return visitor.visit_byte_buf(bytes),
                // What is escaped in it is resolved below, and what is wrong with it is said there.
                Err(_) => self.go_to(start),
            }
        }
        let head = self.value()?;
        match head.kind.class() {
            Class::Base64 => {
                let bytes = self.bytes(head)?;
                visitor.visit_byte_buf(bytes)
            }
            Class::Array => {
                let bytes = self.visit_array(head, binary::Octets)?;
                visitor.visit_byte_buf(bytes)
            }
            _ => Err(head.mismatch("base64")),
        }
    }

    fn visit_seq<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let head = self.value()?;
        match head.kind.class() {
            Class::Array => self.visit_array(head, visitor),
            Class::Base64 => {
                let start = head.start;
                let bytes = self.bytes(head)?;
                let mut octets = binary::OctetItems(bytes.iter());
                let value = visitor.visit_seq(&mut octets).map_err(|e| e.at(start))?;
                if octets.0.len() > 0 {
                    let taken = bytes.len() - octets.0.len();
                    let message = format!("expected {taken} bytes, found {}", bytes.len());
                    return Err(Error::new(ErrorKind::Type, message).at(start));
                }
                Ok(value)
            }
            _ => Err(head.mismatch("an array")),
        }
    }

    fn visit_date<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let mut start = self.position();
        let text = match self.predicted_text(Kind::DateTime)? {
            Some(text) => text,
            None => {
                let head = self.value_of(Class::DateTime)?;
                start = head.start;
                self.scalar(head)?
            }
        };
        precise(visitor.visit_str(&text), &text, start)
    }

    fn visit_enum<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let head = self.value()?;
        let start = head.start;
        match head.kind.class() {
            Class::String => {
                let name = self.scalar(head)?;
                visitor.visit_enum(name.into_deserializer()).map_err(|e: Error| e.at(start))
            }
            Class::Struct => {
                self.enter()?;
                let Some(member) = self.member(&head)? else {
                    return Err(Error::new(
                        ErrorKind::Type,
                        "expected a struct of one member, found an empty one",
                    )
                    .at(start));
                };
                let value = visitor
                    .visit_enum(Variant { cursor: self, name: &member.name })
                    .map_err(|e| e.at(start).in_member(&member.name))?;
                self.end_member(&member)?;
                if self.member(&head)?.is_some() {
                    return Err(Error::new(
                        ErrorKind::Type,
                        "expected a struct of one member, found more",
                    )
                    .at(start));
                }
                self.end_struct(&head)?;
                Ok(value)
            }
            _ => Err(head.mismatch("a string or a struct")),
        }
    }
}

/// What a visitor made of the text of a date. Its error went through serde, which keeps no kind.
#[inline]
fn precise<T>(result: Result<T, Error>, text: &str, start: usize) -> Result<T, Error> {
    result.map_err(|error| DateTime::parse(text).err().unwrap_or(error).at(start))
}

#[inline]
fn visit_str<'de, V: Visitor<'de>>(text: Cow<'de, str>, visitor: V) -> Result<V::Value, Error> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

macro_rules! ints {
    ($($method:ident, $visit:ident, $type:literal;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let value = self.int_as($type)?;
            visitor.$visit(value)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Cursor<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let head = self.value()?;
        self.any(head, visitor, false)
    }

    ints! {
        deserialize_i8, visit_i8, "i8";
        deserialize_i16, visit_i16, "i16";
        deserialize_i32, visit_i32, "i32";
        deserialize_i64, visit_i64, "i64";
        deserialize_i128, visit_i128, "i128";
        deserialize_u8, visit_u8, "u8";
        deserialize_u16, visit_u16, "u16";
        deserialize_u32, visit_u32, "u32";
        deserialize_u64, visit_u64, "u64";
        deserialize_u128, visit_u128, "u128";
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.boolean()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let start = self.position();
        let value = number::narrow(self.double()?).map_err(|e| e.at(start))?;
        visitor.visit_f32(value)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.double()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_str(self.string()?, visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_str(self.string()?, visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_str(self.string()?, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_bytes(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.nil()? { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.nil()? {
            return visitor.visit_unit();
        }
        let head = self.value()?;
        Err(head.mismatch(Class::Nil.described()))
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
        match name {
            value::VALUE => {
                let head = self.value()?;
                self.any(head, visitor, true)
            }
            DateTime::NAME => self.visit_date(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_seq(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let head = self.value()?;
        if head.kind.class() != Class::Struct {
            return self.visit_no_members(head, visitor);
        }
        self.visit_struct(head, &[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let head = self.value()?;
        if head.kind.class() != Class::Struct {
            return self.visit_no_members(head, visitor);
        }
        self.visit_struct(head, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_enum(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.skip_value()?;
        visitor.visit_unit()
    }
}

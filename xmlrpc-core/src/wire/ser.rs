//! serde's serializer, straight into the buffer.

mod compound;
mod piece;

use serde::{Serialize, Serializer};

use self::compound::{Items, Members, Sequence, VariantItems, VariantMembers};
use super::{
    binary,
    dialect::{DateForm, Dialect, I8Use, no_i8},
    escape,
    scalar::OctetWriter,
};
use crate::{Error, ErrorKind, datetime::DateTime, value};

/// Writes one value.
pub(super) struct ValueWriter<'a> {
    out: &'a mut Vec<u8>,
    dialect: Dialect,
    form: Form,
    /// `None` is told and not written.
    parameter: bool,
}

/// What the value is on the wire where serde's model has no word for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    /// A sequence of `u8` is base64.
    Bytes,
    /// A text is a date.
    Date,
    /// An integer is an `i8`, however small.
    I8,
}

/// Whether something was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Value,
    /// Nothing, for what serde calls `None`.
    None,
}

impl<'a> ValueWriter<'a> {
    #[inline]
    pub(super) fn new(out: &'a mut Vec<u8>, dialect: Dialect) -> Self {
        ValueWriter { out, dialect, form: Form::Plain, parameter: false }
    }

    /// Writes a sequence of `u8`, also inside an `Option`, as base64.
    pub(super) fn bytes(out: &'a mut Vec<u8>, dialect: Dialect) -> Self {
        ValueWriter { out, dialect, form: Form::Bytes, parameter: false }
    }

    /// A parameter: what serde calls `None` is not written, but told, for it may be left out.
    pub(super) fn parameter(self) -> Self {
        ValueWriter { parameter: true, ..self }
    }

    #[inline]
    fn scalar(self, begin: &str, text: &str, end: &str) -> Result<Written, Error> {
        self.out.extend_from_slice(begin.as_bytes());
        self.out.extend_from_slice(text.as_bytes());
        self.out.extend_from_slice(end.as_bytes());
        Ok(Written::Value)
    }

    #[inline]
    fn int(self, value: i32) -> Result<Written, Error> {
        piece::int(value, self.out);
        Ok(Written::Value)
    }

    /// An integer of a type that may need an `i8`.
    #[inline]
    fn long(self, value: i64) -> Result<Written, Error> {
        let wanted = match self.dialect.i8 {
            I8Use::WhereNeeded => self.form == Form::I8,
            I8Use::Always => true,
            I8Use::Never => false,
        };
        match i32::try_from(value) {
            Ok(value) if !wanted => self.int(value),
            _ => self.i8(value),
        }
    }

    fn i8(self, value: i64) -> Result<Written, Error> {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(value);
        match self.dialect {
            Dialect { i8: I8Use::Never, .. } => Err(no_i8(value)),
            Dialect { prefixed: true, .. } => {
                self.scalar("<value><ex:i8>", digits, "</ex:i8></value>")
            }
            _ => self.scalar("<value><i8>", digits, "</i8></value>"),
        }
    }

    fn wide_int<T: Copy + ToString>(self, value: T) -> Result<Written, Error>
    where
        i64: TryFrom<T>,
    {
        match i64::try_from(value) {
            Ok(value) => self.long(value),
            Err(_) => Err(Error::new(
                ErrorKind::Range,
                format!("{} does not fit into the 64 bits of an i8", value.to_string()),
            )),
        }
    }

    fn double(self, value: f64) -> Result<Written, Error> {
        if !value.is_finite() {
            return Err(Error::new(ErrorKind::Range, format!("{value} has no form as a double")));
        }
        const BEGIN: &str = "<value><double>";
        const END: &str = "</double></value>";
        let mut digits = zmij::Buffer::new();
        let text = digits.format_finite(value);
        // Only what is very large or small is given an exponent.
        let plain = value == 0.0 || (1e-4..1e15).contains(&value.abs());
        if !plain && text.contains('e') {
            // The specification knows no exponents. `Display` writes none, and reads back to the same bits, too.
            return self.scalar(BEGIN, &value.to_string(), END);
        }
        self.scalar(BEGIN, text, END)
    }

    /// From `1998-07-17T14:08:55`, which has no hyphens in the form of the specification.
    fn date(self, text: &str) -> Result<Written, Error> {
        if self.dialect.date == DateForm::Basic
            && let Ok(text) = <&[u8; 19]>::try_from(text.as_bytes())
            && escape::is_plain(text)
        {
            piece::date(text, self.out);
            return Ok(Written::Value);
        }
        let (Some(year), Some(month), Some(rest)) = (text.get(..4), text.get(5..7), text.get(8..))
        else {
            return Err(Error::new(ErrorKind::Range, "a date in a form of its own"));
        };
        self.out.extend_from_slice(b"<value><dateTime.iso8601>");
        match self.dialect.date {
            DateForm::Basic => {
                for part in [year, month, rest] {
                    escape::text(part, self.out)?;
                }
            }
            DateForm::Extended => escape::text(text, self.out)?,
        }
        self.out.extend_from_slice(b"</dateTime.iso8601></value>");
        Ok(Written::Value)
    }
}

impl<'a> Serializer for ValueWriter<'a> {
    type Ok = Written;
    type Error = Error;
    type SerializeSeq = Sequence<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = VariantItems<'a>;
    type SerializeMap = Members<'a>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = VariantMembers<'a>;

    fn serialize_bool(self, value: bool) -> Result<Written, Error> {
        self.scalar("<value><boolean>", if value { "1" } else { "0" }, "</boolean></value>")
    }
    fn serialize_i8(self, value: i8) -> Result<Written, Error> {
        self.int(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<Written, Error> {
        self.int(value.into())
    }
    #[inline]
    fn serialize_i32(self, value: i32) -> Result<Written, Error> {
        self.int(value)
    }
    #[inline]
    fn serialize_i64(self, value: i64) -> Result<Written, Error> {
        self.long(value)
    }
    fn serialize_i128(self, value: i128) -> Result<Written, Error> {
        self.wide_int(value)
    }
    fn serialize_u8(self, value: u8) -> Result<Written, Error> {
        self.int(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<Written, Error> {
        self.int(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<Written, Error> {
        self.long(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<Written, Error> {
        self.wide_int(value)
    }
    fn serialize_u128(self, value: u128) -> Result<Written, Error> {
        self.wide_int(value)
    }
    fn serialize_f32(self, value: f32) -> Result<Written, Error> {
        self.double(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<Written, Error> {
        self.double(value)
    }
    fn serialize_char(self, value: char) -> Result<Written, Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<Written, Error> {
        if self.form == Form::Date {
            return self.date(value);
        }
        self.out.extend_from_slice(b"<value><string>");
        escape::text(value, self.out)?;
        self.out.extend_from_slice(b"</string></value>");
        Ok(Written::Value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Written, Error> {
        self.out.extend_from_slice(b"<value><base64>");
        binary::encode(value, self.out)?;
        self.out.extend_from_slice(b"</base64></value>");
        Ok(Written::Value)
    }

    fn serialize_none(self) -> Result<Written, Error> {
        if self.parameter {
            return Ok(Written::None);
        }
        self.serialize_unit()
    }
    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written, Error> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Written, Error> {
        self.dialect.write_nil(self.out).map(|()| Written::Value)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Written, Error> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Written, Error> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Result<Written, Error> {
        match name {
            DateTime::NAME => self.form = Form::Date,
            value::I8 => self.form = Form::I8,
            _ => {}
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Written, Error> {
        compound::newtype_variant(self.out, self.dialect, variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence<'a>, Error> {
        if self.form == Form::Bytes {
            return Ok(Sequence::Bytes(OctetWriter::new(self.out)));
        }
        Ok(Sequence::Array(Items::begin(self.out, self.dialect)))
    }
    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.out, self.dialect))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.out, self.dialect))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<VariantItems<'a>, Error> {
        VariantItems::begin(self.out, self.dialect, variant)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Members<'a>, Error> {
        Ok(Members::begin(self.out, self.dialect))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'a>, Error> {
        Ok(Members::begin(self.out, self.dialect))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<VariantMembers<'a>, Error> {
        VariantMembers::begin(self.out, self.dialect, variant)
    }
}

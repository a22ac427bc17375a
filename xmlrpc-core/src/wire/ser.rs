//! serde's serializer, straight into the buffer.

use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::{
    binary, escape,
    scalar::{NameWriter, OctetWriter},
};
use crate::{Error, ErrorKind, datetime::DateTime, value};

/// Writes one value.
pub(super) struct ValueWriter<'a> {
    out: &'a mut Vec<u8>,
    form: Form,
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

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Value,
    /// What serde calls `None`, as nil.
    None,
}

const NIL: &[u8] = b"<value><nil/></value>";
const STRUCT: &[u8] = b"<value><struct>";
const STRUCT_END: &[u8] = b"</struct></value>";
const ARRAY: &[u8] = b"<value><array><data>";
const ARRAY_END: &[u8] = b"</data></array></value>";

impl<'a> ValueWriter<'a> {
    #[inline]
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        ValueWriter { out, form: Form::Plain }
    }

    /// Writes a sequence of `u8`, also inside an `Option`, as base64.
    pub(super) fn bytes(out: &'a mut Vec<u8>) -> Self {
        ValueWriter { out, form: Form::Bytes }
    }

    #[inline]
    fn scalar(self, begin: &str, text: &str, end: &str) -> Result<Written, Error> {
        self.out.extend_from_slice(begin.as_bytes());
        self.out.extend_from_slice(text.as_bytes());
        self.out.extend_from_slice(end.as_bytes());
        Ok(Written::Value)
    }

    #[inline]
    fn int(self, value: i64) -> Result<Written, Error> {
        let mut digits = itoa::Buffer::new();
        if self.form != Form::I8
            && let Ok(value) = i32::try_from(value)
        {
            return self.scalar("<value><int>", digits.format(value), "</int></value>");
        }
        self.scalar("<value><i8>", digits.format(value), "</i8></value>")
    }

    fn wide_int<T: Copy + ToString>(self, value: T) -> Result<Written, Error>
    where
        i64: TryFrom<T>,
    {
        match i64::try_from(value) {
            Ok(value) => self.int(value),
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
        if text.contains('e') {
            // The specification knows no exponents. `Display` writes none, and reads back to the same bits, too.
            return self.scalar(BEGIN, &value.to_string(), END);
        }
        self.scalar(BEGIN, text, END)
    }

    /// `1998-07-17T14:08:55` without its hyphens: the form of the specification.
    fn date(self, text: &str) -> Result<Written, Error> {
        let (Some(year), Some(month), Some(rest)) = (text.get(..4), text.get(5..7), text.get(8..))
        else {
            return Err(Error::new(ErrorKind::Range, "a date in a form of its own"));
        };
        self.out.extend_from_slice(b"<value><dateTime.iso8601>");
        for part in [year, month, rest] {
            escape::text(part, self.out)?;
        }
        self.out.extend_from_slice(b"</dateTime.iso8601></value>");
        Ok(Written::Value)
    }

    fn begin_struct(self) -> Members<'a> {
        self.out.extend_from_slice(STRUCT);
        Members { out: self.out, name: (0, 0) }
    }

    fn begin_array(self) -> Items<'a> {
        self.out.extend_from_slice(ARRAY);
        Items { out: self.out, index: 0 }
    }

    /// Opens a struct of one member, whose value is the content of the variant.
    fn begin_variant(&mut self, variant: &'static str) -> Result<(), Error> {
        self.out.extend_from_slice(b"<value><struct><member><name>");
        escape::text(variant, self.out).map_err(|e| e.in_member(variant))?;
        self.out.extend_from_slice(b"</name>");
        Ok(())
    }
}

const VARIANT_END: &[u8] = b"</member></struct></value>";

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
        self.int(value.into())
    }
    #[inline]
    fn serialize_i64(self, value: i64) -> Result<Written, Error> {
        self.int(value)
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
        self.int(value.into())
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
        self.out.extend_from_slice(NIL);
        Ok(Written::None)
    }
    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written, Error> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Written, Error> {
        self.out.extend_from_slice(NIL);
        Ok(Written::Value)
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
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Written, Error> {
        self.begin_variant(variant)?;
        value.serialize(ValueWriter::new(self.out)).map_err(|e| e.in_member(variant))?;
        self.out.extend_from_slice(VARIANT_END);
        Ok(Written::Value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence<'a>, Error> {
        if self.form == Form::Bytes {
            return Ok(Sequence::Bytes(OctetWriter::new(self.out)));
        }
        Ok(Sequence::Array(self.begin_array()))
    }
    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Error> {
        Ok(self.begin_array())
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(self.begin_array())
    }
    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<VariantItems<'a>, Error> {
        self.begin_variant(variant)?;
        Ok(VariantItems { variant, items: self.begin_array() })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Members<'a>, Error> {
        Ok(self.begin_struct())
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'a>, Error> {
        Ok(self.begin_struct())
    }
    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<VariantMembers<'a>, Error> {
        self.begin_variant(variant)?;
        Ok(VariantMembers { variant, members: self.begin_struct() })
    }
}

/// A sequence: an array, or base64 where the caller knows it for bytes.
pub(super) enum Sequence<'a> {
    Array(Items<'a>),
    Bytes(OctetWriter<'a>),
}

impl SerializeSeq for Sequence<'_> {
    type Ok = Written;
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        match self {
            Sequence::Array(items) => items.item(value),
            Sequence::Bytes(bytes) => bytes.octet(value),
        }
    }

    fn end(self) -> Result<Written, Error> {
        match self {
            Sequence::Array(items) => items.finish(),
            Sequence::Bytes(bytes) => bytes.finish()?,
        }
        Ok(Written::Value)
    }
}

/// The items of an array.
pub(super) struct Items<'a> {
    out: &'a mut Vec<u8>,
    index: usize,
}

impl Items<'_> {
    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(ValueWriter::new(self.out)).map_err(|e| e.in_item(self.index))?;
        self.index += 1;
        Ok(())
    }

    fn finish(self) {
        self.out.extend_from_slice(ARRAY_END);
    }
}

impl SerializeTuple for Items<'_> {
    type Ok = Written;
    type Error = Error;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }
    fn end(self) -> Result<Written, Error> {
        self.finish();
        Ok(Written::Value)
    }
}

impl SerializeTupleStruct for Items<'_> {
    type Ok = Written;
    type Error = Error;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }
    fn end(self) -> Result<Written, Error> {
        self.finish();
        Ok(Written::Value)
    }
}

/// The items of a tuple that is a variant.
pub(super) struct VariantItems<'a> {
    variant: &'static str,
    items: Items<'a>,
}

impl SerializeTupleVariant for VariantItems<'_> {
    type Ok = Written;
    type Error = Error;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.items.item(value).map_err(|e| e.in_member(self.variant))
    }
    fn end(self) -> Result<Written, Error> {
        self.items.out.extend_from_slice(ARRAY_END);
        self.items.out.extend_from_slice(VARIANT_END);
        Ok(Written::Value)
    }
}

/// The members of a struct.
pub(super) struct Members<'a> {
    out: &'a mut Vec<u8>,
    /// Where the name of the member at hand stands in the buffer.
    name: (usize, usize),
}

impl Members<'_> {
    #[inline]
    fn member<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.out.extend_from_slice(b"<member><name>");
        escape::text(name, self.out).map_err(|e| e.in_member(name))?;
        self.out.extend_from_slice(b"</name>");
        value.serialize(ValueWriter::new(self.out)).map_err(|e| e.in_member(name))?;
        self.out.extend_from_slice(b"</member>");
        Ok(())
    }
}

impl SerializeStruct for Members<'_> {
    type Ok = Written;
    type Error = Error;
    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.member(name, value)
    }
    fn end(self) -> Result<Written, Error> {
        self.out.extend_from_slice(STRUCT_END);
        Ok(Written::Value)
    }
}

impl SerializeMap for Members<'_> {
    type Ok = Written;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.out.extend_from_slice(b"<member><name>");
        let start = self.out.len();
        key.serialize(NameWriter(self.out))?;
        self.name = (start, self.out.len());
        self.out.extend_from_slice(b"</name>");
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let (start, end) = self.name;
        value.serialize(ValueWriter::new(self.out)).map_err(|e| {
            let name = String::from_utf8_lossy(&self.out[start..end]);
            // What was escaped is shown as it was.
            e.in_member(&quick_xml::escape::unescape(&name).unwrap_or(name.as_ref().into()))
        })?;
        self.out.extend_from_slice(b"</member>");
        Ok(())
    }

    fn end(self) -> Result<Written, Error> {
        self.out.extend_from_slice(STRUCT_END);
        Ok(Written::Value)
    }
}

/// The members of a struct that is a variant.
pub(super) struct VariantMembers<'a> {
    variant: &'static str,
    members: Members<'a>,
}

impl SerializeStructVariant for VariantMembers<'_> {
    type Ok = Written;
    type Error = Error;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.members.member(name, value).map_err(|e| e.in_member(self.variant))
    }
    fn end(self) -> Result<Written, Error> {
        self.members.out.extend_from_slice(STRUCT_END);
        self.members.out.extend_from_slice(VARIANT_END);
        Ok(Written::Value)
    }
}

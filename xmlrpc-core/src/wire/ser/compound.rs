//! What serde writes into arrays and structs, piece by piece.

use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::{
    super::{
        dialect::Dialect,
        escape,
        scalar::{NameWriter, OctetWriter},
    },
    ValueWriter, Written,
};
use crate::Error;

const ARRAY: &[u8] = b"<value><array><data>";
const ARRAY_END: &[u8] = b"</data></array></value>";
const STRUCT: &[u8] = b"<value><struct>";
const STRUCT_END: &[u8] = b"</struct></value>";
const MEMBER: &[u8] = b"<member><name>";
const NAME_END: &[u8] = b"</name>";
const VARIANT: &[u8] = b"<value><struct><member><name>";
const VARIANT_END: &[u8] = b"</member></struct></value>";

/// Opens a struct of one member, whose value is the content of the variant.
fn begin_variant(out: &mut Vec<u8>, variant: &'static str) -> Result<(), Error> {
    out.extend_from_slice(VARIANT);
    escape::text(variant, out).map_err(|e| e.in_member(variant))?;
    out.extend_from_slice(b"</name>");
    Ok(())
}

/// Writes a variant that holds one value.
pub(super) fn newtype_variant<T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    dialect: Dialect,
    variant: &'static str,
    value: &T,
) -> Result<Written, Error> {
    begin_variant(out, variant)?;
    value.serialize(ValueWriter::new(out, dialect)).map_err(|e| e.in_member(variant))?;
    out.extend_from_slice(VARIANT_END);
    Ok(Written::Value)
}

/// A sequence: an array, or base64 where the caller knows it for bytes.
pub(in crate::wire) enum Sequence<'a> {
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
pub(in crate::wire) struct Items<'a> {
    out: &'a mut Vec<u8>,
    dialect: Dialect,
    index: usize,
}

impl<'a> Items<'a> {
    pub(super) fn begin(out: &'a mut Vec<u8>, dialect: Dialect) -> Self {
        out.extend_from_slice(ARRAY);
        Items { out, dialect, index: 0 }
    }

    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let writer = ValueWriter::new(self.out, self.dialect);
        value.serialize(writer).map_err(|e| e.in_item(self.index))?;
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
pub(in crate::wire) struct VariantItems<'a> {
    variant: &'static str,
    items: Items<'a>,
}

impl<'a> VariantItems<'a> {
    pub(super) fn begin(
        out: &'a mut Vec<u8>,
        dialect: Dialect,
        variant: &'static str,
    ) -> Result<Self, Error> {
        begin_variant(out, variant)?;
        Ok(VariantItems { variant, items: Items::begin(out, dialect) })
    }
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

/// Opens a member whose name is long, or may have to be escaped.
#[inline(never)]
fn long_name(name: &'static str, out: &mut Vec<u8>) -> Result<(), Error> {
    out.extend_from_slice(MEMBER);
    escape::text(name, out).map_err(|e| e.in_member(name))?;
    out.extend_from_slice(NAME_END);
    Ok(())
}

/// The members of a struct.
pub(in crate::wire) struct Members<'a> {
    out: &'a mut Vec<u8>,
    dialect: Dialect,
    /// Where the name of the member at hand stands in the buffer.
    name: (usize, usize),
}

impl<'a> Members<'a> {
    pub(super) fn begin(out: &'a mut Vec<u8>, dialect: Dialect) -> Self {
        out.extend_from_slice(STRUCT);
        Members { out, dialect, name: (0, 0) }
    }

    // Names of fields are constants: inlined, their scan is done by the compiler, and the tags around them are one
    // constant with them.
    #[inline(always)]
    fn member<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if escape::is_plain_name(name) {
            let mut head = [0; MEMBER.len() + escape::NAME + NAME_END.len()];
            let end = MEMBER.len() + name.len();
            head[..MEMBER.len()].copy_from_slice(MEMBER);
            head[MEMBER.len()..end].copy_from_slice(name.as_bytes());
            head[end..end + NAME_END.len()].copy_from_slice(NAME_END);
            self.out.extend_from_slice(&head[..end + NAME_END.len()]);
        } else {
            long_name(name, self.out)?;
        }
        self.value(name, value)
    }

    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        let writer = ValueWriter::new(self.out, self.dialect);
        value.serialize(writer).map_err(|e| e.in_member(name))?;
        self.out.extend_from_slice(b"</member>");
        Ok(())
    }
}

impl SerializeStruct for Members<'_> {
    type Ok = Written;
    type Error = Error;
    #[inline(always)]
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
        let writer = ValueWriter::new(self.out, self.dialect);
        value.serialize(writer).map_err(|e| {
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
pub(in crate::wire) struct VariantMembers<'a> {
    variant: &'static str,
    members: Members<'a>,
}

impl<'a> VariantMembers<'a> {
    pub(super) fn begin(
        out: &'a mut Vec<u8>,
        dialect: Dialect,
        variant: &'static str,
    ) -> Result<Self, Error> {
        begin_variant(out, variant)?;
        Ok(VariantMembers { variant, members: Members::begin(out, dialect) })
    }
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

//! Serializers that take one thing only: the name of a member, or an octet of a sequence of bytes.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible},
};

use super::{binary, escape};
use crate::Error;

/// Writes the key of a map as the name of a member.
pub(super) struct NameWriter<'a>(pub(super) &'a mut Vec<u8>);

/// Gives an octet back.
struct Octet;

/// Writes a sequence of `u8` as base64, as the octets come.
pub(super) struct OctetWriter<'a> {
    out: &'a mut Vec<u8>,
    held: Box<[u8]>,
    length: usize,
}

/// A multiple of three, so that base64 does not pad in between.
const HELD: usize = 3 << 10;

impl<'a> OctetWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        out.extend_from_slice(b"<value><base64>");
        OctetWriter { out, held: vec![0; HELD].into_boxed_slice(), length: 0 }
    }

    #[inline(always)]
    pub(super) fn octet<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let octet = value.serialize(Octet)?;
        if let Some(place) = self.held.get_mut(self.length) {
            *place = octet;
            self.length += 1;
            return Ok(());
        }
        self.flush()?;
        self.held[0] = octet;
        self.length = 1;
        Ok(())
    }

    #[inline(never)]
    fn flush(&mut self) -> Result<(), Error> {
        binary::encode(&self.held[..self.length], self.out)
    }

    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.flush()?;
        self.out.extend_from_slice(b"</base64></value>");
        Ok(())
    }
}

macro_rules! refuse {
    ($ok:ty, $message:literal, $($method:ident($type:ty)),*) => {
        $(
            fn $method(self, _: $type) -> Result<$ok, Error> {
                Err(Error::custom($message))
            }
        )*
    };
}

/// What neither of them takes.
macro_rules! refuse_compound {
    ($ok:ty, $message:literal) => {
        type Ok = $ok;
        type Error = Error;
        type SerializeSeq = Impossible<$ok, Error>;
        type SerializeTuple = Impossible<$ok, Error>;
        type SerializeTupleStruct = Impossible<$ok, Error>;
        type SerializeTupleVariant = Impossible<$ok, Error>;
        type SerializeMap = Impossible<$ok, Error>;
        type SerializeStruct = Impossible<$ok, Error>;
        type SerializeStructVariant = Impossible<$ok, Error>;

        refuse!($ok, $message, serialize_f32(f32), serialize_f64(f64), serialize_bytes(&[u8]));

        fn serialize_none(self) -> Result<$ok, Error> {
            Err(Error::custom($message))
        }
        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<$ok, Error> {
            value.serialize(self)
        }
        fn serialize_unit(self) -> Result<$ok, Error> {
            Err(Error::custom($message))
        }
        fn serialize_unit_struct(self, _: &'static str) -> Result<$ok, Error> {
            Err(Error::custom($message))
        }
        fn serialize_newtype_struct<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<$ok, Error> {
            value.serialize(self)
        }
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<$ok, Error> {
            Err(Error::custom($message))
        }
        fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
            Err(Error::custom($message))
        }
        fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
            Err(Error::custom($message))
        }
        fn serialize_tuple_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct, Error> {
            Err(Error::custom($message))
        }
        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant, Error> {
            Err(Error::custom($message))
        }
        fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
            Err(Error::custom($message))
        }
        fn serialize_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStruct, Error> {
            Err(Error::custom($message))
        }
        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant, Error> {
            Err(Error::custom($message))
        }
    };
}

macro_rules! ints {
    ($($method:ident($type:ty)),*) => {
        $(
            fn $method(self, value: $type) -> Result<(), Error> {
                self.0.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
                Ok(())
            }
        )*
    };
}

impl Serializer for NameWriter<'_> {
    refuse_compound!((), "the keys of a map must be texts, integers or booleans");

    ints!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128)
    );

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.serialize_str(if value { "true" } else { "false" })
    }
    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Error> {
        escape::text(value, self.0).map_err(|e| e.in_member(value))
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }
}

impl Serializer for Octet {
    refuse_compound!(u8, "a sequence of bytes that holds something else");

    #[inline(always)]
    fn serialize_u8(self, value: u8) -> Result<u8, Error> {
        Ok(value)
    }

    refuse!(
        u8,
        "a sequence of bytes that holds something else",
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_char(char),
        serialize_str(&str)
    );

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<u8, Error> {
        Err(Error::custom("a sequence of bytes that holds something else"))
    }
}

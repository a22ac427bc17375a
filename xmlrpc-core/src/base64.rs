//! Bytes, for fields whose type would be a list otherwise.

use std::{
    fmt,
    ops::{Deref, DerefMut},
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, SeqAccess},
};

/// Bytes that are base64 on the wire, wherever they stand.
///
/// Parameters and results of type `Vec<u8>` are base64 by themselves. Inside other types serde cannot tell bytes from
/// a list of small numbers: this type says what is meant. (So does the crate `serde_bytes`.) When reading, either form
/// is taken for either.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::Base64;
///
/// let picture = Base64::from(vec![0x89, b'P']);
/// assert_eq!(picture.len(), 2);
/// let bytes: Vec<u8> = picture.into();
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base64(pub Vec<u8>);

impl Deref for Base64 {
    type Target = Vec<u8>;
    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Base64 {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Base64(bytes)
    }
}

impl From<&[u8]> for Base64 {
    fn from(bytes: &[u8]) -> Self {
        Base64(bytes.to_vec())
    }
}

impl From<Base64> for Vec<u8> {
    fn from(bytes: Base64) -> Self {
        bytes.0
    }
}

/// The bytes, not their base64: a picture of 1 MB would fill a log.
impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        match self.0.get(..SHOWN) {
            Some(start) if self.0.len() > SHOWN => {
                write!(f, "Base64({start:02x?}... {} bytes)", self.0.len())
            }
            _ => write!(f, "Base64({:02x?})", self.0),
        }
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Base64;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Base64, E> {
                Ok(Base64(bytes.to_vec()))
            }

            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Base64, E> {
                Ok(Base64(bytes))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Base64, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = items.next_element()? {
                    bytes.push(byte);
                }
                Ok(Base64(bytes))
            }
        }

        deserializer.deserialize_byte_buf(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_list_where_a_format_has_no_bytes() {
        let bytes = Base64(vec![1, 2]);
        let json = serde_json::to_string(&bytes).unwrap();
        assert_eq!(json, "[1,2]");
        assert_eq!(serde_json::from_str::<Base64>(&json).unwrap(), bytes);
    }

    #[test]
    fn debug_is_short() {
        assert_eq!(format!("{:?}", Base64(vec![1, 0xAB])), "Base64([01, ab])");
        assert!(format!("{:?}", Base64(vec![0; 1 << 20])).len() < 120);
    }
}

//! Which types are bytes.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

/// Whether this type is a sequence of `u8`, also inside an `Option` or a newtype: as a parameter or a result it is
/// written as base64.
///
/// The type is asked, not its name, so that aliases work: it is made to read from a deserializer that has nothing and
/// only notes what it is asked for.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::wire::is_bytes;
///
/// type Picture = Vec<u8>;
/// assert!(is_bytes::<Picture>() && is_bytes::<Option<Picture>>());
/// assert!(!is_bytes::<Vec<i32>>() && !is_bytes::<Vec<Vec<u8>>>() && !is_bytes::<String>());
/// ```
pub fn is_bytes<'de, T: Deserialize<'de>>() -> bool {
    matches!(T::deserialize(Recorder { depth: 0 }), Err(Seen::Bytes))
}

/// Newtypes and options around each other, before a type counts as one that never ends.
const MOST_WRAPPERS: u8 = 16;

/// What a type asked for, as the error with which it is turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Bytes,
    Other,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is nothing to read")
    }
}

impl std::error::Error for Seen {}

impl de::Error for Seen {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Seen::Other
    }
}

struct Recorder {
    depth: u8,
}

impl Recorder {
    fn inside(self) -> Result<Self, Seen> {
        if self.depth == MOST_WRAPPERS {
            return Err(Seen::Other);
        }
        Ok(Recorder { depth: self.depth + 1 })
    }
}

impl<'de> Deserializer<'de> for Recorder {
    type Error = Seen;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(Seen::Other)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(Seen::Bytes)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(Seen::Bytes)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_seq(Items)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_some(self.inside()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        visitor.visit_newtype_struct(self.inside()?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

struct Items;

impl<'de> SeqAccess<'de> for Items {
    type Error = Seen;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Seen> {
        seed.deserialize(Item).map(Some)
    }
}

/// One item of a sequence: of interest only if it is a `u8`.
struct Item;

impl<'de> Deserializer<'de> for Item {
    type Error = Seen;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(Seen::Other)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(Seen::Bytes)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    type Alias = Vec<u8>;

    #[derive(Deserialize)]
    struct Wrapped(#[allow(dead_code)] Option<Alias>);

    #[derive(Deserialize)]
    struct Endless(#[allow(dead_code)] Option<Box<Endless>>);

    #[test]
    fn asks_the_type() {
        assert!(is_bytes::<Alias>());
        assert!(is_bytes::<Box<[u8]>>());
        assert!(is_bytes::<Cow<'_, [u8]>>());
        assert!(is_bytes::<Option<Option<Vec<u8>>>>());
        assert!(is_bytes::<Wrapped>());
        assert!(is_bytes::<serde_bytes::ByteBuf>());
        assert!(is_bytes::<crate::Base64>());
    }

    #[test]
    fn and_nothing_else_is_bytes() {
        assert!(!is_bytes::<Vec<i8>>());
        assert!(!is_bytes::<Vec<Option<u8>>>());
        assert!(!is_bytes::<Vec<Vec<u8>>>());
        assert!(!is_bytes::<(u8, u8)>());
        assert!(!is_bytes::<String>());
        assert!(!is_bytes::<u8>());
        assert!(!is_bytes::<()>());
        assert!(!is_bytes::<crate::Value>());
        assert!(!is_bytes::<Endless>());
    }
}

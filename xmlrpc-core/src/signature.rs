//! What a method takes and returns, in the words of XML-RPC, as its types themselves tell it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor},
};

use crate::{datetime::DateTime, value, wire};

/// A type as the wire knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WireType {
    /// `int`, `i8`, `boolean`, `double`, `string`, `dateTime.iso8601`, `base64`, `array`, `struct` or `nil`; `undef`
    /// where more than one of them will do.
    pub name: &'static str,
    /// Whether it may be nil, and as one of the last parameters be left out.
    pub optional: bool,
}

impl WireType {
    /// The type that this one is on the wire.
    ///
    /// It is asked, so that aliases work: it is made to read from a deserializer that has nothing and only notes what it
    /// is asked for first.
    ///
    /// ```
    /// # extern crate xmlrpc_core as xmlrpc_proxy;
    /// use xmlrpc_proxy::WireType;
    ///
    /// assert_eq!(WireType::of::<u16>().name, "int");
    /// assert_eq!(WireType::of::<Vec<u8>>().name, "base64");
    /// assert!(WireType::of::<Option<String>>().optional);
    /// ```
    pub fn of<'de, T: Deserialize<'de>>() -> Self {
        let ask = |variant| match T::deserialize(Ask { depth: 0, optional: false, variant }) {
            Err(Seen::Type(seen)) => seen,
            // No type comes so far without having asked for something.
            Ok(_) | Err(Seen::Nothing) => Asked::new(UNDEFINED, false),
        };
        let mut seen = ask(0);
        // An enum has one form for all of its variants, or none that could be told.
        for variant in 1..seen.variants {
            if ask(variant).name != seen.name {
                seen.name = UNDEFINED;
            }
        }
        if wire::is_bytes::<T>() {
            seen.name = "base64";
        }
        WireType { name: seen.name, optional: seen.optional }
    }

    /// The type that an `Option` of this one is on the wire.
    pub fn optional<'de, T: Deserialize<'de>>() -> Self {
        WireType { optional: true, ..WireType::of::<T>() }
    }
}

/// The types of a method, asked for only when somebody wants to know.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::{Signature, WireType};
///
/// static SIGNATURE: Signature = Signature::new(
///     WireType::of::<Vec<String>>,
///     &[WireType::of::<String>, WireType::of::<Option<u16>>],
/// );
/// assert_eq!(SIGNATURE.forms(), [["array", "string", "int"].as_slice(), &["array", "string"]]);
/// ```
#[derive(Clone, Copy)]
pub struct Signature {
    result: fn() -> WireType,
    params: &'static [fn() -> WireType],
}

impl Signature {
    /// The signature of a method with this result and these parameters.
    pub const fn new(result: fn() -> WireType, params: &'static [fn() -> WireType]) -> Self {
        Signature { result, params }
    }

    /// The type of the result.
    pub fn result(&self) -> WireType {
        (self.result)()
    }

    /// The types of the parameters.
    pub fn params(&self) -> impl ExactSizeIterator<Item = WireType> + '_ {
        self.params.iter().map(|param| param())
    }

    /// The forms in which it can be called, as `system.methodSignature` tells them: the name of the result's type, then
    /// those of the parameters. Each optional parameter at the end makes one form more.
    pub fn forms(&self) -> Vec<Vec<&'static str>> {
        let params: Vec<_> = self.params().collect();
        let needed = params.iter().rposition(|param| !param.optional).map_or(0, |last| last + 1);
        let names = || std::iter::once(self.result().name).chain(params.iter().map(|it| it.name));
        (needed..=params.len()).rev().map(|count| names().take(count + 1).collect()).collect()
    }
}

/// Two are equal if they say the same, whatever functions say it.
impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.result() == other.result() && self.params().eq(other.params())
    }
}

impl Eq for Signature {}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signature")
            .field("result", &self.result())
            .field("params", &self.params().collect::<Vec<_>>())
            .finish()
    }
}

/// Any type, or one of several.
const UNDEFINED: &str = "undef";

/// Newtypes and options around each other, before a type counts as one that never ends.
const MOST_WRAPPERS: u8 = 16;

/// What a type asked for, as the error with which it is turned away.
#[derive(Debug)]
enum Seen {
    Type(Asked),
    Nothing,
}

#[derive(Debug)]
struct Asked {
    name: &'static str,
    optional: bool,
    /// For an enum, how many variants there are to ask for.
    variants: usize,
}

impl Asked {
    fn new(name: &'static str, optional: bool) -> Self {
        Asked { name, optional, variants: 0 }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is nothing to read")
    }
}

impl std::error::Error for Seen {}

impl de::Error for Seen {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Seen::Nothing
    }
}

#[derive(Clone, Copy)]
struct Ask {
    depth: u8,
    optional: bool,
    /// Which variant of an enum is asked for.
    variant: usize,
}

impl Ask {
    fn inside(self) -> Result<Self, Seen> {
        if self.depth == MOST_WRAPPERS {
            return Err(self.seen(UNDEFINED));
        }
        Ok(Ask { depth: self.depth + 1, ..self })
    }

    fn seen(self, name: &'static str) -> Seen {
        Seen::Type(Asked::new(name, self.optional))
    }
}

macro_rules! names {
    ($($name:literal: $($method:ident)*;)*) => {$($(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
            Err(self.seen($name))
        }
    )*)*};
}

impl<'de> Deserializer<'de> for Ask {
    type Error = Seen;

    names! {
        "undef": deserialize_any deserialize_ignored_any;
        "boolean": deserialize_bool;
        "int": deserialize_i8 deserialize_i16 deserialize_i32 deserialize_u8 deserialize_u16;
        "i8": deserialize_i64 deserialize_i128 deserialize_u32 deserialize_u64 deserialize_u128;
        "double": deserialize_f32 deserialize_f64;
        "string": deserialize_char deserialize_str deserialize_string deserialize_identifier;
        "base64": deserialize_bytes deserialize_byte_buf;
        "array": deserialize_seq;
        "struct": deserialize_map;
        "nil": deserialize_unit;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_some(Ask { optional: true, ..self.inside()? })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        match name {
            DateTime::NAME => Err(self.seen("dateTime.iso8601")),
            value::VALUE => Err(self.seen(UNDEFINED)),
            _ => visitor.visit_newtype_struct(self.inside()?),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Seen> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Seen> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Seen> {
        let Some(name) = variants.get(self.variant) else { return Err(self.seen(UNDEFINED)) };
        let count = variants.len();
        visitor.visit_enum(Variant { ask: self, name, count })
    }
}

/// One variant of an enum.
struct Variant {
    ask: Ask,
    name: &'static str,
    count: usize,
}

impl Variant {
    fn seen(self, name: &'static str) -> Seen {
        Seen::Type(Asked { name, optional: self.ask.optional, variants: self.count })
    }
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Seen;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Seen> {
        let name = seed.deserialize(IntoDeserializer::<Seen>::into_deserializer(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Seen;

    fn unit_variant(self) -> Result<(), Seen> {
        Err(self.seen("string"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Seen> {
        Err(self.seen("struct"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Seen> {
        Err(self.seen("struct"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Seen> {
        Err(self.seen("struct"))
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "the types are asked and never made")]
mod tests {
    use std::{borrow::Cow, collections::HashMap};

    use super::*;
    use crate::{Base64, Value};

    #[derive(Deserialize)]
    struct Person {
        id: i32,
    }

    #[derive(Deserialize)]
    struct Id(u64);

    #[derive(Deserialize)]
    struct Nothing;

    #[derive(Deserialize)]
    enum Color {
        Red,
        Green,
    }

    #[derive(Deserialize)]
    enum Shape {
        Circle(f64),
        Square { side: f64 },
    }

    #[derive(Deserialize)]
    enum Mixed {
        Nobody,
        Somebody(String),
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Name(String),
        Id(i32),
    }

    #[derive(Deserialize)]
    #[serde(try_from = "String")]
    struct Checked;

    impl TryFrom<String> for Checked {
        type Error = &'static str;
        fn try_from(_: String) -> Result<Self, &'static str> {
            Err("never")
        }
    }

    #[derive(Deserialize)]
    struct Endless(Option<Box<Endless>>);

    #[derive(Deserialize)]
    enum Never {}

    fn name<'de, T: Deserialize<'de>>() -> &'static str {
        WireType::of::<T>().name
    }

    #[test]
    fn a_type_tells_what_it_is_on_the_wire() {
        for (is, expected) in [
            (name::<i32>(), "int"),
            (name::<u8>(), "int"),
            (name::<u32>(), "i8"),
            (name::<i64>(), "i8"),
            (name::<bool>(), "boolean"),
            (name::<f32>(), "double"),
            (name::<String>(), "string"),
            (name::<&str>(), "string"),
            (name::<char>(), "string"),
            (name::<DateTime>(), "dateTime.iso8601"),
            (name::<Base64>(), "base64"),
            (name::<Vec<u8>>(), "base64"),
            (name::<serde_bytes::ByteBuf>(), "base64"),
            (name::<Vec<Vec<u8>>>(), "array"),
            (name::<(i32, String)>(), "array"),
            (name::<[i32; 3]>(), "array"),
            (name::<Person>(), "struct"),
            (name::<HashMap<String, i32>>(), "struct"),
            (name::<()>(), "nil"),
            (name::<Nothing>(), "nil"),
            (name::<Value>(), "undef"),
            (name::<Id>(), "i8"),
            (name::<Box<Person>>(), "struct"),
            (name::<Cow<'_, str>>(), "string"),
            (name::<Checked>(), "string"),
        ] {
            assert_eq!(is, expected);
        }
    }

    #[test]
    fn an_enum_is_what_all_its_variants_are() {
        assert_eq!(name::<Color>(), "string");
        assert_eq!(name::<Shape>(), "struct");
        assert_eq!(name::<Mixed>(), "undef");
        assert_eq!(name::<Either>(), "undef");
        assert_eq!(name::<Never>(), "undef");
    }

    #[test]
    fn an_option_is_optional_and_what_is_in_it() {
        let both = |it: WireType| (it.name, it.optional);
        assert_eq!(both(WireType::of::<Option<DateTime>>()), ("dateTime.iso8601", true));
        assert_eq!(both(WireType::of::<Option<Vec<u8>>>()), ("base64", true));
        assert_eq!(both(WireType::of::<Option<Color>>()), ("string", true));
        assert_eq!(both(WireType::of::<Vec<Option<i32>>>()), ("array", false));
        assert_eq!(both(WireType::optional::<i32>()), ("int", true));
        assert_eq!(both(WireType::of::<Endless>()), ("undef", true));
    }

    #[test]
    fn only_options_at_the_end_make_further_forms() {
        let first: Signature = Signature::new(
            WireType::of::<()>,
            &[WireType::of::<Option<i32>>, WireType::of::<bool>],
        );
        assert_eq!(first.forms(), [["nil", "int", "boolean"]]);
        let last = Signature::new(
            WireType::of::<()>,
            &[WireType::of::<Option<i32>>, WireType::of::<Option<bool>>],
        );
        let forms: [&[&str]; 3] = [&["nil", "int", "boolean"], &["nil", "int"], &["nil"]];
        assert_eq!(last.forms(), forms);
        assert_eq!(Signature::new(WireType::of::<i32>, &[]).forms(), [["int"]]);
    }
}

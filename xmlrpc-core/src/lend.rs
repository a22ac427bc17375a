//! Parameters that a method borrows: what the dispatcher holds while the method runs.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    path::{Path, PathBuf},
};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, Visitor},
};

use crate::Wire;

/// A type that a method can take as `&Self`, and what the dispatcher reads for it from a call.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be made from a call",
    label = "this type needs serde's `Serialize` and `Deserialize`, or is not one that can be borrowed",
    note = "borrowed parameters are `&str`, `&[T]`, `&Path` and `&T`, where `T` is `Serialize + Deserialize`"
)]
pub trait Lend: Serialize {
    /// What is held: it may borrow from the request.
    type Held<'de>: Deserialize<'de> + Borrow<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Wire> Lend for T {
    type Held<'de> = T;
}

#[diagnostic::do_not_recommend]
impl<T: Wire> Lend for [T] {
    type Held<'de> = Vec<T>;
}

impl Lend for str {
    type Held<'de> = Text<'de>;
}

impl Lend for Path {
    type Held<'de> = PathBuf;
}

/// A text that is borrowed from the request wherever it stands there as it is, and owned where something was
/// escaped.
#[derive(Debug)]
pub struct Text<'de>(Cow<'de, str>);

impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(text)))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text)))
    }
}

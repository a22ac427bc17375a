//! Parameters: how a stub writes them, and what the dispatcher holds while the method runs.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    path::{Path, PathBuf},
};

use serde::{
    Deserialize, Deserializer,
    de::{self, Visitor},
};

use crate::{
    Error, Outgoing, Wire,
    wire::{self, CallReader},
};

/// A type that a method can take, by value or as `&Self`, and what the dispatcher reads for it from a call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a service",
    label = "this type cannot be written to a call, or not be read from one",
    note = "for a type of your own write `#[derive(serde::Serialize, serde::Deserialize)]`",
    note = "borrowed parameters are `&str`, `&[T]`, `&Path` and `&T`, where `T` is `Serialize + Deserialize`"
)]
pub trait Lend {
    /// What is held while the method runs: it may borrow from the request.
    type Held<'de>: Deserialize<'de> + Borrow<Self>;

    /// Writes it as the next parameter of a call.
    #[doc(hidden)]
    fn write(&self, call: &mut Outgoing);

    /// Writes it as the next parameter of a call, if it is there.
    #[doc(hidden)]
    fn write_optional(this: Option<&Self>, call: &mut Outgoing);

    /// Reads it as the next parameter of a call.
    #[doc(hidden)]
    fn read<'de>(params: &mut CallReader<'de>) -> Result<Self::Held<'de>, Error> {
        params.param()
    }

    /// Reads it as the next parameter of a call, which may be absent or nil.
    #[doc(hidden)]
    fn read_optional<'de>(params: &mut CallReader<'de>) -> Result<Option<Self::Held<'de>>, Error> {
        params.param()
    }
}

/// `Serialize` is no supertrait of `Lend`: a type that lacks both would get two messages.
macro_rules! write_by_serde {
    () => {
        fn write(&self, call: &mut Outgoing) {
            call.param(wire::is_bytes::<Self::Held<'_>>(), self);
        }

        fn write_optional(this: Option<&Self>, call: &mut Outgoing) {
            call.param(wire::is_bytes::<Self::Held<'_>>(), &this);
        }
    };
}

#[diagnostic::do_not_recommend]
impl<T: Wire> Lend for T {
    type Held<'de> = T;
    write_by_serde!();
}

#[diagnostic::do_not_recommend]
impl<T: Wire> Lend for [T] {
    type Held<'de> = Vec<T>;
    write_by_serde!();
}

#[diagnostic::do_not_recommend]
impl Lend for str {
    type Held<'de> = Text<'de>;
    write_by_serde!();
}

#[diagnostic::do_not_recommend]
impl Lend for Path {
    type Held<'de> = PathBuf;
    write_by_serde!();
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

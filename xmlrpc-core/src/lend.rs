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
    Error, Outgoing, Wire, WireType,
    wire::{self, CallReader},
};

/// A type that a method can take by value.
///
/// Every [`Wire`] type is one. It is a trait of its own because a supertrait that is missing would be told beside it,
/// and one mistake gives one message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a service",
    label = "this type needs serde's `Serialize` and `Deserialize`",
    note = "for a type of your own write `#[derive(serde::Serialize, serde::Deserialize)]`",
    note = "a type that borrows cannot be made from a call: take an owned one, or `&str`, `&[T]`, `&Path` or `&T`"
)]
pub trait ByValue: Sized {
    /// Writes it as the next parameter of a call.
    #[doc(hidden)]
    fn write_param(&self, call: &mut Outgoing);

    /// Reads it as the next parameter of a call.
    #[doc(hidden)]
    fn read_param(params: &mut CallReader<'_>) -> Result<Self, Error>;

    /// What it is on the wire.
    #[doc(hidden)]
    fn param_type() -> WireType;

    /// What it is on the wire if it may be absent.
    #[doc(hidden)]
    fn optional_param_type() -> WireType {
        WireType { optional: true, ..Self::param_type() }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Wire> ByValue for T {
    fn write_param(&self, call: &mut Outgoing) {
        call.param(wire::is_bytes::<T>(), self);
    }

    fn read_param(params: &mut CallReader<'_>) -> Result<Self, Error> {
        params.param()
    }

    fn param_type() -> WireType {
        WireType::of::<T>()
    }
}

/// A type that a method can take as `&Self`, and what the dispatcher reads for it from a call.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a parameter of a service",
    label = "this type cannot be written to a call, or not be read from one",
    note = "for a type of your own write `#[derive(serde::Serialize, serde::Deserialize)]`",
    note = "borrowed parameters are `&str`, `&[T]`, `&Path` and `&T`, where `T` is `Serialize + Deserialize`"
)]
pub trait Lend {
    /// What is held while the method runs: it may borrow from the request.
    type Held<'de>: Deserialize<'de> + Borrow<Self>;

    /// Writes it as the next parameter of a call.
    #[doc(hidden)]
    fn write_param(&self, call: &mut Outgoing);

    /// Writes it as the next parameter of a call, if it is there.
    #[doc(hidden)]
    fn write_optional_param(this: Option<&Self>, call: &mut Outgoing);

    /// Reads it as the next parameter of a call.
    #[doc(hidden)]
    fn read_param<'de>(params: &mut CallReader<'de>) -> Result<Held<'de, Self>, Error> {
        params.param().map(Held)
    }

    /// Reads it as the next parameter of a call, which may be absent or nil.
    #[doc(hidden)]
    fn read_optional_param<'de>(
        params: &mut CallReader<'de>,
    ) -> Result<Option<Held<'de, Self>>, Error> {
        Ok(params.param::<Option<_>>()?.map(Held))
    }

    /// What it is on the wire.
    #[doc(hidden)]
    fn param_type() -> WireType {
        WireType::of::<Self::Held<'_>>()
    }

    /// What it is on the wire if it may be absent.
    #[doc(hidden)]
    fn optional_param_type() -> WireType {
        WireType::optional::<Self::Held<'_>>()
    }

    /// The parameter that was read.
    #[doc(hidden)]
    fn lent<'a>(held: &'a Held<'_, Self>) -> &'a Self {
        held.0.borrow()
    }

    /// The parameter that was read, if it was there.
    #[doc(hidden)]
    fn lent_optional<'a>(held: &'a Option<Held<'_, Self>>) -> Option<&'a Self> {
        held.as_ref().map(Self::lent)
    }
}

/// What a `&T` is lent from while the method runs. A type of its own, because a `T::Held` that is named where `T` is no
/// [`Lend`] would be told beside it.
#[doc(hidden)]
pub struct Held<'de, T: Lend + ?Sized>(T::Held<'de>);

impl<T: Lend + ?Sized> fmt::Debug for Held<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Held")
    }
}

/// `Serialize` is no supertrait of `Lend`: a type that lacks both would get two messages.
macro_rules! write_by_serde {
    () => {
        fn write_param(&self, call: &mut Outgoing) {
            call.param(wire::is_bytes::<Self::Held<'_>>(), self);
        }

        fn write_optional_param(this: Option<&Self>, call: &mut Outgoing) {
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
#[derive(Debug, Default)]
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

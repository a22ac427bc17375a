//! Parameters that a caller leaves out, of methods that say what they are then.

use std::{borrow::Borrow, fmt};

use crate::{ByValue, Error, Lend, lend::Held, wire::CallReader};

/// Reads the next parameter; `default` makes it if there is none.
#[doc(hidden)]
pub fn value_or<T: ByValue, F: FnOnce() -> T>(
    params: &mut CallReader<'_>,
    default: F,
) -> Result<T, Error> {
    if params.has_param()? { T::read_param(params) } else { Ok(default()) }
}

/// Reads the next parameter; what `default` makes is lent if there is none.
#[doc(hidden)]
pub fn held_or<'de, T: Lend + ?Sized, D: Borrow<T>>(
    params: &mut CallReader<'de>,
    default: impl FnOnce() -> D,
) -> Result<HeldOr<'de, T, D>, Error> {
    if params.has_param()? {
        T::read_param(params).map(HeldOr::Held)
    } else {
        Ok(HeldOr::Default(default()))
    }
}

/// What is lent where the default is that of its type.
#[doc(hidden)]
pub fn default_held<T: Lend + ?Sized>() -> T::Held<'static>
where
    T::Held<'static>: Default,
{
    T::Held::default()
}

/// What a `&T` is lent from while the method runs.
#[doc(hidden)]
pub enum HeldOr<'de, T: Lend + ?Sized, D> {
    /// What was sent.
    Held(Held<'de, T>),
    /// What it is if nothing was sent.
    Default(D),
}

/// The parameter that was read, or made.
#[doc(hidden)]
pub fn lent_or<'a, T: Lend + ?Sized, D: Borrow<T>>(held: &'a HeldOr<'_, T, D>) -> &'a T {
    match held {
        HeldOr::Held(held) => T::lent(held),
        HeldOr::Default(default) => default.borrow(),
    }
}

impl<T: Lend + ?Sized, D> fmt::Debug for HeldOr<'_, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeldOr")
    }
}

//! How documents are read.

use std::borrow::Cow;

use super::{Limits, Tolerance, encoding, limits::over, too_large};
use crate::Error;

/// How documents are read: what is taken of them, and how much.
///
/// Wherever one is wanted, [`Limits`] or a [`Tolerance`] alone will do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// How much is taken.
    pub limits: Limits,
    /// What is taken beyond what loses nothing.
    pub tolerance: Tolerance,
}

impl Reading {
    /// The default.
    pub fn new() -> Self {
        Self::default()
    }

    /// With these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With this tolerance.
    #[must_use]
    pub fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The text of a document, as [`decode`](super::decode) gives it, within the limits.
    ///
    /// # Errors
    ///
    /// As for [`decode`](super::decode), and kind `Limit` for more bytes than [`Limits::body`] or [`Limits::decoded`].
    pub fn decode<'a>(&self, body: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, Error> {
        if body.len() > self.limits.body {
            return Err(too_large(self.limits.body));
        }
        let text = encoding::decode_with(body, charset, self.tolerance)?;
        self.check_decoded(&text)?;
        Ok(text)
    }

    pub(super) fn check_decoded(&self, text: &str) -> Result<(), Error> {
        let limit = self.limits.decoded;
        if text.len() > limit {
            return Err(over(&format!("a document of more than {limit} bytes in UTF-8")));
        }
        Ok(())
    }
}

impl From<Tolerance> for Reading {
    fn from(tolerance: Tolerance) -> Self {
        Reading::new().tolerance(tolerance)
    }
}

impl From<Limits> for Reading {
    fn from(limits: Limits) -> Self {
        Reading::new().limits(limits)
    }
}

//! How much is taken from the other side.

use crate::{Error, ErrorKind};

/// What a document may hold. Every limit is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a document: 16 MiB by default.
    pub body: usize,
    /// How deep arrays and structs may nest: 128 by default. Reading takes stack for each level.
    pub depth: usize,
    /// Calls in one `system.multicall`: 1,000 by default.
    pub calls: usize,
    #[cfg(test)]
    pub(super) general_lane_only: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 16 << 20,
            depth: 128,
            calls: 1000,
            #[cfg(test)]
            general_lane_only: false,
        }
    }
}

impl Limits {
    /// With this many bytes a document.
    #[must_use]
    pub fn body(mut self, bytes: usize) -> Self {
        self.body = bytes;
        self
    }

    /// With arrays and structs nested this deep.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// With this many calls in one.
    #[must_use]
    pub fn calls(mut self, calls: usize) -> Self {
        self.calls = calls;
        self
    }

    /// Whether the fast lane is open. Tests close it, to hold both lanes against each other.
    #[inline]
    pub(super) fn predict(self) -> bool {
        #[cfg(test)]
        return !self.general_lane_only;
        #[cfg(not(test))]
        true
    }
}

/// The error for a document of more bytes than [`Limits::body`].
pub fn too_large(limit: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("a document of more than {limit} bytes"))
}

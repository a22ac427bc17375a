//! How much is taken from the other side.

use crate::{Error, ErrorKind};

/// What a document may hold. Every limit is on by default, and wide enough for what programs send each other; what
/// exceeds one is refused with an error of kind [`Limit`](ErrorKind::Limit) that names it.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::wire::Limits;
///
/// let limits = Limits::default().body(64 << 20).depth(16);
/// assert_eq!(limits.string, 64 << 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a document as it comes: 16 MiB by default.
    pub body: usize,
    /// Bytes of its text in UTF-8, after decompressing it and decoding its characters: 16 MiB by default.
    pub decoded: usize,
    /// How deep arrays and structs may nest: 128 by default. Reading takes stack for each level.
    pub depth: usize,
    /// Parameters, items and members, all together: 1,000,000 by default.
    pub values: usize,
    /// Members of one struct: 500,000 by default.
    pub members: usize,
    /// Bytes of one text in UTF-8, be it a string, the base64 of bytes or a name: 16 MiB by default.
    pub string: usize,
    /// Calls in one `system.multicall`: 1,000 by default.
    pub calls: usize,
    #[cfg(any(test, fuzzing))]
    #[doc(hidden)]
    pub general_lane_only: bool,
}

/// The default of what is counted in bytes.
const BYTES: usize = 16 << 20;

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: BYTES,
            decoded: BYTES,
            depth: 128,
            values: 1_000_000,
            members: 500_000,
            string: BYTES,
            calls: 1_000,
            #[cfg(any(test, fuzzing))]
            general_lane_only: false,
        }
    }
}

impl Limits {
    /// With this many bytes a document. The limits of the decoded document and of one text are raised to as many, unless
    /// they were set to something else than their default.
    #[must_use]
    pub fn body(mut self, bytes: usize) -> Self {
        self.body = bytes;
        for other in [&mut self.decoded, &mut self.string] {
            if *other == BYTES {
                *other = BYTES.max(bytes);
            }
        }
        self
    }

    /// With this many bytes a document in UTF-8.
    #[must_use]
    pub fn decoded(mut self, bytes: usize) -> Self {
        self.decoded = bytes;
        self
    }

    /// With arrays and structs nested this deep.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// With this many parameters, items and members a document.
    #[must_use]
    pub fn values(mut self, values: usize) -> Self {
        self.values = values;
        self
    }

    /// With this many members a struct.
    #[must_use]
    pub fn members(mut self, members: usize) -> Self {
        self.members = members;
        self
    }

    /// With this many bytes a text.
    #[must_use]
    pub fn string(mut self, bytes: usize) -> Self {
        self.string = bytes;
        self
    }

    /// With this many calls a multicall.
    #[must_use]
    pub fn calls(mut self, calls: usize) -> Self {
        self.calls = calls;
        self
    }

    /// Whether the fast lane is open. Tests close it, to hold both lanes against each other.
    #[inline]
    pub(super) fn predict(&self) -> bool {
        #[cfg(any(test, fuzzing))]
        return !self.general_lane_only;
        #[cfg(not(any(test, fuzzing)))]
        true
    }
}

/// The error for a document of more bytes than [`Limits::body`].
#[cold]
pub fn too_large(limit: usize) -> Error {
    over(&format!("a document of more than {limit} bytes"))
}

/// The error for more than a limit allows.
#[cold]
pub(super) fn over(what: &str) -> Error {
    Error::new(ErrorKind::Limit, what)
}

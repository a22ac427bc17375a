//! How much is taken from the other side.

/// What a document may hold. Every limit is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a document: 16 MiB by default.
    pub body: usize,
    /// How deep arrays and structs may nest: 128 by default.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { body: 16 << 20, depth: 128 }
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
}

//! What goes on the wire, where peers differ.

use crate::{Error, ErrorKind};

/// What is written, where peers differ in what they read. (What is read does not depend on it.)
///
/// By default that is the vocabulary of the [specification](http://xmlrpc.com/spec.md), which every peer reads, and beyond
/// it `<i8>` and `<nil/>` only for values that have no other form.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::wire::{CallWriter, Dialect};
///
/// let mut call = CallWriter::new("stock.count").dialect(Dialect::specification());
/// assert!(call.param(&Some(7i64)).is_ok());
/// let error = call.param(&vec![Some(7), None]).unwrap_err();
/// assert_eq!(error.to_string(), "params[1][1]: nil is not sent in this dialect");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect {
    /// When an integer is an `<i8>`.
    pub i8: I8Use,
    /// Whether there is nil, or a value that is nil an error. A trailing parameter that is `None` is left out either way.
    pub nil: NilUse,
    /// Whether `<i8>` and `<nil/>` are `<ex:i8>` and `<ex:nil/>`, in the namespace `ex` that Apache's servers want.
    pub prefixed: bool,
    /// How dates are written.
    pub date: DateForm,
}

/// When an integer is written as `<i8>`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum I8Use {
    /// Where it does not fit into the 32 bits of an `<int>`, and where a [`Value::I8`](crate::Value::I8) asks for it.
    #[default]
    WhereNeeded,
    /// Wherever its type holds more than an `<int>` does: `i64`, `u32`, `u64` and the 128-bit types.
    Always,
    /// Never: what does not fit into an `<int>` is an error.
    Never,
}

/// Whether nil is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum NilUse {
    /// As `<nil/>`.
    #[default]
    Allowed,
    /// Never: it is an error.
    Never,
}

/// How a date is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DateForm {
    /// `19980717T14:08:55`, the form of the specification.
    #[default]
    Basic,
    /// `1998-07-17T14:08:55`, as PHP and JavaScript like it.
    Extended,
}

impl Dialect {
    /// The default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing that is not in the specification: no `<i8>` and no nil.
    pub fn specification() -> Self {
        Self::new().i8(I8Use::Never).nil(NilUse::Never)
    }

    /// For servers and clients on Apache's library: integers and nil as its extensions.
    pub fn apache() -> Self {
        Self::new().i8(I8Use::Always).prefixed(true)
    }

    /// With `<i8>` at these times.
    #[must_use]
    pub fn i8(mut self, i8: I8Use) -> Self {
        self.i8 = i8;
        self
    }

    /// With nil, or without.
    #[must_use]
    pub fn nil(mut self, nil: NilUse) -> Self {
        self.nil = nil;
        self
    }

    /// With or without the prefix of Apache's extensions.
    #[must_use]
    pub fn prefixed(mut self, on: bool) -> Self {
        self.prefixed = on;
        self
    }

    /// With dates in this form.
    #[must_use]
    pub fn date(mut self, form: DateForm) -> Self {
        self.date = form;
        self
    }

    /// Writes nil.
    pub(super) fn write_nil(self, out: &mut Vec<u8>) -> Result<(), Error> {
        let nil: &[u8] = match (self.nil, self.prefixed) {
            (NilUse::Allowed, false) => b"<value><nil/></value>",
            (NilUse::Allowed, true) => b"<value><ex:nil/></value>",
            (NilUse::Never, _) => {
                return Err(Error::new(ErrorKind::Range, "nil is not sent in this dialect"));
            }
        };
        out.extend_from_slice(nil);
        Ok(())
    }

    /// Declares the prefix in the root, if there is one. The root's start tag is the first that has this name.
    pub(super) fn declare(self, out: &mut Vec<u8>, from: usize, root: &str) {
        if !self.prefixed {
            return;
        }
        if let Some(at) = memchr::memmem::find(&out[from..], root.as_bytes()) {
            let end = from + at + root.len();
            let declaration = b" xmlns:ex=\"http://ws.apache.org/xmlrpc/namespaces/extensions\"";
            out.splice(end..end, declaration.iter().copied());
        }
    }
}

/// The error for an integer that needs an `<i8>` where there is none.
#[cold]
pub(super) fn no_i8(value: i64) -> Error {
    Error::new(ErrorKind::Range, format!("{value} needs an i8, which is not sent in this dialect"))
}

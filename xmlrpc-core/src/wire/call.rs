//! The `<methodCall>` document.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use super::{
    Dialect, Reading,
    absent::Absent,
    cursor::Cursor,
    document,
    element::{METHOD_CALL, METHOD_NAME, PARAM, PARAMS},
    escape,
    grammar::Array,
    ser::{ValueWriter, Written},
    xml::{Open, blame},
};
use crate::{Error, ErrorKind};

/// Writes a call: the method's name, then its parameters one after the other.
///
/// A parameter that serde calls `None` is held back: it is written as nil only if another one follows, so that
/// trailing `None`s stay off the wire.
pub struct CallWriter {
    out: Vec<u8>,
    dialect: Dialect,
    index: usize,
    /// Parameters that were `None`, since the last that was not.
    held: usize,
    /// Whether it is one of several calls in a document: its parameters are the items of an array then.
    item: bool,
}

/// What stands before the method's name, and between it and the first parameter.
const HEAD: &str = "<?xml version=\"1.0\"?><methodCall><methodName>";
const HEAD_END: &str = "</methodName><params>";

/// What stands behind the last parameter.
const END: &str = "</params></methodCall>";

/// What stands before the first of several calls in a document, and behind the last.
const CALLS: &str = "<?xml version=\"1.0\"?><methodCall><methodName>system.multicall</methodName><params><param><value><array><data>";
const CALLS_END: &str = "</data></array></value></param></params></methodCall>";

/// What stands around the name and the parameters of one of them.
const ITEM: &str = "<value><struct><member><name>methodName</name><value><string>";
const ITEM_PARAMS: &str =
    "</string></value></member><member><name>params</name><value><array><data>";
const ITEM_END: &str = "</data></array></value></member></struct></value>";

/// Room for a call that is not large, in bytes: most need no more.
const ROOM: usize = 512;

impl CallWriter {
    /// A call of the method of this name. What no XML document can hold is replaced by U+FFFD.
    pub fn new(method: &str) -> Self {
        let mut writer = Self::with_head(HEAD);
        escape::text_lossy(method, &mut writer.out);
        writer.out.extend_from_slice(HEAD_END.as_bytes());
        writer
    }

    /// A call whose text up to the first parameter is this constant: the declaration, `<methodCall>`, the name
    /// and `<params>`.
    pub fn with_head(head: &'static str) -> Self {
        let mut out = Vec::with_capacity(ROOM.max(2 * head.len()));
        out.extend_from_slice(head.as_bytes());
        CallWriter { out, dialect: Dialect::default(), index: 0, held: 0, item: false }
    }

    /// A document for several calls, without any yet.
    pub(crate) fn calls(dialect: Dialect) -> Vec<u8> {
        let mut out = Vec::with_capacity(ROOM);
        out.extend_from_slice(CALLS.as_bytes());
        dialect.declare(&mut out, 0, "<methodCall");
        out
    }

    /// One more call, of the method of this name, at the end of such a document.
    pub(crate) fn item(mut out: Vec<u8>, method: &str, dialect: Dialect) -> Self {
        out.extend_from_slice(ITEM.as_bytes());
        escape::text_lossy(method, &mut out);
        out.extend_from_slice(ITEM_PARAMS.as_bytes());
        CallWriter { out, dialect, index: 0, held: 0, item: true }
    }

    /// Ends such a document.
    pub(crate) fn end_calls(out: &mut Vec<u8>) {
        out.extend_from_slice(CALLS_END.as_bytes());
    }

    /// In this dialect, as long as no parameter is written.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        dialect.declare(&mut self.out, 0, "<methodCall");
        self.dialect = dialect;
        self
    }

    /// Writes the next parameter.
    ///
    /// # Errors
    ///
    /// When the value has no form on the wire; the path starts with `params[n]`. Nothing of it is written then.
    pub fn param<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.write(|out, dialect| value.serialize(ValueWriter::new(out, dialect).parameter()))
    }

    /// Writes the next parameter, a sequence of `u8` or an `Option` of one, as base64. [`is_bytes`](super::is_bytes)
    /// tells which types are.
    ///
    /// # Errors
    ///
    /// As for [`param`](Self::param), and when the sequence holds something else.
    pub fn bytes_param<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.write(|out, dialect| value.serialize(ValueWriter::bytes(out, dialect).parameter()))
    }

    #[inline]
    fn write(
        &mut self,
        value: impl FnOnce(&mut Vec<u8>, Dialect) -> Result<Written, Error>,
    ) -> Result<(), Error> {
        let start = self.out.len();
        if !self.item {
            self.out.extend_from_slice(b"<param>");
        }
        let written = value(&mut self.out, self.dialect).map_err(|e| e.in_param(self.index));
        let written = match written {
            Ok(Written::Value) => {
                if !self.item {
                    self.out.extend_from_slice(b"</param>");
                }
                self.write_held(start)
            }
            Ok(Written::None) => {
                self.out.truncate(start);
                self.held += 1;
                Ok(())
            }
            Err(error) => Err(error),
        };
        if written.is_err() {
            self.out.truncate(start);
            return written;
        }
        self.index += 1;
        Ok(())
    }

    /// Writes those that were `None` before the one that begins there.
    #[inline]
    fn write_held(&mut self, start: usize) -> Result<(), Error> {
        if self.held == 0 {
            return Ok(());
        }
        let mut nils = Vec::new();
        for index in self.index - self.held..self.index {
            if !self.item {
                nils.extend_from_slice(b"<param>");
            }
            self.dialect.write_nil(&mut nils).map_err(|e| e.in_param(index))?;
            if !self.item {
                nils.extend_from_slice(b"</param>");
            }
        }
        self.out.splice(start..start, nils);
        self.held = 0;
        Ok(())
    }

    /// The whole document, so far if there can be more calls in it.
    pub fn finish(mut self) -> Vec<u8> {
        let end = if self.item { ITEM_END } else { END };
        self.out.extend_from_slice(end.as_bytes());
        self.out
    }

    /// The document without the call that was being written, which began there.
    pub(crate) fn cancel(mut self, start: usize) -> Vec<u8> {
        self.out.truncate(start);
        self.out
    }
}

impl fmt::Debug for CallWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallWriter")
            .field("params", &self.index)
            .field("bytes", &self.out.len())
            .finish()
    }
}

/// Reads a call: the method's name first, then its parameters one after the other.
pub struct CallReader<'de> {
    pub(super) cursor: Cursor<'de>,
    pub(super) method: Cow<'de, str>,
    pub(super) root: Open<'de>,
    pub(super) params: Params<'de>,
    pub(super) index: usize,
}

/// Where the next parameter stands.
pub(super) enum Params<'de> {
    /// In an element of its own, inside this one.
    Elements(Open<'de>),
    /// In an array: the call is one of several in one document, which is known to be well-formed.
    Items(Box<Array<'de>>),
    /// Nowhere: the last was read, or there never was one.
    Ended,
}

impl<'de> CallReader<'de> {
    /// Reads up to the first parameter. `body` is the text of the whole document, as [`decode`](super::decode) gives it.
    ///
    /// # Errors
    ///
    /// Kind `Empty` or `Root` when there is no call; `Doctype`, `Syntax` and `Structure` when it is broken.
    pub fn new(body: &'de str, reading: impl Into<Reading>) -> Result<Self, Error> {
        let reading = reading.into();
        let mut call = CallReader {
            cursor: Cursor::new(body, reading),
            method: Cow::Borrowed(""),
            root: Open::plain(&METHOD_CALL),
            params: Params::Elements(Open::plain(&PARAMS)),
            index: 0,
        };
        let opened = reading.check_decoded(body).and_then(|()| call.open());
        match opened {
            Ok(()) => Ok(call),
            Err(error) => Err(blame(error, body)),
        }
    }

    #[inline]
    fn open(&mut self) -> Result<(), Error> {
        let start = self.cursor.position();
        if self.cursor.eat(HEAD)
            && let Some(name) = self.cursor.predicted_name_before(HEAD_END)
        {
            self.method = Cow::Borrowed(name);
            return Ok(());
        }
        self.cursor.go_to(start);
        self.open_in_general()
    }

    #[inline(never)]
    fn open_in_general(&mut self) -> Result<(), Error> {
        let cursor = &mut self.cursor;
        self.root = document::open(cursor, &METHOD_CALL)?;
        if self.root.empty {
            return Err(Error::new(ErrorKind::Structure, "a call of nothing").at(cursor.position()));
        }
        let name = cursor.open(&METHOD_NAME)?;
        self.method = if name.empty { Cow::Borrowed("") } else { cursor.name()? };
        cursor.close(&name, &METHOD_NAME)?;
        self.params = match cursor.open_or_close(&PARAMS, &self.root, &METHOD_CALL)? {
            Some(params) => Params::Elements(params),
            None => {
                cursor.end()?;
                Params::Ended
            }
        };
        Ok(())
    }

    /// The method's name.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Whether another parameter follows, for readers that take whatever is sent.
    ///
    /// # Errors
    ///
    /// Those of a broken document.
    pub fn has_param(&mut self) -> Result<bool, Error> {
        let (before, values) = (self.cursor.position(), self.cursor.values());
        let more = self.next_param().map_err(|e| self.blame(e))?.is_some();
        if more {
            self.cursor.go_to(before);
            self.cursor.recount(values);
        }
        Ok(more)
    }

    /// The next parameter; one that is not there is read as if it were absent, which only an `Option` can be.
    ///
    /// # Errors
    ///
    /// Kind `Params` when it is not there, `Type` or `Range` when it is no `T`, and those of a broken document. The path
    /// starts with `params[n]`.
    pub fn param<T: Deserialize<'de>>(&mut self) -> Result<T, Error> {
        let index = self.index;
        let value = match self.next_param().map_err(|e| self.blame(e))? {
            None => T::deserialize(Absent).map_err(|e| e.in_param(index))?,
            Some(param) => {
                let start = self.cursor.position();
                let value =
                    self.cursor.read().map_err(|e| self.blame(e.at(start)).in_param(index))?;
                self.cursor.close(&param, &PARAM).map_err(|e| self.blame(e))?;
                value
            }
        };
        self.index += 1;
        Ok(value)
    }

    /// Checks that no parameter is left and that the document ends as it must.
    ///
    /// # Errors
    ///
    /// Kind `Params` when there are more, and those of a broken document.
    pub fn finish(mut self) -> Result<(), Error> {
        let taken = self.index;
        self.skip_params().map_err(|e| self.blame(e))?;
        let sent = self.index;
        if sent > taken {
            return Err(Error::new(
                ErrorKind::Params,
                format!("{sent} parameters, where the method takes {taken}"),
            ));
        }
        Ok(())
    }

    /// Reads on to the end of the document, whatever the parameters are, and gives their number: a call of a method that
    /// is not there may be no call at all.
    ///
    /// # Errors
    ///
    /// Those of a broken document.
    pub fn skip(mut self) -> Result<usize, Error> {
        self.skip_params().map_err(|e| self.blame(e))?;
        Ok(self.index)
    }

    fn skip_params(&mut self) -> Result<(), Error> {
        while let Some(param) = self.next_param()? {
            self.cursor.skip_value()?;
            self.cursor.close(&param, &PARAM)?;
            self.index += 1;
        }
        Ok(())
    }

    /// Opens the next parameter. After the last one the document must end.
    #[inline]
    pub(super) fn next_param(&mut self) -> Result<Option<Open<'de>>, Error> {
        match &self.params {
            Params::Elements(params) => {
                if params.is_plain(&PARAMS)
                    && self.root.is_plain(&METHOD_CALL)
                    && self.cursor.eat(END)
                {
                    self.params = Params::Ended;
                    self.cursor.end()?;
                    return Ok(None);
                }
                let param = self.cursor.open_or_close(&PARAM, params, &PARAMS)?;
                match &param {
                    Some(param) => {
                        self.cursor.check_filled(param)?;
                        self.cursor.count()?;
                    }
                    None => {
                        self.params = Params::Ended;
                        self.cursor.close(&self.root, &METHOD_CALL)?;
                        self.cursor.end()?;
                    }
                }
                Ok(param)
            }
            Params::Items(array) => {
                if self.cursor.item(array)? {
                    return Ok(Some(Open::IMPLIED));
                }
                self.params = Params::Ended;
                Ok(None)
            }
            Params::Ended => Ok(None),
        }
    }

    #[cold]
    pub(super) fn blame(&self, error: Error) -> Error {
        if let Params::Items(_) = self.params {
            return error;
        }
        blame(error, self.cursor.document())
    }
}

impl fmt::Debug for CallReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallReader")
            .field("method", &self.method)
            .field("params_read", &self.index)
            .field("position", &self.cursor.position())
            .finish()
    }
}

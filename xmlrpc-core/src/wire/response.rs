//! The `<methodResponse>` document.

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Dialect, Reading,
    cursor::Cursor,
    document,
    element::{self, METHOD_RESPONSE, PARAM, PARAMS},
    escape,
    ser::ValueWriter,
    xml::{Open, blame},
};
use crate::{Error, ErrorKind, Fault, Value, value::ValueVisitor};

const RESULT: &[u8] = b"<?xml version=\"1.0\"?><methodResponse><params><param>";
const RESULT_END: &[u8] = b"</param></params></methodResponse>";
const FAULT: &[u8] = b"<?xml version=\"1.0\"?><methodResponse><fault>";
const FAULT_CODE: &[u8] = b"<value><struct><member><name>faultCode</name><value><int>";
const FAULT_STRING: &[u8] =
    b"</int></value></member><member><name>faultString</name><value><string>";
const FAULT_VALUE_END: &[u8] = b"</string></value></member></struct></value>";
const FAULT_END: &[u8] = b"</fault></methodResponse>";
const ITEM: &[u8] = b"<value><array><data>";
const ITEM_END: &[u8] = b"</data></array></value>";

/// Writes one response, a result or a fault, to the end of a buffer.
pub struct ResponseWriter<'a> {
    out: &'a mut Vec<u8>,
    dialect: Dialect,
    /// Whether it is one of several in a document: a result stands in an array of its own then, and a fault as its
    /// struct.
    item: bool,
    /// The code of the fault that was written last.
    fault: Option<i32>,
    /// Where the document begins in the buffer.
    start: usize,
}

impl<'a> ResponseWriter<'a> {
    /// A response at the end of this buffer.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        let start = out.len();
        ResponseWriter { out, dialect: Dialect::default(), item: false, fault: None, start }
    }

    /// In this dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Writes a result.
    ///
    /// # Errors
    ///
    /// When the value has no form on the wire; nothing of it is left in the buffer then.
    pub fn result<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.write(|out, dialect| value.serialize(ValueWriter::new(out, dialect)).map(drop))
    }

    /// Writes a result, a sequence of `u8` or an `Option` of one, as base64. [`is_bytes`](super::is_bytes) tells which
    /// types are.
    ///
    /// # Errors
    ///
    /// As for [`result`](Self::result), and when the sequence holds something else.
    pub fn bytes_result<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.write(|out, dialect| value.serialize(ValueWriter::bytes(out, dialect)).map(drop))
    }

    fn write(
        &mut self,
        value: impl FnOnce(&mut Vec<u8>, Dialect) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.out.len();
        let (head, end) = if self.item { (ITEM, ITEM_END) } else { (RESULT, RESULT_END) };
        self.out.extend_from_slice(head);
        if !self.item {
            self.dialect.declare(self.out, start, "<methodResponse");
        }
        if let Err(error) = value(self.out, self.dialect) {
            self.out.truncate(start);
            return Err(error);
        }
        self.out.extend_from_slice(end);
        Ok(())
    }

    /// Writes a result that holds responses: those which `write` makes, one after the other.
    pub(crate) fn batch(&mut self, write: impl FnOnce(&mut ResponseWriter<'_>)) {
        write(&mut self.begin_batch());
        self.end_batch();
    }

    /// Begins a result that holds responses, and gives what writes them. [`end_batch`](Self::end_batch) ends it.
    pub(crate) fn begin_batch(&mut self) -> ResponseWriter<'_> {
        let start = self.out.len();
        self.out.extend_from_slice(RESULT);
        self.dialect.declare(self.out, start, "<methodResponse");
        self.out.extend_from_slice(ITEM);
        ResponseWriter {
            out: self.out,
            dialect: self.dialect,
            item: true,
            fault: None,
            start: self.start,
        }
    }

    pub(crate) fn end_batch(&mut self) {
        self.out.extend_from_slice(ITEM_END);
        self.out.extend_from_slice(RESULT_END);
    }

    /// How many bytes the document has so far.
    pub(crate) fn written(&self) -> usize {
        self.out.len() - self.start
    }

    /// The code of the fault, if one was written.
    pub(crate) fn fault_code(&self) -> Option<i32> {
        self.fault
    }

    /// Writes what `write` writes, or if it fails, in its place the fault that tells the caller of it.
    pub(crate) fn or_fault(&mut self, write: impl FnOnce(&mut Self) -> Result<(), Error>) {
        let start = self.position();
        let written = write(self);
        self.settle(start, written);
    }

    /// Where the next byte is written.
    pub(crate) fn position(&self) -> usize {
        self.out.len()
    }

    /// Leaves what was written since then, or if it failed, in its place the fault that tells the caller of it.
    pub(crate) fn settle(&mut self, start: usize, written: Result<(), Error>) {
        if let Err(error) = written {
            self.out.truncate(start);
            self.fault(&error.to_fault_of_caller());
        }
    }

    /// Writes a fault. What of its text no XML document can hold is replaced by U+FFFD.
    pub fn fault(&mut self, fault: &Fault) {
        self.fault = Some(fault.code);
        if !self.item {
            self.out.extend_from_slice(FAULT);
        }
        self.out.extend_from_slice(FAULT_CODE);
        self.out.extend_from_slice(itoa::Buffer::new().format(fault.code).as_bytes());
        self.out.extend_from_slice(FAULT_STRING);
        escape::text_lossy(&fault.message, self.out);
        self.out.extend_from_slice(FAULT_VALUE_END);
        if !self.item {
            self.out.extend_from_slice(FAULT_END);
        }
    }
}

impl fmt::Debug for ResponseWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseWriter").field("bytes", &self.out.len()).finish()
    }
}

/// Reads a response. One without any value, as some servers answer where there is no result, is read as nil.
///
/// # Errors
///
/// Kind `Fault` when the document holds one; `Type` or `Range` when the result is no `T`; `Root`, with the first bytes of
/// it, when it is no XML-RPC at all; and those of a broken document.
pub fn read_response<'de, T: Deserialize<'de>>(
    body: &'de str,
    reading: impl Into<Reading>,
) -> Result<T, Error> {
    read(body, reading.into()).map_err(|error| blame(error, body))
}

/// Reads a response from the bytes that came. `charset` is what HTTP said of their encoding.
///
/// # Errors
///
/// As for [`read_response`], and kind `Limit` for more bytes than are allowed, `Encoding` for what is no text.
pub fn read_response_bytes<T: DeserializeOwned>(
    body: &[u8],
    charset: Option<&str>,
    reading: impl Into<Reading>,
) -> Result<T, Error> {
    let reading = reading.into();
    let text = reading.decode(body, charset).map_err(|error| match error.kind() {
        ErrorKind::Limit => error,
        _ => error.with_body(body),
    })?;
    read_response(&text, reading)
}

fn read<'de, T: Deserialize<'de>>(body: &'de str, reading: Reading) -> Result<T, Error> {
    match read_with(body, reading, Cursor::read)? {
        Some(value) => Ok(value),
        None => T::deserialize(&mut Cursor::new("<value><nil/></value>", reading)),
    }
}

/// Reads a response whose result `value` reads; `None` if there is no value at all.
pub(super) fn read_with<'de, T>(
    body: &'de str,
    reading: Reading,
    value: impl FnOnce(&mut Cursor<'de>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    reading.check_decoded(body)?;
    let mut cursor = Cursor::new(body, reading);
    let root = document::open(&mut cursor, &METHOD_RESPONSE)?;
    if root.empty {
        return Err(Error::new(ErrorKind::Structure, "a response of nothing"));
    }
    if !cursor.sees(PARAMS.open)
        && let Some(fault) = cursor.open_if(&element::FAULT)?
    {
        cursor.check_filled(&fault)?;
        let answer = read_fault(&mut cursor)?;
        cursor.close(&fault, &element::FAULT)?;
        end(&mut cursor, &root)?;
        return Err(answer.into());
    }
    let params = cursor.open(&PARAMS)?;
    let value = match cursor.open_or_close(&PARAM, &params, &PARAMS)? {
        None => None,
        Some(param) => {
            cursor.check_filled(&param)?;
            let start = cursor.position();
            let value = value(&mut cursor).map_err(|e| e.at(start))?;
            cursor.close(&param, &PARAM)?;
            cursor.close(&params, &PARAMS)?;
            Some(value)
        }
    };
    end(&mut cursor, &root)?;
    Ok(value)
}

fn end<'de>(cursor: &mut Cursor<'de>, root: &Open<'de>) -> Result<(), Error> {
    cursor.close(root, &METHOD_RESPONSE)?;
    cursor.end()
}

/// The content of `<fault>`. rTorrent leaves out the `<value>` around its struct.
fn read_fault(cursor: &mut Cursor<'_>) -> Result<Fault, Error> {
    let start = cursor.position();
    let value = match cursor.bare_struct()? {
        Some(head) => cursor.any(head, ValueVisitor::EXACT, true)?,
        None => Value::deserialize(&mut *cursor)?,
    };
    fault(&value).ok_or_else(|| {
        Error::new(
            ErrorKind::Structure,
            "expected a fault: a struct with faultCode, an int, and faultString, a string",
        )
        .at(start)
    })
}

/// A fault as servers send it: the code may be a text, even a word, which then goes before the message.
pub(super) fn fault(value: &Value) -> Option<Fault> {
    let message = match value.get("faultString")? {
        Value::String(text) => text.as_str(),
        Value::Nil => "",
        _ => return None,
    };
    match value.get("faultCode")? {
        Value::String(word) => Some(match word.trim().parse() {
            Ok(code) => Fault::new(code, message),
            Err(_) if message.is_empty() => Fault::new(0, word.trim()),
            Err(_) => Fault::new(0, format!("{}: {message}", word.trim())),
        }),
        code => Some(Fault::new(i32::try_from(code.as_i64()?).ok()?, message)),
    }
}

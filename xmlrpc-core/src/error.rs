//! The one error type of the crate.

mod convert;

use std::{
    convert::Infallible,
    fmt::{self, Write as _},
    time::Duration,
};

use crate::Fault;

/// What kind of thing went wrong. [`Error::kind`] tells it; the text of the error tells the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The server answered with a fault. [`Error::fault`] has it.
    Fault,

    /// Not well-formed XML: the text ends early, tags do not match, an unknown entity.
    Syntax,
    /// A value of another type than was asked for, or a text that is no value of its type.
    Type,
    /// A value outside what its type holds: an `int` of 33 bits, the 30th of February, NaN.
    Range,
    /// More than the limits allow: bytes, nesting, values.
    Limit,
    /// The document has a DOCTYPE. XML-RPC needs none, and attacks do.
    Doctype,
    /// An unknown encoding, or bytes that are no text in the document's encoding.
    Encoding,
    /// Nothing, or nothing but white space, where a document was expected.
    Empty,
    /// Not an XML-RPC call or response at all. [`Error::body`] has the start of it.
    Root,
    /// XML, but elements where XML-RPC does not allow them.
    Structure,
    /// Too few or too many parameters.
    Params,

    /// The text is no endpoint: an unknown scheme, no host, a port that is no number. Or a server cannot answer there:
    /// the address is taken, is not loopback, or two methods have one name. Or a client refuses to send there what it was
    /// told to: credentials without TLS, a header that is none.
    Endpoint,
    /// The path that was asked for is not there: no local implementation, or no remote endpoint yet.
    Mode,
    /// The local implementation could not be opened.
    Open,

    /// The host name could not be resolved.
    Resolve,
    /// No connection: refused, unreachable, or closed before the answer.
    Connect,
    /// No connection, or no answer, within the time allowed. The call may have run.
    Timeout,
    /// TLS failed: a certificate that is not trusted, no common version.
    Tls,
    /// An HTTP status other than 200. [`Error::status`] and [`Error::body`] have it.
    Status,
    /// HTTP that is none, a body cut short, or another failure of the transport.
    Transport,
}

/// Why a call failed, or a document could not be read or written.
///
/// One pointer wide, so that a `Result` stays small. It knows what happened ([`kind`](Error::kind)), and as far
/// as there is one: the method, the place of the value (`params[1].born`), the byte, line and column of the document,
/// the server's fault, the HTTP status, and the first bytes of a body that was no XML-RPC.
///
/// The text does not hold credentials, and quotes a bounded part of what came from the other side.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    message: String,
    method: Option<String>,
    /// Who sent what could not be read.
    sender: Option<String>,
    /// Innermost first: a path is built while an error travels outwards.
    path: Vec<Segment>,
    offset: Option<usize>,
    /// Line and column of the offset, once the document was looked at.
    place: Option<(usize, usize)>,
    /// serde refused a member whose name stands twice.
    duplicate: bool,
    fault: Option<Fault>,
    status: Option<u16>,
    retry_after: Option<Duration>,
    body: Option<String>,
    /// It is certain that no server began to run the call.
    unsent: bool,
}

#[derive(Clone)]
enum Segment {
    Param(usize),
    Item(usize),
    Member(String),
}

/// How much of a foreign body an error keeps, in bytes.
const BODY_KEPT: usize = 200;

/// How much of a path is shown, in steps from outside and from inside: a peer can make it as long as nesting allows.
const PATH_SHOWN: usize = 10;

/// How much of a message that others made up is kept, in bytes.
const MESSAGE_KEPT: usize = 400;

impl Error {
    /// An error of this kind. `message` says what was found and what was expected.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            method: None,
            sender: None,
            path: Vec::new(),
            offset: None,
            place: None,
            duplicate: false,
            fault: None,
            status: None,
            retry_after: None,
            body: None,
            unsent: false,
        }))
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The fault, if the server answered with one.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.as_ref()
    }

    /// The fault itself, or the error unchanged if it is none.
    ///
    /// # Errors
    ///
    /// The error itself, if the server did not answer with a fault.
    pub fn into_fault(mut self) -> Result<Fault, Self> {
        self.0.fault.take().ok_or(self)
    }

    /// The wire name of the method that was called.
    pub fn method(&self) -> Option<&str> {
        self.0.method.as_deref()
    }

    /// Where the value is, from outside to inside: `params[1].born`, `[3].name`. `None` where no single value is
    /// to blame. Of a long path the middle is left out.
    pub fn path(&self) -> Option<String> {
        let mut path = String::new();
        let segments = &self.0.path;
        for (inside, segment) in segments.iter().enumerate().rev() {
            let outside = segments.len() - 1 - inside;
            if outside == PATH_SHOWN && inside >= PATH_SHOWN {
                path.push_str("...");
            }
            if outside >= PATH_SHOWN && inside >= PATH_SHOWN {
                continue;
            }
            // Writing to a String cannot fail.
            let _ = match segment {
                Segment::Param(index) => write!(path, "params[{index}]"),
                Segment::Item(index) => write!(path, "[{index}]"),
                Segment::Member(name) if path.is_empty() => write!(path, "{name}"),
                Segment::Member(name) => write!(path, ".{name}"),
            };
        }
        (!path.is_empty()).then_some(path)
    }

    /// Where in the document, in bytes from its start. A document in another encoding than UTF-8 counts as the text in
    /// UTF-8 that was made of it.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The line of the document, from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.place.map(|(line, _)| line)
    }

    /// The column in that line, in characters from 1.
    pub fn column(&self) -> Option<usize> {
        self.0.place.map(|(_, column)| column)
    }

    /// The HTTP status, if the server answered with another one than 200.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// How long the server asks to be left alone (`Retry-After`), if it said so in seconds.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The start of a body that was no XML-RPC: at most 200 bytes, with what is no text replaced.
    pub fn body(&self) -> Option<&str> {
        self.0.body.as_deref()
    }

    /// Whether it is certain that no server began to run the call, so that it can be made again without running twice:
    /// nothing of it left this process, or all that was sent was refused before it was looked at.
    ///
    /// A transport says so of its own errors; of all others it is not known.
    pub fn is_unsent(&self) -> bool {
        self.0.unsent
    }

    /// The same error, of a call that no server began to run.
    #[must_use]
    pub fn unsent(mut self) -> Self {
        self.0.unsent = true;
        self
    }

    /// The same error, at this byte of the document. The innermost place stays.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// The same error with the line and the column of its [offset](Self::offset), if it has one, in this document.
    ///
    /// Documents are read without counting lines: it is done here, once there is an error.
    #[must_use]
    #[cold]
    pub fn in_document(mut self, document: &[u8]) -> Self {
        if let Some(offset) = self.0.offset
            && self.0.place.is_none()
            && let Some(before) = document.get(..offset)
        {
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let before = before.strip_prefix("\u{feff}".as_bytes()).unwrap_or(before);
            let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            // Each character has one byte that is no continuation.
            let column = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
            self.0.place = Some((line, column));
        }
        self
    }

    /// The same error, met while calling this method.
    #[must_use]
    pub fn in_method(mut self, name: &str) -> Self {
        self.0.method.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The same error, met in what this endpoint sent.
    #[must_use]
    pub fn from_sender(mut self, endpoint: &str) -> Self {
        self.0.sender.get_or_insert_with(|| endpoint.to_owned());
        self
    }

    /// The same error, with this said of it too.
    #[must_use]
    #[cold]
    pub(crate) fn noting(mut self, note: &str) -> Self {
        self.0.message.push_str("; ");
        self.0.message.push_str(note);
        self
    }

    /// The same error, inside the parameter of this index.
    #[must_use]
    pub fn in_param(mut self, index: usize) -> Self {
        self.0.path.push(Segment::Param(index));
        self
    }

    /// The same error, inside the item of this index of an array.
    #[must_use]
    pub fn in_item(mut self, index: usize) -> Self {
        self.0.path.push(Segment::Item(index));
        self
    }

    /// The same error, inside the member of this name of a struct.
    #[must_use]
    pub fn in_member(mut self, name: &str) -> Self {
        self.0.path.push(Segment::Member(excerpt(name.as_bytes(), 60)));
        self
    }

    /// The same error, with this at the end of its text: what else belongs to it, such as how often it was tried.
    #[must_use]
    pub fn with_note(mut self, note: impl fmt::Display) -> Self {
        // Writing to a String cannot fail.
        let _ = write!(self.0.message, "; {note}");
        self
    }

    /// The same error, with the HTTP status that came.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// The same error, of a server that asks to be left alone for so long.
    #[must_use]
    pub fn with_retry_after(mut self, time: Duration) -> Self {
        self.0.retry_after = Some(time);
        self
    }

    /// The same error, with the start of the body that came.
    #[must_use]
    pub fn with_body(mut self, body: &[u8]) -> Self {
        self.0.body = Some(excerpt(body, BODY_KEPT));
        self
    }
}

/// At most `max` bytes of it, as text.
fn excerpt(bytes: &[u8], max: usize) -> String {
    match bytes.get(..max) {
        None => String::from_utf8_lossy(bytes).into_owned(),
        Some(start) => {
            let mut text = String::from_utf8_lossy(start).into_owned();
            text.push_str("...");
            text
        }
    }
}

/// A text in one line: what came from the other side could forge a line of a log, or drive a terminal.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0.split_inclusive(char::is_control) {
            let mut chars = piece.chars();
            match chars.next_back() {
                Some(last) if last.is_control() => {
                    write!(f, "{}{}", chars.as_str(), last.escape_debug())?;
                }
                _ => f.write_str(piece)?,
            }
        }
        Ok(())
    }
}

/// In one line: control characters are escaped.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if let Some(method) = &inner.method {
            write!(f, "{method}: ")?;
        }
        if let Some(sender) = &inner.sender {
            write!(f, "{sender}: ")?;
        }
        if let Some(path) = self.path() {
            write!(f, "{}: ", OneLine(&path))?;
        }
        write!(f, "{}", OneLine(&inner.message))?;
        match (inner.offset, inner.place) {
            (Some(offset), Some((line, column))) => {
                write!(f, " (byte {offset}, line {line}, column {column})")?;
            }
            (Some(offset), None) => write!(f, " (byte {offset})")?,
            (None, _) => {}
        }
        if let Some(body) = inner.body.as_deref().filter(|body| !body.trim().is_empty()) {
            write!(f, "; the body begins {body:?}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {:?})", self.0.kind, self.to_string())
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        let mut error = Error::new(ErrorKind::Fault, fault.to_string());
        error.0.fault = Some(fault);
        error
    }
}

/// For code that converts by `TryFrom` whether it can fail or not.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A type that serde could not read: used by the derived code of users' types.
impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        // serde quotes what it found, whole.
        Error::new(ErrorKind::Type, excerpt(message.to_string().as_bytes(), MESSAGE_KEPT))
    }

    fn missing_field(name: &'static str) -> Self {
        Error::new(ErrorKind::Type, format!("the member {name} is missing"))
    }

    fn duplicate_field(name: &'static str) -> Self {
        let mut error = Error::new(ErrorKind::Type, format!("the member {name} stands twice"));
        error.0.duplicate = true;
        error
    }
}

/// A value that serde could not write.
impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::new(ErrorKind::Type, message.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one_pointer_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }

    #[test]
    fn says_where_from_outside_to_inside() {
        let error = Error::new(ErrorKind::Type, "expected an int, found a string")
            .at(123)
            .in_member("id")
            .in_item(3)
            .in_param(1)
            .in_method("person.find");
        assert_eq!(error.path().as_deref(), Some("params[1][3].id"));
        assert_eq!(
            error.to_string(),
            "person.find: params[1][3].id: expected an int, found a string (byte 123)"
        );
    }

    #[test]
    fn finds_line_and_column_in_the_document() {
        let document = "<a>\n\u{e9}\u{1f600}<b>\r\n<c>".as_bytes();
        for (offset, place) in
            [(0, (1, 1)), (3, (1, 4)), (4, (2, 1)), (10, (2, 3)), (15, (3, 1)), (18, (3, 4))]
        {
            let error = Error::new(ErrorKind::Syntax, "x").at(offset).in_document(document);
            assert_eq!(error.line().zip(error.column()), Some(place), "{offset}");
        }
        let error = Error::new(ErrorKind::Syntax, "x").at(10).in_document(document);
        assert_eq!(error.to_string(), "x (byte 10, line 2, column 3)");
        let error =
            Error::new(ErrorKind::Syntax, "x").at(6).in_document("\u{feff}<a><b>".as_bytes());
        assert_eq!(error.column(), Some(4));
        assert_eq!(Error::new(ErrorKind::Syntax, "x").in_document(document).line(), None);
        assert_eq!(Error::new(ErrorKind::Syntax, "x").at(99).in_document(document).line(), None);
    }

    #[test]
    fn shows_both_ends_of_a_long_path() {
        let path = |steps: usize| {
            let error = Error::new(ErrorKind::Limit, "too deep");
            (0..steps).fold(error, |error, step| error.in_item(steps - 1 - step)).path()
        };
        assert_eq!(path(20).map(|path| path.matches('[').count()), Some(20));
        assert_eq!(
            path(128).as_deref(),
            Some(
                "[0][1][2][3][4][5][6][7][8][9]...[118][119][120][121][122][123][124][125][126][127]"
            )
        );
    }

    #[test]
    fn a_note_ends_the_message_and_changes_nothing_else() {
        let error = Error::new(ErrorKind::Status, "HTTP status 503").with_status(503).unsent();
        let noted = error.with_note("3 attempts").with_body(b"busy").in_method("m");
        assert_eq!(noted.to_string(), "m: HTTP status 503; 3 attempts; the body begins \"busy\"");
        assert_eq!((noted.kind(), noted.status()), (ErrorKind::Status, Some(503)));
        assert!(noted.is_unsent());
    }

    #[test]
    fn keeps_the_first_200_bytes_of_a_foreign_body() {
        let error = Error::new(ErrorKind::Root, "not XML-RPC").with_body(&b"<html>".repeat(100));
        assert_eq!(error.body().map(str::len), Some(203));
        assert!(error.to_string().contains("the body begins \"<html><html>"), "{error}");
    }

    #[test]
    fn a_fault_passes_through_unchanged() {
        let fault = Fault::new(404, "no such person");
        assert_eq!(Fault::from(&Error::from(fault.clone())), fault);
        let boxed: Box<dyn std::error::Error + Send + Sync> = Error::from(fault.clone()).into();
        assert_eq!(Fault::from(&boxed), fault);
        assert_eq!(Fault::from(&std::io::Error::from(Error::from(fault.clone()))), fault);
    }

    #[test]
    fn what_a_box_was_made_from_stays_there_too() {
        let behind = || Error::new(ErrorKind::Connect, "10.0.0.7:99: connection refused");
        let boxes: [Box<dyn std::error::Error + Send + Sync>; 3] = [
            behind().into(),
            std::io::Error::from(behind()).into(),
            std::io::Error::other(std::io::Error::from(behind())).into(),
        ];
        for boxed in boxes {
            assert_eq!(Fault::from(&boxed).code, Fault::TRANSPORT, "{boxed}");
        }
    }

    #[test]
    fn a_fault_in_any_error_passes_through_unchanged() {
        let fault = || Fault::new(404, "no such person");
        let boxes: [Box<dyn std::error::Error + Send + Sync>; 3] = [
            fault().into(),
            std::io::Error::other(fault()).into(),
            std::io::Error::other(std::io::Error::other(fault())).into(),
        ];
        for boxed in boxes {
            assert_eq!(Fault::from(&boxed), fault(), "{boxed}");
        }
        assert_eq!(Fault::from(&std::io::Error::other(fault())), fault());
        let boxed: Box<dyn std::error::Error + Send + Sync> = "no paper".into();
        assert_eq!(Fault::from(&boxed), Fault::new(Fault::APPLICATION, "no paper"));
    }

    #[cfg(feature = "anyhow")]
    #[test]
    fn an_error_of_anyhow_tells_its_own_text_and_what_it_was_made_from_if_that_is_a_fault() {
        use anyhow::Context as _;
        let text = anyhow::anyhow!("disk 7 is full").context("not saved");
        assert_eq!(Fault::from(&text), Fault::new(Fault::APPLICATION, "not saved"));
        let fault = Fault::new(404, "no such person");
        let looked: Result<(), _> = Err(fault.clone());
        assert_eq!(Fault::from(&looked.context("greeting").expect_err("it is one")), fault);
        let behind = Error::new(ErrorKind::Connect, "10.0.0.7:99: connection refused");
        let behind = anyhow::Error::from(behind).context("10.0.0.7 is gone");
        assert_eq!(Fault::from(&behind).code, Fault::TRANSPORT);
    }

    #[test]
    fn is_told_in_one_line() {
        let error = Error::new(ErrorKind::Type, "found <\u{1b}[2J>").in_member("a\nERROR forged");
        assert_eq!(error.to_string(), "a\\nERROR forged: found <\\u{1b}[2J>");
    }

    #[test]
    fn what_happened_behind_the_server_stays_there() {
        for kind in [ErrorKind::Connect, ErrorKind::Root, ErrorKind::Endpoint] {
            let fault = Fault::from(&Error::new(kind, "10.0.0.7:99: connection refused"));
            assert!(!fault.message.contains("10.0.0.7"), "{fault}");
        }
    }
}

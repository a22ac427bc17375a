//! What went wrong, for programs as an object of JSON and for people as a line.

use std::{
    borrow::Cow,
    fmt::{self, Write as _},
    io::{self, Write as _},
    path::Path,
};

use serde::Serialize;
use xmlrpc_core::{Error, ErrorKind};

use crate::{hint::in_own_words, paint::Paint};

/// Why a call got no answer, or a file could not be decoded or encoded.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    kind: &'static str,
    message: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Problem {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Problem {
            kind: kind_name(kind),
            message: message.into().into(),
            status: None,
            file: None,
            path: None,
            offset: None,
            line: None,
            column: None,
        }
    }

    /// A file that cannot be read.
    pub(crate) fn io(error: &io::Error) -> Self {
        Problem {
            kind: "io",
            ..Problem::new(ErrorKind::Transport, format!("cannot read: {error}"))
        }
    }

    /// JSON that is none.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let mut message = error.to_string();
        // The place is told like any other place.
        if let Some(end) = message.rfind(" at line ") {
            message.truncate(end);
        }
        Problem::new(ErrorKind::Syntax, message).at(error.line(), Some(error.column()))
    }

    /// The same, in this file.
    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file = Some(file.to_string_lossy().into());
        self
    }

    /// The same, in what this server answered to a call of this method.
    pub(crate) fn in_answer(mut self, method: &str, url: &str) -> Self {
        self.message = format!("{method}: {url}: {}", self.message).into();
        self
    }

    /// The same, in this line and column, both counted from 1.
    pub(crate) fn at(mut self, line: usize, column: Option<usize>) -> Self {
        self.line = Some(line);
        self.column = column;
        self
    }

    /// The same, with the line and column of its offset in this document.
    pub(crate) fn located(self, document: &[u8]) -> Self {
        match self.offset.and_then(|offset| document.get(..offset)) {
            // Bytes of UTF-16 are no columns.
            Some(before) if !before.contains(&0) => {
                let (line, column) = line_and_column(before);
                self.at(line, Some(column))
            }
            _ => self,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem {
            status: error.status(),
            path: error.path().map(Into::into),
            offset: error.offset(),
            ..Problem::new(error.kind(), in_own_words(&error.to_string()))
        }
    }
}

/// `file:line:column: message`, as editors understand it.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            f.write_str(file)?;
            for number in [self.line, self.column].into_iter().flatten() {
                write!(f, ":{number}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

/// Tells people what is no mistake, on standard error.
pub(crate) fn tell(text: &str) {
    // Where nobody listens, there is nobody to tell.
    let _ = writeln!(io::stderr(), "xmlrpc: {}", printable(text));
}

/// Tells people what is wrong, on standard error.
pub(crate) fn complain(text: &str) {
    // Where nobody listens, there is nobody to tell.
    let name = Paint::of_errors().red("xmlrpc:");
    let _ = writeln!(io::stderr(), "{name} {}", printable(text));
}

/// The same text without characters that a terminal would obey.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if c.is_control() {
            // Writing to a String cannot fail.
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Where a text goes on that begins like this: line and column, both counted from 1, the column in characters.
pub(crate) fn line_and_column(before: &[u8]) -> (usize, usize) {
    let mut lines = before.split(|&byte| byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    let column = last.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
    (lines.count() + 1, column)
}

/// The name of a kind in JSON.
fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Syntax => "syntax",
        ErrorKind::Type => "type",
        ErrorKind::Range => "range",
        ErrorKind::Limit => "limit",
        ErrorKind::Doctype => "doctype",
        ErrorKind::Encoding => "encoding",
        ErrorKind::Empty => "empty",
        ErrorKind::Root => "root",
        ErrorKind::Structure | ErrorKind::Params => "structure",
        ErrorKind::Resolve => "resolve",
        ErrorKind::Connect => "connect",
        ErrorKind::Timeout => "timeout",
        ErrorKind::Tls => "tls",
        ErrorKind::Status | ErrorKind::Transport => "http",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        for (before, place) in
            [("", (1, 1)), ("ab", (1, 3)), ("a\n", (2, 1)), ("a\r\n\nhé", (3, 3))]
        {
            assert_eq!(line_and_column(before.as_bytes()), place, "{before:?}");
        }
    }

    #[test]
    fn a_terminal_is_told_nothing_it_would_obey() {
        assert_eq!(printable("a\u{1b}[2J\u{9b}\n"), "a\\u{1b}[2J\\u{9b}\\n");
        assert_eq!(printable("Müller \"x\""), "Müller \"x\"");
    }
}

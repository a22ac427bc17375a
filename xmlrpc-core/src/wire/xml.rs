//! What quick-xml reads: one token at a time, or a whole document to see whether it is one.

use std::borrow::Cow;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::element::Element;
use crate::{Error, ErrorKind};

/// A start tag that was read: what its end tag must say.
#[derive(Clone, Copy)]
pub(super) struct Open<'de> {
    /// As written, with a prefix if it has one.
    pub(super) name: &'de str,
    /// `<name/>`: no end tag follows.
    pub(super) empty: bool,
}

/// A tag, read by the general lane.
pub(super) enum Tag<'de> {
    Open(Open<'de>),
    Close(&'de str),
}

/// What stands between `<` and `>`.
pub(super) enum Markup<'de> {
    Tag(Tag<'de>),
    CData(&'de str),
    /// A comment, a processing instruction, the declaration.
    Nothing,
}

impl<'de> Open<'de> {
    /// An element without tags of its own: nothing closes it.
    pub(super) const IMPLIED: Open<'static> = Open { name: "", empty: true };

    pub(super) fn plain(element: &'static Element) -> Self {
        Open { name: element.name, empty: false }
    }

    /// The name without its prefix.
    pub(super) fn local_name(&self) -> &'de str {
        self.name.rsplit_once(':').map_or(self.name, |(_, local)| local)
    }

    /// Whether the end tag is the one that is predicted. An element under a prefix has a longer name.
    #[inline]
    pub(super) fn is_plain(&self, element: &Element) -> bool {
        !self.empty && self.name.len() == element.name.len()
    }
}

/// Reads what begins with the `<` at the start of this text, and gives its length in bytes.
///
/// A reader made for one token is cheap, and has no state that the fast lane would have to keep up to date.
pub(super) fn read_markup(text: &str) -> Result<(Markup<'_>, usize), Error> {
    if text.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("<!DOCTYPE")) {
        return Err(Error::new(
            ErrorKind::Doctype,
            "a document type declaration, which XML-RPC does not use and attacks do",
        ));
    }
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_unmatched_ends = true;
    let event = reader.read_event().map_err(|error| not_well_formed(&error))?;
    let length = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
    let name = |from: usize, length: usize| &text[from..from + length];
    let open = |tag: &BytesStart<'_>, empty| {
        well_formed_attributes(tag)?;
        Ok::<_, Error>(Markup::Tag(Tag::Open(Open { name: name(1, tag.name().0.len()), empty })))
    };
    let markup = match event {
        Event::Start(tag) => open(&tag, false)?,
        Event::Empty(tag) => open(&tag, true)?,
        Event::End(tag) => Markup::Tag(Tag::Close(name(2, tag.name().0.len()))),
        Event::CData(_) => Markup::CData(&text["<![CDATA[".len()..length - "]]>".len()]),
        _ => Markup::Nothing,
    };
    Ok((markup, length))
}

/// The error itself, or what is wrong with the document as XML if it is not well-formed: an element in the wrong
/// place is often the first sign of a tag that was never closed. It gets its line and column.
#[cold]
pub(super) fn blame(error: Error, document: &str) -> Error {
    first_cause(error, document).in_document(document.as_bytes())
}

fn first_cause(error: Error, document: &str) -> Error {
    if error.kind() != ErrorKind::Structure {
        return error;
    }
    let mut reader = Reader::from_str(document);
    let mut depth = 0usize;
    loop {
        match reader.read_event() {
            Ok(Event::Start(_)) => depth += 1,
            Ok(Event::End(_)) => depth -= 1,
            Ok(Event::Eof) if depth > 0 => {
                return Error::new(ErrorKind::Syntax, "the document ends early").at(document.len());
            }
            Ok(Event::Eof) => return error,
            Ok(_) => {}
            Err(broken) => {
                let offset = usize::try_from(reader.error_position()).unwrap_or(document.len());
                return not_well_formed(&broken).at(offset);
            }
        }
    }
}

/// As much of a foreign text as goes into a message.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
    }
}

/// Appends the text of a CDATA section, with its line ends as XML wants them.
pub(super) fn push_normalized(out: &mut String, mut text: &str) {
    while let Some((line, rest)) = text.split_once('\r') {
        out.push_str(line);
        out.push('\n');
        text = rest.strip_prefix('\n').unwrap_or(rest);
    }
    out.push_str(text);
}

/// Attributes say nothing here, but a document in which they are broken may be cut in a wrong place.
fn well_formed_attributes(tag: &BytesStart<'_>) -> Result<(), Error> {
    // Looking for duplicates takes time quadratic in their number.
    for attribute in tag.attributes().with_checks(false) {
        attribute
            .map_err(|e| Error::new(ErrorKind::Syntax, format!("an attribute is broken: {e}")))?;
    }
    Ok(())
}

#[cold]
fn not_well_formed(error: &quick_xml::Error) -> Error {
    Error::new(ErrorKind::Syntax, shown(&error.to_string()).into_owned())
}

//! The position in a document, and the two lanes that move it.
//!
//! [`eat`](Cursor::eat) is the fast lane: it compares the text that the grammar expects. [`tag`](Cursor::tag) and
//! [`text`](Cursor::text) are the general lane: they take whatever XML allows there. Both leave the position where the
//! other can go on.

use std::borrow::Cow;

use memchr::memchr3;
use quick_xml::{Reader, events::Event};

use super::{Limits, element::Element, reference};
use crate::{Error, ErrorKind};

/// A place in the text of a document.
#[derive(Clone)]
pub(super) struct Cursor<'de> {
    text: &'de str,
    at: usize,
    limits: Limits,
    depth: usize,
}

/// A start tag that was read: what its end tag must say.
#[derive(Clone, Copy)]
pub(super) struct Open<'de> {
    /// As written, with a prefix if it has one.
    name: &'de str,
    /// `<name/>`: no end tag follows.
    pub(super) empty: bool,
}

/// A tag, read by the general lane.
pub(super) enum Tag<'de> {
    Open(Open<'de>),
    Close(&'de str),
}

/// What stands between `<` and `>`.
enum Markup<'de> {
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

impl<'de> Cursor<'de> {
    pub(super) fn new(text: &'de str, limits: Limits) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, limits, depth: 0 }
    }

    pub(super) fn document(&self) -> &'de str {
        self.text
    }

    #[inline]
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes to a position that [`position`](Self::position) gave.
    #[inline]
    pub(super) fn go_to(&mut self, position: usize) {
        self.at = position;
    }

    #[inline]
    pub(super) fn rest(&self) -> &'de [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Whether this is what comes next.
    #[inline]
    pub(super) fn sees(&self, literal: &str) -> bool {
        self.limits.predict() && self.rest().starts_with(literal.as_bytes())
    }

    /// The fast lane: moves over this text if it is what comes next.
    #[inline]
    pub(super) fn eat(&mut self, literal: &str) -> bool {
        let found = self.sees(literal);
        if found {
            self.at += literal.len();
        }
        found
    }

    /// Moves over as many bytes of ASCII, which the caller saw.
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    /// Opens this element, which must come next.
    #[inline(always)]
    pub(super) fn open(&mut self, element: &'static Element) -> Result<Open<'de>, Error> {
        if self.eat(element.open) {
            return Ok(Open::plain(element));
        }
        self.open_in_general(element)
    }

    #[inline(never)]
    fn open_in_general(&mut self, element: &'static Element) -> Result<Open<'de>, Error> {
        self.skip_space();
        if self.eat(element.open) {
            return Ok(Open::plain(element));
        }
        let start = self.at;
        match self.tag()? {
            Tag::Open(open) if open.local_name() == element.name => Ok(open),
            other => Err(unexpected(element.open, &other).at(start)),
        }
    }

    /// Opens this element if it comes next. The position stays if not.
    pub(super) fn open_if(
        &mut self,
        element: &'static Element,
    ) -> Result<Option<Open<'de>>, Error> {
        let start = self.at;
        if let Tag::Open(open) = self.tag()?
            && open.local_name() == element.name
        {
            return Ok(Some(open));
        }
        self.at = start;
        Ok(None)
    }

    /// Opens this element if it comes next; `None`, and the parent closed, if the parent ends here.
    #[inline(always)]
    pub(super) fn open_or_close(
        &mut self,
        element: &'static Element,
        parent: &Open<'de>,
        parent_element: &'static Element,
    ) -> Result<Option<Open<'de>>, Error> {
        if !parent.empty && self.eat(element.open) {
            return Ok(Some(Open::plain(element)));
        }
        if parent.is_plain(parent_element) && self.eat(parent_element.close) {
            return Ok(None);
        }
        self.open_or_close_in_general(element, parent, parent_element)
    }

    #[inline(never)]
    fn open_or_close_in_general(
        &mut self,
        element: &'static Element,
        parent: &Open<'de>,
        parent_element: &'static Element,
    ) -> Result<Option<Open<'de>>, Error> {
        if parent.empty {
            return Ok(None);
        }
        self.skip_space();
        if self.eat(element.open) {
            return Ok(Some(Open::plain(element)));
        }
        if parent.is_plain(parent_element) && self.eat(parent_element.close) {
            return Ok(None);
        }
        let start = self.at;
        match self.tag()? {
            Tag::Open(open) if open.local_name() == element.name => Ok(Some(open)),
            Tag::Close(name) if name == parent.name => Ok(None),
            other => Err(unexpected(element.open, &other).at(start)),
        }
    }

    /// Closes this element, which must end here.
    #[inline(always)]
    pub(super) fn close(
        &mut self,
        open: &Open<'de>,
        element: &'static Element,
    ) -> Result<(), Error> {
        if open.is_plain(element) && self.eat(element.close) {
            return Ok(());
        }
        self.close_in_general(open, element)
    }

    #[inline(never)]
    fn close_in_general(
        &mut self,
        open: &Open<'de>,
        element: &'static Element,
    ) -> Result<(), Error> {
        if open.empty {
            return Ok(());
        }
        self.skip_space();
        if open.is_plain(element) && self.eat(element.close) {
            return Ok(());
        }
        let start = self.at;
        match self.tag()? {
            Tag::Close(name) if name == open.name => Ok(()),
            Tag::Close(name) => Err(Error::new(
                ErrorKind::Syntax,
                format!("expected </{}>, found </{}>", open.name, shown(name)),
            )
            .at(start)),
            other @ Tag::Open(_) => Err(unexpected(element.close, &other).at(start)),
        }
    }

    /// The next tag, over white space, comments and processing instructions.
    #[inline(never)]
    pub(super) fn tag(&mut self) -> Result<Tag<'de>, Error> {
        loop {
            self.skip_space();
            let start = self.at;
            match self.rest().first() {
                None => return Err(self.ends_early()),
                Some(b'<') => {}
                Some(_) => {
                    return Err(Error::new(
                        ErrorKind::Structure,
                        "text where only elements may be",
                    )
                    .at(start));
                }
            }
            match self.markup()? {
                Markup::Tag(tag) => return Ok(tag),
                Markup::Nothing => {}
                Markup::CData(text) if is_space(text) => {}
                Markup::CData(_) => {
                    return Err(Error::new(
                        ErrorKind::Structure,
                        "text where only elements may be",
                    )
                    .at(start));
                }
            }
        }
    }

    /// Text up to the next tag, with references resolved, CDATA sections taken in and line ends normalized as
    /// [XML 1.0](https://www.w3.org/TR/xml/#sec-line-ends) wants it. The position is at the tag then.
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'de, str>, Error> {
        let rest = self.rest();
        if let Some(length) = special(rest)
            && rest[length] == b'<'
            && !matches!(rest.get(length + 1), Some(b'!' | b'?'))
        {
            let text = &self.text[self.at..self.at + length];
            self.at += length;
            return Ok(Cow::Borrowed(text));
        }
        self.text_in_pieces().map(Cow::Owned)
    }

    #[inline(never)]
    fn text_in_pieces(&mut self) -> Result<String, Error> {
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = special(rest.as_bytes()) else {
                return Err(self.ends_early());
            };
            out.push_str(&rest[..length]);
            self.at += length;
            let rest = &rest.as_bytes()[length..];
            match rest {
                [b'\r', b'\n', ..] => self.at += 1,
                [b'\r', ..] => {
                    out.push('\n');
                    self.at += 1;
                }
                [b'&', ..] => {
                    let (character, length) =
                        reference::read(&self.text[self.at..]).map_err(|e| e.at(self.at))?;
                    out.push(character);
                    self.at += length;
                }
                [b'<', b'!' | b'?', ..] => match self.markup()? {
                    Markup::CData(text) => push_normalized(&mut out, text),
                    Markup::Nothing | Markup::Tag(_) => {}
                },
                _ => return Ok(out),
            }
        }
    }

    /// Checks that nothing but white space, comments and processing instructions is left.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        loop {
            self.skip_space();
            let start = self.at;
            match self.rest().first() {
                None => return Ok(()),
                Some(b'<') if matches!(self.markup()?, Markup::Nothing) => {}
                Some(_) => {
                    return Err(Error::new(
                        ErrorKind::Syntax,
                        "more after the end of the document",
                    )
                    .at(start));
                }
            }
        }
    }

    /// One level deeper into arrays and structs.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// One level up again.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Lets quick-xml read what begins with the `<` at the position.
    ///
    /// A reader made for one token is cheap, and has no state that the fast lane would have to keep up to date.
    #[inline(never)]
    fn markup(&mut self) -> Result<Markup<'de>, Error> {
        let start = self.at;
        let rest = &self.text[start..];
        if rest.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("<!DOCTYPE")) {
            return Err(Error::new(
                ErrorKind::Doctype,
                "a document type declaration, which XML-RPC does not use and attacks do",
            )
            .at(start));
        }
        let mut reader = Reader::from_str(rest);
        reader.config_mut().allow_unmatched_ends = true;
        let event = reader.read_event().map_err(|e| not_well_formed(&e).at(start))?;
        let length = usize::try_from(reader.buffer_position()).unwrap_or(rest.len());
        self.at += length;
        let name = |from: usize, length: usize| &rest[from..from + length];
        Ok(match event {
            Event::Start(tag) => {
                well_formed_attributes(&tag).map_err(|e| e.at(start))?;
                Markup::Tag(Tag::Open(Open { name: name(1, tag.name().0.len()), empty: false }))
            }
            Event::Empty(tag) => {
                well_formed_attributes(&tag).map_err(|e| e.at(start))?;
                Markup::Tag(Tag::Open(Open { name: name(1, tag.name().0.len()), empty: true }))
            }
            Event::End(tag) => Markup::Tag(Tag::Close(name(2, tag.name().0.len()))),
            Event::CData(_) => Markup::CData(&rest["<![CDATA[".len()..length - "]]>".len()]),
            _ => Markup::Nothing,
        })
    }

    #[cold]
    fn ends_early(&self) -> Error {
        Error::new(ErrorKind::Syntax, "the document ends early").at(self.text.len())
    }

    #[cold]
    fn too_deep(&self) -> Error {
        Error::new(
            ErrorKind::Limit,
            format!("arrays and structs nested deeper than {}", self.limits.depth),
        )
        .at(self.at)
    }
}

/// Where text ends, or is not what it says.
#[inline]
fn special(text: &[u8]) -> Option<usize> {
    // Most texts and all names are so short that a vector search is not worth its start.
    const SHORT: usize = 16;
    let (start, rest) = text.split_at(text.len().min(SHORT));
    start
        .iter()
        .position(|byte| matches!(byte, b'<' | b'&' | b'\r'))
        .or_else(|| memchr3(b'<', b'&', b'\r', rest).map(|at| start.len() + at))
}

#[cold]
fn unexpected(expected: &str, found: &Tag<'_>) -> Error {
    let found = match found {
        Tag::Open(open) => format!("<{}>", shown(open.name)),
        Tag::Close(name) => format!("</{}>", shown(name)),
    };
    Error::new(ErrorKind::Structure, format!("expected {expected}, found {found}"))
}

/// The error itself, or what is wrong with the document as XML if it is not well-formed: an element in the wrong
/// place is often the first sign of a tag that was never closed.
#[cold]
pub(super) fn blame(error: Error, document: &str) -> Error {
    if error.kind() != ErrorKind::Structure {
        return error;
    }
    let mut reader = Reader::from_str(document);
    let mut depth = 0usize;
    loop {
        let fault = match reader.read_event() {
            Ok(Event::Start(_)) => {
                depth += 1;
                continue;
            }
            Ok(Event::End(_)) => {
                depth -= 1;
                continue;
            }
            Ok(Event::Eof) if depth == 0 => return error,
            Ok(Event::Eof) => Error::new(ErrorKind::Syntax, "the document ends early"),
            Ok(_) => continue,
            Err(error) => not_well_formed(&error),
        };
        let offset = usize::try_from(reader.error_position()).unwrap_or(document.len());
        return fault.at(if offset == 0 { document.len() } else { offset });
    }
}

/// White space as XML knows it: a no-break space is text.
pub(super) const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether there is nothing but white space.
pub(super) fn is_space(text: &str) -> bool {
    trim(text).is_empty()
}

/// Without the white space around it.
#[inline]
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(SPACE)
}

/// As much of a foreign text as goes into a message.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
    }
}

fn push_normalized(out: &mut String, mut text: &str) {
    while let Some((line, rest)) = text.split_once('\r') {
        out.push_str(line);
        out.push('\n');
        text = rest.strip_prefix('\n').unwrap_or(rest);
    }
    out.push_str(text);
}

/// Attributes say nothing here, but a document in which they are broken may be cut in a wrong place.
fn well_formed_attributes(tag: &quick_xml::events::BytesStart<'_>) -> Result<(), Error> {
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

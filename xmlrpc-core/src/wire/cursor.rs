//! The position in a document, and the two lanes that move it.
//!
//! [`eat`](Cursor::eat) is the fast lane: it compares the text that the grammar expects. [`tag`](Cursor::tag) and
//! [`text`](Cursor::text) are the general lane: they take whatever XML allows there. Both leave the position where the
//! other can go on.

use std::{borrow::Cow, collections::BTreeMap, ptr};

use memchr::{memchr, memmem};

use super::{
    Reading, Tolerance,
    element::Element,
    limits::over,
    reference, scan,
    xml::{self, Markup, Open, Tag, push_normalized, shown},
};
use crate::{
    Error, ErrorKind,
    space::{is_space, trim},
};

/// A place in the text of a document.
pub(super) struct Cursor<'de> {
    text: &'de str,
    at: usize,
    reading: Reading,
    depth: usize,
    /// How many values may follow.
    values: usize,
    /// Where the names are that stand behind the values which begin here: only in the oddest documents.
    #[allow(clippy::box_collection, reason = "a cursor is moved often, and hardly ever has it")]
    names_behind: Option<Box<BTreeMap<usize, usize>>>,
    /// Members that are followed by another of their name are passed over.
    last_wins: bool,
    /// The last names that were found to be plain.
    plain_names: &'static [&'static str],
}

/// A place to come back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    at: usize,
    depth: usize,
    values: usize,
}

impl<'de> Cursor<'de> {
    pub(super) fn new(text: &'de str, reading: Reading) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor {
            text,
            at,
            reading,
            depth: 0,
            values: reading.limits.values,
            names_behind: None,
            last_wins: false,
            plain_names: &[],
        }
    }

    /// Another one at the same place.
    pub(super) fn fork(&self) -> Self {
        Cursor {
            names_behind: None,
            text: self.text,
            at: self.at,
            reading: self.reading,
            depth: self.depth,
            values: self.values,
            last_wins: self.last_wins,
            plain_names: self.plain_names,
        }
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

    #[inline]
    pub(super) fn tolerance(&self) -> Tolerance {
        self.reading.tolerance
    }

    /// Whether this is what comes next.
    #[inline]
    pub(super) fn sees(&self, literal: &str) -> bool {
        self.reading.limits.predict() && self.rest().starts_with(literal.as_bytes())
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

    /// The fast lane around a name that is known at run time only, and is [plain](Self::plain_names).
    #[inline(always)]
    pub(super) fn eat_around(&mut self, before: &str, name: &str, after: &str) -> bool {
        let limits = &self.reading.limits;
        let rest = self.rest();
        if limits.predict()
            && let Some(rest) = rest.strip_prefix(before.as_bytes())
            && let Some(rest) = rest.strip_prefix(name.as_bytes())
            && rest.starts_with(after.as_bytes())
            && name.len() <= limits.string
        {
            self.at += before.len() + name.len() + after.len();
            return true;
        }
        false
    }

    /// These names, if a document writes them as they are; none of them otherwise.
    #[inline]
    pub(super) fn plain_names(
        &mut self,
        names: &'static [&'static str],
    ) -> &'static [&'static str] {
        // Structs of one type come in lists.
        if !ptr::eq(self.plain_names, names) {
            let plain = |name: &&str| scan::markup(name.as_bytes()).is_none();
            if self.reading.tolerance.trimmed_names || !names.iter().all(plain) {
                return &[];
            }
            self.plain_names = names;
        }
        names
    }

    /// Moves over an XML declaration and the white space after it, if one comes next.
    pub(super) fn eat_declaration(&mut self) {
        if self.eat("<?xml version=\"1.0\"?>") {
            self.skip_space();
        } else if self.sees("<?xml ")
            && let Some(length) = memmem::find(self.rest(), b"?>")
        {
            self.at += length + "?>".len();
            self.skip_space();
        }
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

    /// The text up to the next `<`, as it stands; `None` if there is none, or it is longer than a text may be.
    pub(super) fn up_to_markup(&mut self) -> Option<&'de str> {
        let length = memchr(b'<', self.rest())?;
        if length > self.reading.limits.string {
            return None;
        }
        let text = &self.text[self.at..self.at + length];
        self.at += length;
        Some(text)
    }

    /// Checks that an element that must hold something is not `<self-closed/>`: what follows would be taken for it.
    #[inline]
    pub(super) fn check_filled(&self, open: &Open<'de>) -> Result<(), Error> {
        if open.empty { Err(self.nothing_in(open)) } else { Ok(()) }
    }

    #[cold]
    fn nothing_in(&self, open: &Open<'de>) -> Error {
        let what = format!("expected a value, found nothing in <{}/>", shown(open.name));
        Error::new(ErrorKind::Structure, what).at(self.at)
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

    /// Moves over text and the tag behind it, if that is the one that is predicted, and the text stands there as it is.
    #[inline(always)]
    pub(super) fn predicted_text_before(&mut self, end: &str) -> Option<&'de str> {
        let length = scan::markup(self.rest())?;
        let after = self.at + length;
        if length > self.reading.limits.string
            || !self.reading.limits.predict()
            || !self.text.as_bytes()[after..].starts_with(end.as_bytes())
        {
            return None;
        }
        let text = &self.text[self.at..after];
        self.at = after + end.len();
        Some(text)
    }

    /// The same for a name.
    #[inline(always)]
    pub(super) fn predicted_name_before(&mut self, end: &str) -> Option<&'de str> {
        let name = self.predicted_text_before(end)?;
        Some(if self.reading.tolerance.trimmed_names { trim(name) } else { name })
    }

    /// Text up to the next tag, with references resolved, CDATA sections taken in and line ends normalized as
    /// [XML 1.0](https://www.w3.org/TR/xml/#sec-line-ends) wants it. The position is at the tag then.
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'de, str>, Error> {
        let rest = self.rest();
        if let Some(length) = scan::markup(rest)
            && rest[length] == b'<'
            && !matches!(rest.get(length + 1), Some(b'!' | b'?'))
        {
            if length > self.reading.limits.string {
                return Err(self.too_long());
            }
            let text = &self.text[self.at..self.at + length];
            self.at += length;
            return Ok(Cow::Borrowed(text));
        }
        self.text_in_pieces().map(Cow::Owned)
    }

    #[inline(never)]
    fn text_in_pieces(&mut self) -> Result<String, Error> {
        // What it becomes is hardly ever longer than what stands there.
        let mut out = String::with_capacity(memchr(b'<', self.rest()).unwrap_or(0));
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = scan::markup(rest.as_bytes()) else {
                return Err(self.ends_early());
            };
            if out.len() + length > self.reading.limits.string {
                return Err(self.too_long());
            }
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
                    Markup::CData(text) if out.len() + text.len() > self.reading.limits.string => {
                        return Err(self.too_long());
                    }
                    Markup::CData(text) => push_normalized(&mut out, text),
                    Markup::Nothing | Markup::Tag(_) => {}
                },
                _ => return Ok(out),
            }
        }
    }

    /// A name up to the next tag.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Cow<'de, str>, Error> {
        let name = self.text()?;
        if self.reading.tolerance.trimmed_names {
            return Ok(match name {
                Cow::Borrowed(name) => Cow::Borrowed(trim(name)),
                Cow::Owned(name) => Cow::Owned(trim(&name).to_owned()),
            });
        }
        Ok(name)
    }

    /// Checks that nothing but white space, comments and processing instructions is left.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        if self.reading.tolerance.surroundings {
            return Ok(());
        }
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
        if self.depth > self.reading.limits.depth {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Counts a value: a parameter, an item or a member.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Error> {
        if self.values == 0 {
            return Err(self.too_many());
        }
        self.values -= 1;
        Ok(())
    }

    /// How many values may follow.
    pub(super) fn values(&self) -> usize {
        self.values
    }

    /// Takes back what was counted since [`values`](Self::values) gave this: the same is read again.
    pub(super) fn recount(&mut self, values: usize) {
        self.values = values;
    }

    /// Where the name is that stands behind the value which begins here, if that is known.
    pub(super) fn name_behind(&self, value: usize) -> Option<usize> {
        self.names_behind.as_ref()?.get(&value).copied()
    }

    /// Notes that the name behind the value which begins there is here.
    pub(super) fn note_name_behind(&mut self, value: usize) {
        self.names_behind.get_or_insert_default().insert(value, self.at);
    }

    /// This place.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.at, depth: self.depth, values: self.values }
    }

    /// Goes back there, to read the same again.
    pub(super) fn back_to(&mut self, mark: Mark) {
        Mark { at: self.at, depth: self.depth, values: self.values } = mark;
    }

    /// Whether members that are followed by another of their name are passed over.
    #[inline]
    pub(super) fn last_wins(&self) -> bool {
        self.last_wins
    }

    pub(super) fn set_last_wins(&mut self, on: bool) {
        self.last_wins = on;
    }

    /// Checks the number of members of a struct, this one included.
    #[inline]
    pub(super) fn check_members(&self, members: usize) -> Result<(), Error> {
        if members > self.reading.limits.members {
            let limit = self.reading.limits.members;
            return Err(over(&format!("a struct of more than {limit} members")).at(self.at));
        }
        Ok(())
    }

    /// One level up again.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Lets quick-xml read what begins with the `<` at the position.
    #[inline(never)]
    fn markup(&mut self) -> Result<Markup<'de>, Error> {
        let (markup, length) =
            xml::read_markup(&self.text[self.at..]).map_err(|e| e.at(self.at))?;
        self.at += length;
        Ok(markup)
    }

    #[cold]
    fn ends_early(&self) -> Error {
        Error::new(ErrorKind::Syntax, "the document ends early").at(self.text.len())
    }

    #[cold]
    fn too_deep(&self) -> Error {
        over(&format!("arrays and structs nested deeper than {}", self.reading.limits.depth))
            .at(self.at)
    }

    #[cold]
    fn too_many(&self) -> Error {
        over(&format!("more than {} values", self.reading.limits.values)).at(self.at)
    }

    #[cold]
    fn too_long(&self) -> Error {
        over(&format!("a text of more than {} bytes", self.reading.limits.string)).at(self.at)
    }
}

#[cold]
fn unexpected(expected: &str, found: &Tag<'_>) -> Error {
    let found = match found {
        Tag::Open(open) => format!("<{}>", shown(open.name)),
        Tag::Close(name) => format!("</{}>", shown(name)),
    };
    Error::new(ErrorKind::Structure, format!("expected {expected}, found {found}"))
}

//! What a value looks like: one grammar above both lanes.

use std::{borrow::Cow, collections::HashMap};

use super::{
    cursor::Cursor,
    element::{Class, DATA, Element, Kind, MEMBER, NAME, VALUE},
    xml::{Open, Tag, shown},
};
use crate::{Error, ErrorKind, space::is_space};

/// A value whose start was read.
pub(super) struct Head<'de> {
    pub(super) kind: Kind,
    /// Where the value begins.
    pub(super) start: usize,
    value: Open<'de>,
    content: Content<'de>,
}

enum Content<'de> {
    /// After the start tag of the type.
    Typed(Open<'de>),
    /// A value without a type is a string; this is all of it.
    Untyped(Cow<'de, str>),
}

/// An array whose items are being read.
pub(super) struct Array<'de> {
    head: Head<'de>,
    data: Open<'de>,
}

/// A member whose value comes next.
pub(super) struct Member<'de> {
    pub(super) name: Cow<'de, str>,
    tag: Open<'de>,
    /// Where the member goes on after its value, where the name stands behind it.
    resume: Option<usize>,
}

impl<'de> Cursor<'de> {
    /// Reads the start of a value, whatever its type.
    #[inline]
    pub(super) fn value(&mut self) -> Result<Head<'de>, Error> {
        let start = self.position();
        if self.sees("<value><")
            && let Some((kind, length)) = Kind::predicted(&self.rest()["<value><".len()..])
        {
            self.advance("<value><".len() + length);
            return Ok(Head::plain(kind, start));
        }
        self.value_in_general()
    }

    /// Reads the start of a value that must be of this type.
    pub(super) fn value_of(&mut self, class: Class) -> Result<Head<'de>, Error> {
        let head = self.value()?;
        head.expect(class)?;
        Ok(head)
    }

    #[inline(never)]
    fn value_in_general(&mut self) -> Result<Head<'de>, Error> {
        self.skip_space();
        let start = self.position();
        let value = self.open(&VALUE)?;
        let untyped =
            |text| Head { kind: Kind::String, start, value, content: Content::Untyped(text) };
        if value.empty {
            return Ok(untyped(Cow::Borrowed("")));
        }
        let text = self.text()?;
        if self.rest().starts_with(b"</") {
            return Ok(untyped(text));
        }
        if !is_space(&text) {
            return Err(
                Error::new(ErrorKind::Structure, "text beside an element in a value").at(start)
            );
        }
        if self.sees("<")
            && let Some((kind, length)) = Kind::predicted(&self.rest()["<".len()..])
        {
            self.advance("<".len() + length);
            let content = Content::Typed(Open::plain(&kind.typed().element));
            return Ok(Head { kind, start, value, content });
        }
        match self.tag()? {
            Tag::Open(tag) => Head::typed(tag, value, start),
            Tag::Close(_) => Ok(untyped(text)),
        }
    }

    /// A struct that stands where a value should, without `<value>` around it: `None` if there is none.
    pub(super) fn bare_struct(&mut self) -> Result<Option<Head<'de>>, Error> {
        let start = self.position();
        match self.open_if(struct_element())? {
            Some(tag) => Head::typed(tag, Open::IMPLIED, start).map(Some),
            None => Ok(None),
        }
    }

    /// An array that stands where an item of this array should, without `<value>` around it: `None` if there is none.
    pub(super) fn bare_array(&mut self, around: &Array<'de>) -> Result<Option<Head<'de>>, Error> {
        if around.data.empty || self.sees(VALUE.open) {
            return Ok(None);
        }
        let start = self.position();
        let Some(tag) = self.open_if(&Kind::Array.typed().element)? else { return Ok(None) };
        self.count()?;
        Head::typed(tag, Open::IMPLIED, start).map(Some)
    }

    /// Whether the next value is nil, or a date that is taken for it; it is read if so, and not touched if not.
    #[inline]
    pub(super) fn nil(&mut self) -> Result<bool, Error> {
        if self.eat("<value><nil/></value>") {
            return Ok(true);
        }
        let empty_dates = self.tolerance().empty_dates;
        if self.sees("<value><")
            && let Some((kind, _)) = Kind::predicted(&self.rest()["<value><".len()..])
            && !(empty_dates && kind == Kind::DateTime)
        {
            return Ok(false);
        }
        let start = self.position();
        let head = self.value()?;
        match head.kind {
            Kind::Nil => {
                self.end_nil(head)?;
                return Ok(true);
            }
            Kind::DateTime if empty_dates && is_space(&self.scalar(head)?) => return Ok(true),
            _ => {}
        }
        self.go_to(start);
        Ok(false)
    }

    /// Reads the rest of a nil.
    pub(super) fn end_nil(&mut self, head: Head<'de>) -> Result<(), Error> {
        let text = self.scalar(head)?;
        if is_space(&text) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Type, "a nil that holds text"))
    }

    /// Reads a whole value that is the text of this type; `None`, and nothing read, if it does not begin as predicted.
    ///
    /// Inlined with a constant for the type, it compares constants.
    #[inline(always)]
    pub(super) fn predicted_text(&mut self, kind: Kind) -> Result<Option<Cow<'de, str>>, Error> {
        let typed = kind.typed();
        if !self.eat(typed.begin) {
            return Ok(None);
        }
        if let Some(text) = self.predicted_text_before(typed.end) {
            return Ok(Some(Cow::Borrowed(text)));
        }
        let text = self.text()?;
        if !self.eat(typed.end) {
            self.end_value_in_general(kind, &Open::plain(&typed.element), &Open::plain(&VALUE))?;
        }
        Ok(Some(text))
    }

    /// Reads a whole base64 value, up to the next tag as it stands: what is escaped in it is for the caller to notice.
    /// `None`, and nothing read, if it does not look as predicted.
    pub(super) fn predicted_base64(&mut self) -> Option<&'de str> {
        let start = self.position();
        let typed = Kind::Base64.typed();
        let text = if self.eat(typed.begin) { self.up_to_markup() } else { None };
        if text.is_some() && self.eat(typed.end) {
            return text;
        }
        self.go_to(start);
        None
    }

    /// Reads the rest of a value that is text.
    #[inline]
    pub(super) fn scalar(&mut self, head: Head<'de>) -> Result<Cow<'de, str>, Error> {
        match head.content {
            Content::Typed(tag) if !tag.empty => {
                let text = self.text()?;
                self.end_value(head.kind, &tag, &head.value)?;
                Ok(text)
            }
            Content::Typed(_) => {
                self.close(&head.value, &VALUE)?;
                Ok(Cow::Borrowed(""))
            }
            Content::Untyped(text) => {
                self.close(&head.value, &VALUE)?;
                Ok(text)
            }
        }
    }

    #[inline]
    fn end_value(&mut self, kind: Kind, tag: &Open<'de>, value: &Open<'de>) -> Result<(), Error> {
        let typed = kind.typed();
        if tag.is_plain(&typed.element) && value.is_plain(&VALUE) && self.eat(typed.end) {
            return Ok(());
        }
        self.end_value_in_general(kind, tag, value)
    }

    #[inline(never)]
    fn end_value_in_general(
        &mut self,
        kind: Kind,
        tag: &Open<'de>,
        value: &Open<'de>,
    ) -> Result<(), Error> {
        self.close(tag, &kind.typed().element)?;
        self.close(value, &VALUE)
    }

    /// Reads up to the first item of an array.
    pub(super) fn array(&mut self, head: Head<'de>) -> Result<Array<'de>, Error> {
        self.enter()?;
        match &head.content {
            Content::Typed(tag) if !tag.empty => {
                let data = self.open(&DATA)?;
                Ok(Array { head, data })
            }
            _ => {
                Err(Error::new(ErrorKind::Structure, "expected <data> in an array").at(head.start))
            }
        }
    }

    /// Whether another item follows; the position is at its value then.
    #[inline]
    pub(super) fn item(&mut self, array: &Array<'de>) -> Result<bool, Error> {
        if array.data.empty {
            return Ok(false);
        }
        if self.sees("<value>") {
            return self.count().map(|()| true);
        }
        self.skip_space();
        if self.sees("<value>") {
            return self.count().map(|()| true);
        }
        let before = self.position();
        let more = self.open_or_close(&VALUE, &array.data, &DATA)?.is_some();
        if more {
            self.count()?;
            self.go_to(before);
        }
        Ok(more)
    }

    /// Reads the end of an array, after the last item.
    pub(super) fn end_array(&mut self, array: &Array<'de>) -> Result<(), Error> {
        self.leave();
        self.end_container(&array.head)
    }

    /// The next member, up to its value; `None` at the end of the struct.
    #[inline]
    pub(super) fn member(&mut self, head: &Head<'de>) -> Result<Option<Member<'de>>, Error> {
        let Content::Typed(parent) = &head.content else { return Ok(None) };
        if !parent.empty && self.eat("<member><name>") {
            self.count()?;
            let name = match self.predicted_name_before(NAME.close) {
                Some(name) => Cow::Borrowed(name),
                None => {
                    let name = self.name()?;
                    self.close(&Open::plain(&NAME), &NAME)?;
                    name
                }
            };
            return Ok(Some(Member::plain(name)));
        }
        let Some(tag) = self.open_or_close(&MEMBER, parent, struct_element())? else {
            return Ok(None);
        };
        self.count()?;
        self.member_in_general(tag).map(Some)
    }

    /// The next member, up to its value, if it is the one of this [plain](Self::plain_names) name.
    #[inline(always)]
    pub(super) fn predicted_member(
        &mut self,
        head: &Head<'de>,
        name: &'static str,
    ) -> Result<Option<Member<'de>>, Error> {
        let Content::Typed(parent) = &head.content else { return Ok(None) };
        if parent.empty || !self.eat_around("<member><name>", name, NAME.close) {
            return Ok(None);
        }
        self.count()?;
        Ok(Some(Member::plain(Cow::Borrowed(name))))
    }

    #[inline(never)]
    fn member_in_general(&mut self, tag: Open<'de>) -> Result<Member<'de>, Error> {
        self.check_filled(&tag)?;
        self.skip_space();
        let (start, values) = (self.position(), self.values());
        let value_first = !self.sees(NAME.open)
            && matches!(self.tag()?, Tag::Open(tag) if tag.local_name() == VALUE.name);
        self.go_to(start);
        if value_first {
            self.skip_to_name(start)?;
        }
        let open = self.open(&NAME)?;
        let name = if open.empty { Cow::Borrowed("") } else { self.name()? };
        self.close(&open, &NAME)?;
        let resume = value_first.then(|| self.position());
        if value_first {
            self.go_to(start);
            self.recount(values);
        }
        Ok(Member { name, tag, resume })
    }

    /// Moves over the value that stands before the name, where it was found when an outer value was moved over; else each
    /// level of nesting would be looked through again for each level around it.
    fn skip_to_name(&mut self, start: usize) -> Result<(), Error> {
        if let Some(position) = self.name_behind(start) {
            self.go_to(position);
            return Ok(());
        }
        self.skip_value()?;
        self.note_name_behind(start);
        Ok(())
    }

    /// Reads the end of a member, after its value.
    #[inline]
    pub(super) fn end_member(&mut self, member: &Member<'de>) -> Result<(), Error> {
        if let Some(position) = member.resume {
            self.go_to(position);
        }
        self.close(&member.tag, &MEMBER)
    }

    /// Reads the end of a struct, after the last member.
    pub(super) fn end_struct(&mut self, head: &Head<'de>) -> Result<(), Error> {
        self.leave();
        self.end_container(head)
    }

    /// Looks ahead over the members of a struct: which of them are followed by another of their name.
    #[cold]
    pub(super) fn superseded(&mut self, head: &Head<'de>) -> Result<Vec<bool>, Error> {
        let mark = self.mark();
        let mut last = HashMap::new();
        let mut superseded = Vec::new();
        while let Some(member) = self.member(head)? {
            if member.resume.is_none() {
                self.skip_value()?;
            }
            self.end_member(&member)?;
            if let Some(before) = last.insert(member.name, superseded.len()) {
                superseded[before] = true;
            }
            superseded.push(false);
            self.check_members(superseded.len())?;
        }
        self.back_to(mark);
        Ok(superseded)
    }

    /// Moves over a value: its structure is checked, what its texts say is not.
    pub(super) fn skip_value(&mut self) -> Result<(), Error> {
        let head = self.value()?;
        match head.kind.class() {
            Class::Array => {
                let array = self.array(head)?;
                while self.item(&array)? {
                    self.skip_value()?;
                }
                self.end_array(&array)
            }
            Class::Struct => {
                self.enter()?;
                let mut members = 0;
                while let Some(member) = self.member(&head)? {
                    members += 1;
                    self.check_members(members)?;
                    if member.resume.is_none() {
                        self.skip_value()?;
                    }
                    self.end_member(&member)?;
                }
                self.end_struct(&head)
            }
            _ => self.scalar(head).map(drop),
        }
    }

    /// After the content of an array or a struct.
    fn end_container(&mut self, head: &Head<'de>) -> Result<(), Error> {
        if let Content::Typed(tag) = &head.content
            && head.kind == Kind::Array
        {
            return self.end_value(head.kind, tag, &head.value);
        }
        self.close(&head.value, &VALUE)
    }
}

impl<'de> Member<'de> {
    #[inline]
    fn plain(name: Cow<'de, str>) -> Self {
        Member { name, tag: Open::plain(&MEMBER), resume: None }
    }
}

impl<'de> Head<'de> {
    #[inline]
    fn plain(kind: Kind, start: usize) -> Self {
        Head {
            kind,
            start,
            value: Open::plain(&VALUE),
            content: Content::Typed(Open::plain(&kind.typed().element)),
        }
    }

    fn typed(tag: Open<'de>, value: Open<'de>, start: usize) -> Result<Self, Error> {
        let name = tag.local_name();
        let kind = Kind::named(name).ok_or_else(|| {
            let (kind, what) = match name {
                "value" | "param" | "member" | "data" | "name" => {
                    (ErrorKind::Structure, "an element where the type of a value should be")
                }
                _ => (ErrorKind::Type, "no such type"),
            };
            Error::new(kind, format!("{what}: <{}>", shown(name))).at(start)
        })?;
        Ok(Head { kind, start, value, content: Content::Typed(tag) })
    }

    /// Checks that this is the type that was asked for.
    #[inline]
    pub(super) fn expect(&self, wanted: Class) -> Result<(), Error> {
        if self.kind.class() == wanted { Ok(()) } else { Err(self.mismatch(wanted.described())) }
    }

    #[cold]
    pub(super) fn mismatch(&self, wanted: &str) -> Error {
        let found = self.kind.class().described();
        Error::new(ErrorKind::Type, format!("expected {wanted}, found {found}")).at(self.start)
    }
}

fn struct_element() -> &'static Element {
    &Kind::Struct.typed().element
}

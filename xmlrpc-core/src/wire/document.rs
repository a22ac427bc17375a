//! What calls and responses have in common: the way to the root element.

use super::{
    Limits,
    cursor::Cursor,
    element::Element,
    xml::{Open, Tag, shown},
};
use crate::{Error, ErrorKind};

/// Reads up to and with the start tag of the root, which must have this name.
pub(super) fn open<'de>(
    body: &'de str,
    root: &'static Element,
    limits: Limits,
) -> Result<(Cursor<'de>, Open<'de>), Error> {
    let mut cursor = Cursor::new(body, limits);
    cursor.skip_space();
    match cursor.rest().first() {
        None => return Err(Error::new(ErrorKind::Empty, "an empty document")),
        Some(b'<') => {}
        Some(_) => return Err(foreign("text", root, body)),
    }
    cursor.eat_declaration();
    if cursor.eat(root.open) {
        return Ok((cursor, Open::plain(root)));
    }
    match cursor.tag() {
        Ok(Tag::Open(open)) if open.local_name() == root.name => Ok((cursor, open)),
        Ok(Tag::Open(open)) => Err(foreign(&format!("<{}>", shown(open.local_name())), root, body)),
        Ok(Tag::Close(_)) => Err(foreign("an end tag", root, body)),
        Err(error) if error.kind() == ErrorKind::Structure => Err(foreign("text", root, body)),
        Err(error) => Err(error.with_body(body.as_bytes())),
    }
}

#[cold]
fn foreign(found: &str, root: &Element, body: &str) -> Error {
    Error::new(ErrorKind::Root, format!("expected {}, found {found}", root.open))
        .with_body(body.as_bytes())
}

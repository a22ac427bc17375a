//! What calls and responses have in common: the way to the root element.

use super::{
    cursor::Cursor,
    element::Element,
    xml::{Open, Tag, shown},
};
use crate::{Error, ErrorKind};

/// Reads from the start of a document up to and with the start tag of the root, which must have this name.
pub(super) fn open<'de>(
    cursor: &mut Cursor<'de>,
    root: &'static Element,
) -> Result<Open<'de>, Error> {
    match open_here(cursor, root) {
        // What could be the document begins further on.
        Err(error) if cursor.tolerance().surroundings && error.kind() != ErrorKind::Doctype => {
            let Some(start) = beginning(cursor.document(), root) else { return Err(error) };
            cursor.go_to(start);
            open_here(cursor, root)
        }
        opened => opened,
    }
}

/// Where the XML declaration is behind other text, or the root without one. An HTML page is not looked through.
fn beginning(body: &str, root: &Element) -> Option<usize> {
    let (root, _) = body.match_indices(root.name).find_map(|(at, name)| {
        let after = &body[at + name.len()..];
        let tag = start_of_tag(&body.as_bytes()[..at])?;
        after.starts_with(['>', '/', ' ', '\t', '\r', '\n']).then_some((tag, name))
    })?;
    let before = &body[..root];
    if before.contains("<!DOCTYPE") || before.contains("<!doctype") {
        return None;
    }
    Some(before.rfind("<?xml ").unwrap_or(root))
}

/// Where the `<` is, if a tag's name begins behind this text, after a prefix of a usual length or none.
fn start_of_tag(before: &[u8]) -> Option<usize> {
    const PREFIX: usize = 32;
    match before.last()? {
        b'<' => Some(before.len() - 1),
        b':' => {
            let from = before.len().saturating_sub(PREFIX);
            before[from..].iter().rposition(|&byte| byte == b'<').map(|at| from + at)
        }
        _ => None,
    }
}

fn open_here<'de>(cursor: &mut Cursor<'de>, root: &'static Element) -> Result<Open<'de>, Error> {
    let body = cursor.document();
    cursor.skip_space();
    match cursor.rest().first() {
        None => return Err(Error::new(ErrorKind::Empty, "an empty document")),
        Some(b'<') => {}
        Some(_) => return Err(foreign("text", root, body)),
    }
    cursor.eat_declaration();
    if cursor.eat(root.open) {
        return Ok(Open::plain(root));
    }
    match cursor.tag() {
        Ok(Tag::Open(open)) if open.local_name() == root.name => Ok(open),
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

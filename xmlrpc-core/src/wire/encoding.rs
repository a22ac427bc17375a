//! From the bytes of a document to its text.

use std::borrow::Cow;

use encoding_rs::{
    DecoderResult, Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED,
};

use memchr::memmem;

use super::{Tolerance, xml::shown};
use crate::{Error, ErrorKind};

/// What most peers write: it names no encoding, so the document is in UTF-8.
const PLAIN_DECLARATION: &[u8] = b"<?xml version=\"1.0\"?>";

/// How far into a document its XML declaration is looked for, in bytes.
const DECLARATION: usize = 512;

/// A document's bytes as text: by byte order mark, by the `charset` that HTTP gave, by its own declaration, else UTF-8.
///
/// Text in UTF-8 is borrowed.
///
/// # Errors
///
/// Kind `Encoding` for an encoding that is not known, and for bytes that are none of its characters; the error has an
/// [offset](Error::offset) in the second case.
pub fn decode<'a>(body: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, Error> {
    decode_with(body, charset, Tolerance::default())
}

/// The same, with a tolerance.
pub(super) fn decode_with<'a>(
    body: &'a [u8],
    charset: Option<&str>,
    tolerance: Tolerance,
) -> Result<Cow<'a, str>, Error> {
    if charset.is_none() && body.starts_with(PLAIN_DECLARATION) {
        if let Ok(text) = simdutf8::basic::from_utf8(body) {
            return Ok(Cow::Borrowed(text));
        }
        return characters(body, Charset::Web(UTF_8), 0, tolerance.lossy);
    }
    in_general(body, charset, tolerance)
}

fn in_general<'a>(
    body: &'a [u8],
    charset: Option<&str>,
    tolerance: Tolerance,
) -> Result<Cow<'a, str>, Error> {
    if let Some((encoding, mark)) = Encoding::for_bom(body) {
        return characters(body, Charset::Web(encoding), mark, tolerance.lossy);
    }
    let charset = match body {
        // UTF-16 without a mark: no other document begins like this.
        [0, b'<', 0, ..] => Charset::Web(UTF_16BE),
        [b'<', 0, _, 0, ..] => Charset::Web(UTF_16LE),
        _ => match charset.map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => named(name)?,
            None => {
                declared(body, tolerance.surroundings).map_or(Ok(Charset::Web(UTF_8)), named)?
            }
        },
    };
    characters(body, charset, 0, tolerance.lossy)
}

#[derive(Clone, Copy)]
enum Charset {
    /// As the web understands the name.
    Web(&'static Encoding),
    /// The web takes it for windows-1252, which it is not where XML is concerned.
    Latin1,
}

fn named(name: &str) -> Result<Charset, Error> {
    let same = |other: &str| name.eq_ignore_ascii_case(other);
    if ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1"].into_iter().any(same) {
        return Ok(Charset::Latin1);
    }
    // ASCII is UTF-8, and who says `us-ascii` and sends more (it was the default for `text/xml`) means UTF-8.
    if ["us-ascii", "ascii"].into_iter().any(same) {
        return Ok(Charset::Web(UTF_8));
    }
    let encoding = Encoding::for_label(name.as_bytes())
        .filter(|&encoding| encoding != REPLACEMENT && encoding != X_USER_DEFINED)
        .ok_or_else(|| {
            Error::new(ErrorKind::Encoding, format!("no such encoding: {:?}", shown(name)))
        })?;
    // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return Ok(Charset::Web(UTF_8));
    }
    Ok(Charset::Web(encoding))
}

const ENCODING: &[u8] = b"encoding";

/// The name in `<?xml version="1.0" encoding="..."?>`, also behind other text if that is allowed.
fn declared(mut body: &[u8], anywhere: bool) -> Option<&str> {
    if anywhere {
        body = &body[memmem::find(body, b"<?xml")?..];
    }
    let start = &body[..body.len().min(DECLARATION)];
    let start = start.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = start.windows(2).position(|two| two == b"?>")?;
    let declaration = std::str::from_utf8(&start[..end]).ok()?;
    let name = declaration.as_bytes().windows(ENCODING.len()).position(|word| word == ENCODING)?;
    let value = &declaration[name + ENCODING.len()..];
    let value = value.trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// The text behind the first `mark` bytes.
#[inline]
fn characters(
    body: &[u8],
    charset: Charset,
    mark: usize,
    lossy: bool,
) -> Result<Cow<'_, str>, Error> {
    let text = &body[mark..];
    let encoding = match charset {
        Charset::Latin1 => return Ok(encoding_rs::mem::decode_latin1(text)),
        Charset::Web(encoding) => encoding,
    };
    if lossy {
        return Ok(encoding.decode_without_bom_handling(text).0);
    }
    match encoding.decode_without_bom_handling_and_without_replacement(text) {
        Some(text) => Ok(text),
        None if encoding == UTF_8 => {
            let offset = mark + Encoding::utf8_valid_up_to(text);
            Err(malformed(encoding, offset).in_document(body))
        }
        None => Err(malformed(encoding, mark + valid_up_to(encoding, text))),
    }
}

#[cold]
fn malformed(encoding: &'static Encoding, offset: usize) -> Error {
    Error::new(ErrorKind::Encoding, format!("bytes that are no {}", encoding.name())).at(offset)
}

/// Where decoding stops, in bytes, to the end of the character that is none.
#[cold]
fn valid_up_to(encoding: &'static Encoding, body: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut room = [0; 1024];
    let mut at = 0;
    loop {
        let (result, read, _) =
            decoder.decode_to_utf8_without_replacement(&body[at..], &mut room, true);
        at += read;
        if result != DecoderResult::OutputFull {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_mark_charset_declaration_else_utf8() {
        for (body, charset, text) in [
            (&b"\xef\xbb\xbf<a/>"[..], Some("iso-8859-1"), "<a/>"),
            (b"\xfe\xff\0<\0a", None, "<a"),
            (b"\xff\xfe<\0a\0", None, "<a"),
            (b"\0<\0a", None, "<a"),
            (b"<\0a\0", None, "<a"),
            (
                b"<?xml version='1.0' encoding='utf-8'?>\xe9",
                Some("latin1"),
                "<?xml version='1.0' encoding='utf-8'?>é",
            ),
            (
                b"\n<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?>\x80",
                None,
                "\n<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?>\u{80}",
            ),
            (b"<?xml encoding='windows-1252'?>\x80", None, "<?xml encoding='windows-1252'?>€"),
            (b"<?xml encoding='utf-16'?>\xc3\xa9", None, "<?xml encoding='utf-16'?>é"),
            (b"\xc3\xa9", Some("us-ascii"), "é"),
            (b"\xc3\xa9", Some(""), "é"),
            (b"\xc3\xa9", None, "é"),
            (b"", None, ""),
        ] {
            assert_eq!(decode(body, charset).unwrap(), text);
        }
    }

    #[test]
    fn says_what_is_unknown_and_where_it_is_broken() {
        for (body, charset, offset) in [
            (&b"<?xml encoding='klingon'?>"[..], None, None),
            (b"x", Some("x-user-defined"), None),
            (b"x", Some("iso-2022-cn"), None),
            (b"ab\xff", None, Some(2)),
            (b"\xef\xbb\xbfab\xff", None, Some(5)),
            (b"ab\xff\xff", Some("euc-jp"), Some(3)),
            (b"\xff\xfe\x00\xd8x\0", None, Some(4)),
        ] {
            let error = decode(body, charset).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Encoding);
            assert_eq!(error.offset(), offset, "{body:?}");
        }
    }
}

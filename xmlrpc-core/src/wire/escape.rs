//! Text on its way out.

use super::scan::{self, BLOCK};
use crate::{Error, ErrorKind};

/// What has to be done about a byte of UTF-8.
const PLAIN: u8 = 0;
const ESCAPED: u8 = 1;
/// Not a character in XML 1.0.
const FORBIDDEN: u8 = 2;
/// The first byte of U+FFFE and U+FFFF, which are not, and of others, which are.
const DOUBTFUL: u8 = 3;

const CLASSES: [u8; 256] = {
    let mut classes = [PLAIN; 256];
    let mut control = 0;
    while control < 0x20 {
        classes[control] = FORBIDDEN;
        control += 1;
    }
    classes[b'\t' as usize] = PLAIN;
    classes[b'\n' as usize] = PLAIN;
    classes[b'\r' as usize] = ESCAPED;
    classes[b'&' as usize] = ESCAPED;
    classes[b'<' as usize] = ESCAPED;
    classes[b'>' as usize] = ESCAPED;
    classes[0xEF] = DOUBTFUL;
    classes
};

/// Writes text, with references for what would be read as markup, or not at all (a CR is read as LF).
///
/// # Errors
///
/// Kind `Range` for a character that no XML 1.0 document can hold, not even as a reference.
#[inline]
pub(super) fn text(text: &str, out: &mut Vec<u8>) -> Result<(), Error> {
    write(text, out, |character, _| Err(forbidden(character)))
}

/// The same, with U+FFFD for what cannot be written: for texts that must arrive, whatever they hold.
pub(super) fn text_lossy(text: &str, out: &mut Vec<u8>) {
    let done = write(text, out, |_, out| {
        out.extend_from_slice("\u{fffd}".as_bytes());
        Ok(())
    });
    debug_assert!(done.is_ok(), "what cannot be written is replaced");
}

#[inline]
fn write(
    text: &str,
    out: &mut Vec<u8>,
    refuse: impl Fn(u32, &mut Vec<u8>) -> Result<(), Error>,
) -> Result<(), Error> {
    if is_plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
        return Ok(());
    }
    write_piecewise(text.as_bytes(), out, refuse)
}

/// Writes text that may hold something special. Few texts do: this is kept out of the way of the others.
#[inline(never)]
fn write_piecewise(
    mut rest: &[u8],
    out: &mut Vec<u8>,
    refuse: impl Fn(u32, &mut Vec<u8>) -> Result<(), Error>,
) -> Result<(), Error> {
    while let Some(at) = special(rest) {
        let (plain, behind) = rest.split_at(at);
        out.extend_from_slice(plain);
        let length = match behind {
            [b'&', ..] => reference(out, b"&amp;"),
            [b'<', ..] => reference(out, b"&lt;"),
            [b'>', ..] => reference(out, b"&gt;"),
            [b'\r', ..] => reference(out, b"&#13;"),
            [0xEF, 0xBF, last @ (0xBE | 0xBF), ..] => {
                refuse(0xFFC0 | u32::from(*last) & 0x3F, out)?;
                3
            }
            [first @ 0xEF, ..] => {
                out.push(*first);
                1
            }
            [control, ..] => {
                refuse(u32::from(*control), out)?;
                1
            }
            [] => 0,
        };
        rest = &behind[length..];
    }
    out.extend_from_slice(rest);
    Ok(())
}

/// The longest name of which [`is_plain_name`] may say so.
pub(super) const NAME: usize = 32;

/// Whether a name is no longer than [`NAME`] and a look at its words finds nothing special, without a loop: of a constant
/// the compiler knows it.
#[inline(always)]
pub(super) fn is_plain_name(name: &str) -> bool {
    let is_plain = |half: &[u8; 16]| {
        let half = u128::from_le_bytes(*half);
        is_plain_word(half as u64) & is_plain_word((half >> 64) as u64)
    };
    let name = name.as_bytes();
    match (name.first_chunk(), name.last_chunk()) {
        (Some(first), Some(last)) => name.len() <= NAME && is_plain(first) && is_plain(last),
        _ => is_short_plain(name),
    }
}

/// Whether a look at every byte by itself finds nothing special; it takes a tab or a line end for special, too.
#[inline]
pub(super) fn is_plain(text: &[u8]) -> bool {
    let (blocks, _) = text.as_chunks();
    match text.last_chunk() {
        // The last block reaches back over bytes that were seen.
        Some(last) => !blocks.iter().any(scan::any_doubtful) && !scan::any_doubtful(last),
        None => is_short_plain(text),
    }
}

/// The same for a text that is shorter than a block, as most names are: in words that overlap.
#[inline(always)]
fn is_short_plain(text: &[u8]) -> bool {
    if let (Some(&first), Some(&last)) = (text.first_chunk(), text.last_chunk()) {
        return is_plain_word(u64::from_le_bytes(first)) & is_plain_word(u64::from_le_bytes(last));
    }
    if let (Some(&first), Some(&last)) = (text.first_chunk(), text.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
        return is_plain_word(u64::from(first) << 32 | u64::from(last));
    }
    text.iter().all(|&byte| CLASSES[usize::from(byte)] == PLAIN)
}

#[inline(always)]
fn is_plain_word(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xFF;
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word;
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    // `<` and `>` differ in one bit.
    let angle = below((word | (ONES * 2)) ^ (ONES * u64::from(b'>')), 1);
    (below(word, 0x20) | is(b'&') | angle | is(0xEF)) & (ONES * 0x80) == 0
}

/// Where the first byte is that is not plain.
fn special(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = text[at..].first_chunk() {
        if scan::any_doubtful(block)
            && let Some(found) = classified(block)
        {
            return Some(at + found);
        }
        at += BLOCK;
    }
    classified(&text[at..]).map(|found| at + found)
}

fn classified(text: &[u8]) -> Option<usize> {
    text.iter().position(|&byte| CLASSES[usize::from(byte)] != PLAIN)
}

#[inline]
fn reference(out: &mut Vec<u8>, reference: &[u8]) -> usize {
    out.extend_from_slice(reference);
    1
}

#[cold]
fn forbidden(character: u32) -> Error {
    Error::new(
        ErrorKind::Range,
        format!("the character U+{character:04X} has no form in XML: send the text as base64"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(input: &str) -> Result<String, Error> {
        let mut out = Vec::new();
        text(input, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn escapes_markup_and_carriage_returns() {
        for (input, output) in [
            ("", ""),
            ("plain", "plain"),
            ("<&>", "&lt;&amp;&gt;"),
            ("]]>", "]]&gt;"),
            ("a\r\nb\tc", "a&#13;\nb\tc"),
            ("\"'", "\"'"),
            (
                "ÿé中😀\u{feff}\u{fffd}\u{efff}\u{7f}\u{85}",
                "ÿé中😀\u{feff}\u{fffd}\u{efff}\u{7f}\u{85}",
            ),
        ] {
            assert_eq!(escaped(input).unwrap(), output);
        }
    }

    #[test]
    fn finds_what_is_special_at_every_place() {
        for length in 0..70 {
            let plain = "é".repeat(length);
            assert_eq!(escaped(&plain).unwrap(), plain);
            for at in 0..length {
                for (special, reference) in
                    [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\r", "&#13;")]
                {
                    let text =
                        format!("\n{}{special}{}", "x".repeat(at), "\t".repeat(length - at - 1));
                    assert_eq!(escaped(&text).unwrap(), text.replace(special, reference));
                }
                let text = format!("{}\0{}", "x".repeat(at), "x".repeat(length - at - 1));
                assert!(escaped(&text).is_err());
            }
        }
    }

    #[test]
    fn refuses_what_xml_cannot_hold() {
        for (input, name) in [
            ("a\0", "U+0000"),
            ("\u{1b}[0m", "U+001B"),
            ("\u{fffe}", "U+FFFE"),
            ("x\u{ffff}", "U+FFFF"),
        ] {
            let error = escaped(input).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Range);
            assert!(error.to_string().contains(name), "{error}");
        }
    }

    #[test]
    fn replaces_it_where_the_text_must_arrive() {
        let mut out = Vec::new();
        text_lossy("a\0<\u{ffff}b", &mut out);
        assert_eq!(out, "a\u{fffd}&lt;\u{fffd}b".as_bytes());
    }
}

//! `&amp;` and `&#233;`.

use crate::{Error, ErrorKind};

/// The character that the reference at the start of this text stands for, and the length of the reference in bytes.
///
/// Control characters are read although XML 1.0 forbids them: Apache's servers send them, and nothing is lost. NUL and
/// surrogates are no characters in any XML.
pub(super) fn read(text: &str) -> Result<(char, usize), Error> {
    let end = memchr::memchr3(b';', b'<', b'&', text.get(1..).unwrap_or_default().as_bytes())
        .map(|end| end + 1)
        .filter(|&end| text.as_bytes()[end] == b';')
        .ok_or_else(|| Error::new(ErrorKind::Syntax, "an & that begins no reference"))?;
    let name = &text[1..end];
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => numeric(name).ok_or_else(|| {
            let shown = super::xml::shown(name);
            Error::new(ErrorKind::Syntax, format!("no such reference: &{shown};"))
        })?,
    };
    Ok((character, end + 1))
}

fn numeric(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let (digits, radix) = match digits.strip_prefix('x') {
        Some(hexadecimal) => (hexadecimal, 16),
        None => (digits, 10),
    };
    // Rust's own parser takes a sign.
    if !digits.starts_with(|digit: char| digit.is_digit(radix)) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, radix).ok()?).filter(|&character| character != '\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_xml_allows_and_controls() {
        for (text, character, length) in [
            ("&amp;x", '&', 5),
            ("&#233;", 'é', 6),
            ("&#xe9;", 'é', 6),
            ("&#xE9;", 'é', 6),
            ("&#000000000000000000000000000233;", 'é', 33),
            ("&#x1F600;", '😀', 9),
            ("&#7;", '\u{7}', 4),
        ] {
            assert_eq!(read(text).ok(), Some((character, length)), "{text}");
        }
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "&",
            "&;",
            "& ;",
            "&amp",
            "&amp<;",
            "&nbsp;",
            "&AMP;",
            "&#;",
            "&#x;",
            "&#+65;",
            "&#X41;",
            "&#0;",
            "&#xD800;",
            "&#x110000;",
            "&#99999999999999999999;",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

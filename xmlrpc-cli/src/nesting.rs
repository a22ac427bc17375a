//! How deep JSON nests, before it is parsed: parsing takes stack for each level.

/// Where JSON nests deeper than this, in bytes from its start: the place of the bracket that is too much.
///
/// Up to the first mistake in it, and that is how far a parser goes, brackets are counted as a parser would.
pub(crate) fn too_deep(json: &[u8], most: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut bytes = json.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            // Whatever is escaped is neither the end of the string nor another escape.
            b'\\' if in_string => drop(bytes.next()),
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > most {
                    return Some(at);
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_brackets_outside_of_strings() {
        for (json, place) in [
            ("[[]]", None),
            ("[[[]]]", Some(2)),
            ("[][][][]", None),
            (r#"{"[[[":["]]"]}"#, None),
            (r#"["\"[[[",["#, None),
            (r#"["\\",[[["#, Some(7)),
            ("]]]][[{", Some(6)),
            (r#"["\"#, None),
        ] {
            assert_eq!(too_deep(json.as_bytes(), 2), place, "{json}");
        }
    }
}

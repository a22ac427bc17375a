//! Help texts of servers, as documentation that rustdoc takes for text and nothing else.

use crate::report::printable;

/// The lines of a help text, escaped. Indentation goes: it would make code of them, to be run as a test.
pub(crate) fn lines(help: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in help.lines().map(|line| escaped(line.trim())) {
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A text in a comment: on one line, and without characters that turn the direction of writing, which Rust refuses there.
pub(crate) fn commented(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    printable(text).replace(turns, "\u{fffd}")
}

fn escaped(line: &str) -> String {
    let line = commented(&line.replace('\t', " "));
    let pieces: Vec<_> = line.split('`').collect();
    // Pairs of backticks hold code; others are text.
    let has_code = pieces.len() % 2 == 1 && !line.contains("``");
    let mut out = String::with_capacity(line.len() + 16);
    for (index, piece) in pieces.iter().enumerate() {
        match (has_code, index % 2) {
            (true, 1) => out.extend(["`", piece, "`"]),
            (true, _) => plain(piece, &mut out),
            (false, _) => {
                if index > 0 {
                    out.push_str("\\`");
                }
                plain(piece, &mut out);
            }
        }
    }
    not_a_block(out)
}

/// Text in which a web address is a link and no other character means anything.
fn plain(text: &str, out: &mut String) {
    for word in text.split_inclusive(' ') {
        match word.find("http://").or_else(|| word.find("https://")) {
            None => characters(word, out),
            Some(start) => {
                let (before, rest) = word.split_at(start);
                let stops = |c: char| !c.is_ascii_graphic() || "<>\"'()[]{}|\\^`".contains(c);
                let end = rest.find(stops).unwrap_or(rest.len());
                let url = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
                let after = &rest[url.len()..];
                // As a link it may stand there already.
                let (before, after) = before
                    .strip_suffix('<')
                    .zip(after.strip_prefix('>'))
                    .unwrap_or((before, after));
                characters(before, out);
                out.extend(["<", url, ">"]);
                characters(after, out);
            }
        }
    }
}

fn characters(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '\\' | '[' | ']' | '<' | '>' | '*') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// The same line, where its beginning would make it a heading, an item of a list, a quote or a fence.
fn not_a_block(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && line[digits..].starts_with(['.', ')']) {
        let (number, rest) = line.split_at(digits);
        return format!("{number}\\{rest}");
    }
    if line.starts_with(['#', '-', '+', '=', '~', '|', '_']) {
        return format!("\\{line}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_means_anything() {
        for (line, doc) in [
            ("plain text", "plain text"),
            ("a [link] and <html> *x*", "a \\[link\\] and \\<html\\> \\*x\\*"),
            ("see https://a.example/b?c=1.", "see <https://a.example/b?c=1>."),
            ("(http://a/)", "(<http://a/>)"),
            ("see <http://a/>, too", "see <http://a/>, too"),
            ("`code [x]` and [y]", "`code [x]` and \\[y\\]"),
            ("```rust", "\\`\\`\\`rust"),
            ("one ` alone", "one \\` alone"),
            ("# head", "\\# head"),
            ("- item", "\\- item"),
            ("12. item", "12\\. item"),
            ("a\u{202e}b\u{7}", "a\u{fffd}b\\\\u{7}"),
        ] {
            assert_eq!(escaped(line), doc, "{line}");
        }
        assert_eq!(lines("\n  a\r\n\n\n    b\n\n"), ["a", "", "b"]);
        assert!(lines(" \n ").is_empty());
    }
}

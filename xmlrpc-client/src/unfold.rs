//! Header fields that go on in a second line.

use memchr::{memchr, memchr_iter};

/// How each head begins.
const START: &[u8] = b"HTTP/";

/// Joins the lines of such fields before the head is read, as a client must ([RFC 9112, section 5.2]): the parser below
/// takes the second line for a field of its own, with a bad name. Over TLS the parser sees it, and refuses the answer.
///
/// [RFC 9112, section 5.2]: https://www.rfc-editor.org/rfc/rfc9112#section-5.2
#[derive(Debug, Default)]
pub(crate) struct Unfold {
    /// The head of an answer is awaited, or not whole yet.
    in_head: bool,
}

impl Unfold {
    /// A call was sent: what comes next begins with a head.
    pub(crate) fn expect_head(&mut self) {
        self.in_head = true;
    }

    /// Looks at what came and was not used yet. No length changes: a line break becomes spaces.
    pub(crate) fn join(&mut self, mut bytes: &mut [u8]) {
        while self.in_head && bytes.len() >= START.len() {
            // What TLS sends begins otherwise, and no byte of it may change.
            if !bytes.starts_with(START) {
                self.in_head = false;
                return;
            }
            let end = end_of_head(bytes);
            let (head, rest) = bytes.split_at_mut(end.unwrap_or(bytes.len()));
            join_lines(head);
            if end.is_none() {
                return;
            }
            // After an answer such as `100 Continue` there is another one.
            self.in_head = head.get(8..10) == Some(b" 1");
            bytes = rest;
        }
    }
}

/// Where the body begins.
fn end_of_head(bytes: &[u8]) -> Option<usize> {
    const END: &[u8] = b"\r\n\r\n";
    memchr_iter(b'\n', bytes).map(|at| at + 1).find(|&end| bytes[..end].ends_with(END))
}

fn join_lines(head: &mut [u8]) {
    let mut start = 0;
    while let Some(found) = memchr(b'\n', &head[start..]) {
        let end = start + found + 1;
        if head[..end].ends_with(b"\r\n") && matches!(head.get(end), Some(b' ' | b'\t')) {
            head[end - 2..end].fill(b' ');
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What these pieces are, once they have come one after another.
    fn joined(pieces: &[&str]) -> String {
        let mut unfold = Unfold::default();
        unfold.expect_head();
        let mut bytes = Vec::new();
        for piece in pieces {
            bytes.extend_from_slice(piece.as_bytes());
            unfold.join(&mut bytes);
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_field_of_several_lines_becomes_one() {
        let head = "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\td\r\nE: f\r\n\r\n";
        assert_eq!(joined(&[head]), "HTTP/1.1 200 OK\r\nA: b   c  \td\r\nE: f\r\n\r\n");
    }

    #[test]
    fn wherever_the_pieces_end() {
        let all = "HTTP/1.1 100 Continue\r\nX: 1\r\n 2\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n<a>\r\n b\r\n\r\n</a>";
        let expected = joined(&[all]);
        assert!(
            expected.contains("X: 1   2\r\n\r\nHTTP") && expected.contains("A: b   c\r\n\r\n<")
        );
        for at in 0..all.len() {
            assert_eq!(joined(&[&all[..at], &all[at..]]), expected, "{at}");
        }
    }

    #[test]
    fn what_is_no_head_stays_as_it_is() {
        let record = "\u{17}\u{3}\u{3}\r\n x\r\n\r\nHTTP/1.1 200 OK\r\n x";
        assert_eq!(joined(&[record, "\r\n x"]), format!("{record}\r\n x"));
        assert_eq!(joined(&["HTT", "\r\n x"]), "HTT\r\n x");
    }

    #[test]
    fn a_body_stays_as_it_is() {
        let all = "HTTP/1.1 200 OK\r\n\r\n<a>\r\n b\r\n\r\n</a>";
        assert_eq!(joined(&[all]), all);
        assert_eq!(joined(&[all, "\r\n x"]), format!("{all}\r\n x"));
    }
}

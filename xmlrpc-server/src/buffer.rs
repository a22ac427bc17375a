//! The buffers that answers are written to.

use std::cell::Cell;

use hyper::body::Bytes;

/// What a buffer may hold to be kept for the next answer, in bytes.
const KEPT: usize = 16 << 10;

thread_local! {
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// What `write` writes, and what it returns. A short answer is written to a buffer that has grown to its size before, and copied: it costs one
/// allocation, of the size it has. A long one is not copied.
pub(crate) fn written<R>(write: impl FnOnce(&mut Vec<u8>) -> R) -> (Bytes, R) {
    let mut out = BUFFER.take();
    let told = write(&mut out);
    if out.capacity() > KEPT {
        return (out.into(), told);
    }
    let answer = Bytes::copy_from_slice(&out);
    out.clear();
    BUFFER.set(out);
    (answer, told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_one_answer_at_a_time_whatever_their_lengths() {
        for length in [3, 0, KEPT * 2, 5, KEPT, KEPT + 1, 1] {
            let written = written(|out| {
                assert!(out.is_empty());
                out.resize(length, b'x');
            });
            assert_eq!(written.0.len(), length);
        }
    }

    #[test]
    fn one_inside_another_is_another() {
        let outer = written(|out| {
            out.push(b'a');
            assert_eq!(written(|out| out.push(b'b')).0, "b");
            out.push(b'c');
        });
        assert_eq!(outer.0, "ac");
    }
}

//! Bytes looked at sixteen or eight at a time, without a call: most texts are too short for a search that has to start.

/// Bytes looked at at once. Loops over so many are compiled to vector instructions.
pub(super) const BLOCK: usize = 16;

/// Whether a byte of this kind is among these.
#[inline(always)]
fn any(block: &[u8; BLOCK], wanted: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(false, |found, &byte| found | wanted(byte))
}

/// The place of the first byte of this kind.
#[inline(always)]
fn first(block: &[u8; BLOCK], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let mut marks = [0; BLOCK];
    for (mark, &byte) in marks.iter_mut().zip(block) {
        *mark = if wanted(byte) { 0xFF } else { 0 };
    }
    let marks = u128::from_le_bytes(marks);
    (marks != 0).then(|| (marks.trailing_zeros() / 8) as usize)
}

/// Whether one of these is a control, `&`, `<` or `>`, or begins a character like U+FFFE.
#[inline(always)]
pub(super) fn any_doubtful(block: &[u8; BLOCK]) -> bool {
    // Asked all at once, the compiler is too clever: it takes three times the instructions.
    any(block, |byte| (byte < 0x20) | (byte == b'&'))
        | any(block, |byte| byte | 2 == b'>')
        | any(block, |byte| byte == 0xEF)
}

/// Where text of a document ends, or is not what it says: at `<`, `&` or CR.
#[inline]
pub(super) fn markup(text: &[u8]) -> Option<usize> {
    const SHORT: usize = 4 * BLOCK;
    let mut at = 0;
    while at < SHORT
        && let Some(block) = text[at..].first_chunk()
    {
        // A pattern would be compiled to branches.
        if let Some(found) = first(block, |byte| (byte == b'<') | (byte == b'&') | (byte == b'\r'))
        {
            return Some(at + found);
        }
        at += BLOCK;
    }
    memchr::memchr3(b'<', b'&', b'\r', &text[at..]).map(|found| at + found)
}

/// The value of the digits at the start of these bytes, and their number: of at most eight.
#[inline]
pub(super) fn digits(bytes: [u8; 8]) -> (u32, usize) {
    const ONES: u64 = u64::MAX / 0xFF;
    // Digits are 0 to 9 then, and every other byte is more.
    let bytes = u64::from_le_bytes(bytes) ^ (ONES * b'0' as u64);
    // Marks whatever is more than 9. What carries over only marks bytes behind the first that is no digit.
    let others = (bytes.wrapping_add(ONES * (0x80 - 10)) | bytes) & (ONES * 0x80);
    let count = others.trailing_zeros() / 8;
    if count == 0 {
        return (0, 0);
    }
    // The first digit is the lowest byte. Moved up, it has zeros before it, and the digits fill the word.
    let digits = bytes << (64 - 8 * count);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let eight = fours.wrapping_mul(10_000) + (fours >> 32);
    (eight as u32, count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_markup_at_every_place() {
        for length in 0..100 {
            let plain = vec![b';'; length];
            assert_eq!(markup(&plain), None);
            for at in 0..length {
                for wanted in *b"<&\r" {
                    let mut text = plain.clone();
                    text[at..].fill(wanted);
                    assert_eq!(markup(&text), Some(at));
                }
            }
        }
    }

    #[test]
    fn reads_digits_of_every_number() {
        for (text, read) in [
            (b"<1234567", (0, 0)),
            (b"0</int><", (0, 1)),
            (b"7</int><", (7, 1)),
            (b"12:/\xff000", (12, 2)),
            (b"1234567/", (1_234_567, 7)),
            (b"99999999", (99_999_999, 8)),
            (b"00000010", (10, 8)),
            (b"\xff\x80999999", (0, 0)),
            (b"1\xb9999999", (1, 1)),
        ] {
            assert_eq!(digits(*text), read, "{text:?}");
        }
        for byte in 0..=u8::MAX {
            let (value, count) = digits([byte, b'5', b'<', b'5', b'5', b'5', b'5', b'5']);
            let expected =
                if byte.is_ascii_digit() { (u32::from(byte - b'0') * 10 + 5, 2) } else { (0, 0) };
            assert_eq!((value, count), expected, "{byte}");
        }
    }
}

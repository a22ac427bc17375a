//! Values that are put together beforehand: a copy of known length needs no call, and room in the buffer is made once.

/// The digits of the numbers below a hundred.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Writes an integer.
#[inline]
pub(super) fn int(value: i32, out: &mut Vec<u8>) {
    const BEGIN: &[u8; 12] = b"<value><int>";
    const END: &[u8; 14] = b"</int></value>";
    const LONGEST: usize = "-2147483648".len();
    let mut piece = [0; BEGIN.len() + LONGEST + END.len()];
    piece[..BEGIN.len()].copy_from_slice(BEGIN);
    // Where there is no sign, a digit overwrites it.
    piece[BEGIN.len()] = b'-';
    let mut rest = value.unsigned_abs();
    let digits = rest.checked_ilog10().map_or(1, |log| log as usize + 1);
    let end = BEGIN.len() + usize::from(value < 0) + digits;
    let mut at = end;
    while rest > 9 {
        let pair = PAIRS[(rest % 100) as usize];
        rest /= 100;
        piece[at - 2..at].copy_from_slice(&pair);
        at -= 2;
    }
    // One digit is left, or none.
    if end - at < digits {
        piece[at - 1] = b'0' + rest as u8;
    }
    piece[end..end + END.len()].copy_from_slice(END);
    push(&piece, end + END.len(), out);
}

/// Writes `1998-07-17T14:08:55`, without its hyphens.
#[inline]
pub(super) fn date(text: &[u8; 19], out: &mut Vec<u8>) {
    const BEGIN: &[u8; 25] = b"<value><dateTime.iso8601>";
    const END: &[u8; 27] = b"</dateTime.iso8601></value>";
    let [year @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = text;
    let [_, _, _, _, _, month @ .., _, _, _, _, _, _, _, _, _, _, _, _] = text;
    let [_, _, _, _, _, _, _, _, rest @ ..] = text;
    out.extend_from_slice(BEGIN);
    out.extend_from_slice(year);
    out.extend_from_slice(month);
    out.extend_from_slice(rest);
    out.extend_from_slice(END);
}

/// Writes the start of a piece: all of it is copied, which takes no call, and what is too much is dropped.
#[inline]
fn push<const N: usize>(piece: &[u8; N], length: usize, out: &mut Vec<u8>) {
    let end = out.len() + length;
    out.extend_from_slice(piece);
    out.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_of_every_length() {
        let mut values = vec![0, i32::MIN, i32::MAX];
        for power in 0..10 {
            let power = 10i32.pow(power);
            values.extend([power - 1, power, power + 1]);
        }
        for value in values.iter().flat_map(|&value| [value, value.wrapping_neg()]) {
            let mut out = b"x".to_vec();
            int(value, &mut out);
            assert_eq!(out, format!("x<value><int>{value}</int></value>").into_bytes());
        }
    }

    #[test]
    fn dates_lose_their_hyphens() {
        let mut out = Vec::new();
        date(b"1998-07-17T14:08:55", &mut out);
        assert_eq!(out, b"<value><dateTime.iso8601>19980717T14:08:55</dateTime.iso8601></value>");
    }
}

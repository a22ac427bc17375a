//! Values of which the length is known, or nearly: to copy them needs no call.

/// Writes an integer.
#[inline]
pub(super) fn int(value: i32, out: &mut Vec<u8>) {
    let (digits, length) = decimal(value);
    out.extend_from_slice(b"<value><int>");
    // All of it is copied, which takes no call, and what is too much is dropped.
    let end = out.len() + length;
    out.extend_from_slice(&digits);
    out.truncate(end);
    out.extend_from_slice(b"</int></value>");
}

/// An integer as text, and the length of that. It is made in registers: what is written piece by piece has to settle in
/// memory before it can be copied as a whole.
#[inline]
fn decimal(value: i32) -> ([u8; 16], usize) {
    const EIGHT: u32 = 100_000_000;
    let magnitude = value.unsigned_abs();
    let (mut text, mut length) = if magnitude < EIGHT {
        let (text, zeros) = eight_digits(magnitude);
        (u128::from(text >> (8 * zeros)), 8 - zeros)
    } else {
        let (text, zeros) = eight_digits(magnitude / EIGHT);
        let (rest, _) = eight_digits(magnitude % EIGHT);
        (u128::from(text >> (8 * zeros)) | u128::from(rest) << (64 - 8 * zeros), 16 - zeros)
    };
    if value < 0 {
        text = text << 8 | u128::from(b'-');
        length += 1;
    }
    (text.to_le_bytes(), length as usize)
}

/// A number below 100,000,000 as eight digits, the first in the lowest byte, and how many zeros it begins with: seven at
/// most.
#[inline]
fn eight_digits(number: u32) -> (u64, u32) {
    // Each step divides all parts at once, by multiplying with the inverse.
    let fours = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    let hundreds = ((fours * 5243) >> 19) & 0x0000_007F_0000_007F;
    let pairs = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
    let digits = tens | (pairs - 10 * tens) << 8;
    (digits | 0x3030_3030_3030_3030, (digits.trailing_zeros() / 8).min(7))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_of_every_length() {
        let mut values = vec![0, i32::MIN, i32::MAX];
        values.extend((0..20_000).map(|number| number * 107_377));
        values.extend(0..10_000);
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

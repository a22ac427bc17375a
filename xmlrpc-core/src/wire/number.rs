//! The texts of integers, doubles and booleans.

use super::{element::Kind, scan, xml::shown};
use crate::{Error, ErrorKind, space::trim};

/// An integer of this type. `int` and `i4` are taken beyond 32 bits, up to 64: nothing is lost.
pub(super) fn int(text: &str, kind: Kind) -> Result<i64, Error> {
    let text = trim(text);
    let value: i64 = text.parse().map_err(|_| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            out_of_range(text, "a 64-bit integer")
        } else {
            no_value(text, "an int")
        }
    })?;
    match kind {
        Kind::I1 if i8::try_from(value).is_err() => Err(out_of_range(text, "i1")),
        Kind::I2 if i16::try_from(value).is_err() => Err(out_of_range(text, "i2")),
        _ => Ok(value),
    }
}

/// The integer at the start of this text, if it is one of at most 18 plain digits, and its length in bytes. The text must go
/// on for eight bytes, as it does where an end tag follows.
#[inline]
pub(super) fn plain_int(text: &[u8]) -> Option<(i64, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let (value, count) = scan::digits(*text.get(start..)?.first_chunk()?);
    let mut value = i64::from(value);
    let mut at = start + count;
    // Eight digits were read at once: there may be more.
    if count == 8 {
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            if at == start + 18 {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            at += 1;
        }
    }
    (count > 0).then_some((if negative { -value } else { value }, at))
}

/// A double. An exponent is taken; infinity and NaN only by their names, if they are, and never what is too big to be
/// finite.
pub(super) fn double(text: &str, non_finite: bool) -> Result<f64, Error> {
    let text = trim(text);
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(value) if non_finite && !text.bytes().any(|byte| byte.is_ascii_digit()) => Ok(value),
        Ok(_) => Err(out_of_range(text, "a double")),
        Err(_) => Err(no_value(text, "a double")),
    }
}

/// The same number as a double, if there is one.
pub(crate) fn int_as_double(value: i64) -> Result<f64, Error> {
    let double = value as f64;
    if double as i128 == i128::from(value) {
        return Ok(double);
    }
    Err(out_of_range(&value.to_string(), "what a double holds exactly"))
}

/// The nearest `f32`, which is not infinity where the number is not.
pub(crate) fn narrow(value: f64) -> Result<f32, Error> {
    let narrow = value as f32;
    if narrow.is_finite() || !value.is_finite() {
        Ok(narrow)
    } else {
        Err(out_of_range(&value.to_string(), "f32"))
    }
}

/// A boolean: `0`, `1`, and the words in any case.
pub(super) fn boolean(text: &str) -> Result<bool, Error> {
    match trim(text) {
        "1" => Ok(true),
        "0" => Ok(false),
        word if word.eq_ignore_ascii_case("true") => Ok(true),
        word if word.eq_ignore_ascii_case("false") => Ok(false),
        other => Err(no_value(other, "a boolean")),
    }
}

#[cold]
fn no_value(text: &str, wanted: &str) -> Error {
    Error::new(ErrorKind::Type, format!("expected {wanted}, found {:?}", shown(text)))
}

#[cold]
pub(super) fn out_of_range(value: &str, wanted: &str) -> Error {
    Error::new(ErrorKind::Range, format!("{} is out of the range of {wanted}", shown(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind<T>(result: Result<T, Error>) -> Option<ErrorKind> {
        result.err().map(|error| error.kind())
    }

    #[test]
    fn ints() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("+1", 1),
            ("007", 7),
            ("\n 5\t", 5),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
            ("0000000000000000000000000000000000000000001", 1),
        ] {
            assert_eq!(int(text, Kind::Int).ok(), Some(value), "{text}");
        }
        for text in ["", " ", "-", "+", "+-1", "1 2", "1.0", "0x1", "12abc", "١٢", "1e3"] {
            assert_eq!(kind(int(text, Kind::Int)), Some(ErrorKind::Type), "{text}");
        }
        for (text, of) in [
            ("9223372036854775808", Kind::I8),
            ("-99999999999999999999999", Kind::Int),
            ("205", Kind::I1),
            ("40000", Kind::I2),
        ] {
            assert_eq!(kind(int(text, of)), Some(ErrorKind::Range), "{text}");
        }
    }

    #[test]
    fn plain_ints() {
        for (text, value) in [
            ("12", Some((12, 2))),
            ("-7", Some((-7, 2))),
            ("999999999999999999", Some((999_999_999_999_999_999, 18))),
            ("1234567890123456789", None),
            ("-", None),
            ("+1", None),
            ("", None),
        ] {
            let text = format!("{text}</int></value>");
            assert_eq!(plain_int(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn doubles() {
        for (text, value) in [
            ("1", 1.0),
            (".5", 0.5),
            ("1.", 1.0),
            ("+1.1", 1.1),
            ("-1.1e2", -110.0),
            (" 1E3\n", 1000.0),
        ] {
            assert_eq!(double(text, false).ok(), Some(value), "{text}");
        }
        for text in ["inf", "-Infinity", "nan", "NaN", "1e400"] {
            assert_eq!(kind(double(text, false)), Some(ErrorKind::Range), "{text}");
        }
        for text in ["", ".", "1.1.1", "0x1p3", "1,5", "e5"] {
            assert_eq!(kind(double(text, true)), Some(ErrorKind::Type), "{text}");
        }
        for (text, value) in [("inf", f64::INFINITY), ("-Infinity\n", f64::NEG_INFINITY)] {
            assert_eq!(double(text, true).ok(), Some(value));
        }
        assert!(double("NaN", true).is_ok_and(f64::is_nan));
        assert_eq!(kind(double("1e400", true)), Some(ErrorKind::Range));
    }

    #[test]
    fn doubles_from_other_numbers() {
        assert_eq!(int_as_double(1 << 53).ok(), Some(9_007_199_254_740_992.0));
        assert_eq!(int_as_double(i64::MIN).ok(), Some(-9_223_372_036_854_775_808.0));
        assert_eq!(kind(int_as_double((1 << 53) + 1)), Some(ErrorKind::Range));
        assert_eq!(kind(int_as_double(i64::MAX)), Some(ErrorKind::Range));
        assert_eq!(narrow(0.1).ok(), Some(0.1));
        assert_eq!(kind(narrow(1e39)), Some(ErrorKind::Range));
    }

    #[test]
    fn booleans() {
        for (text, value) in [("1", true), ("0", false), ("tRuE", true), ("\nfalse ", false)] {
            assert_eq!(boolean(text).ok(), Some(value), "{text}");
        }
        for text in ["", "2", "-1", "yes", "01"] {
            assert_eq!(kind(boolean(text)), Some(ErrorKind::Type), "{text}");
        }
    }
}

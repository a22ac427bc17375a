//! The texts of dates: all that are read, and the one that is written.

use super::DateTime;

/// A date in the form that nearly all are sent in, `19980717T14:08:55`: every digit has its place.
pub(super) fn plain(text: &[u8; 17]) -> Option<DateTime> {
    let two = |at: usize| {
        let (tens, ones) = (text[at].wrapping_sub(b'0'), text[at + 1].wrapping_sub(b'0'));
        (tens < 10 && ones < 10).then(|| tens * 10 + ones)
    };
    if (text[8], text[11], text[14]) != (b'T', b':', b':') {
        return None;
    }
    Some(DateTime {
        year: u16::from(two(0)?) * 100 + u16::from(two(2)?),
        month: two(4)?,
        day: two(6)?,
        hour: two(9)?,
        minute: two(12)?,
        second: two(15)?,
        nanosecond: 0,
        offset: None,
    })
}

/// What is left of a date's text. `None` where it does not go on as a date does.
pub(super) struct Digits<'a>(pub(super) &'a [u8]);

impl Digits<'_> {
    pub(super) fn date_time(&mut self) -> Option<DateTime> {
        let year = self.number(4)?;
        let hyphens = self.byte(b'-');
        let month = self.two()?;
        if hyphens && !self.byte(b'-') {
            return None;
        }
        let day = self.two()?;
        if !(self.byte(b'T') || self.byte(b't') || self.byte(b' ')) {
            return None;
        }
        let hour = self.two()?;
        let colons = self.byte(b':');
        let minute = self.two()?;
        if colons && !self.byte(b':') {
            return None;
        }
        let second = self.two()?;
        let nanosecond = if self.byte(b'.') || self.byte(b',') { self.nanosecond()? } else { 0 };
        let offset = self.offset()?;
        let year = u16::try_from(year).ok()?;
        Some(DateTime { year, month, day, hour, minute, second, nanosecond, offset })
    }

    fn byte(&mut self, byte: u8) -> bool {
        match self.0.split_first() {
            Some((&first, rest)) if first == byte => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn digit(&mut self) -> Option<u32> {
        let (&first, rest) = self.0.split_first()?;
        let digit = char::from(first).to_digit(10)?;
        self.0 = rest;
        Some(digit)
    }

    fn number(&mut self, width: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..width {
            value = value * 10 + self.digit()?;
        }
        Some(value)
    }

    fn two(&mut self) -> Option<u8> {
        u8::try_from(self.number(2)?).ok()
    }

    fn nanosecond(&mut self) -> Option<u32> {
        let (mut value, mut unit) = (self.digit()? * 100_000_000, 100_000_000);
        while let Some(digit) = self.digit() {
            unit /= 10;
            // A finer fraction than can be kept would be lost.
            if unit == 0 && digit != 0 {
                return None;
            }
            value += digit * unit;
        }
        Some(value)
    }

    #[expect(clippy::option_option, reason = "no zone is not the same as a broken one")]
    fn offset(&mut self) -> Option<Option<i16>> {
        if self.0.is_empty() {
            return Some(None);
        }
        if self.byte(b'Z') || self.byte(b'z') {
            return Some(Some(0));
        }
        let west = self.byte(b'-');
        if !west && !self.byte(b'+') {
            return None;
        }
        let hours = i16::from(self.two()?);
        let minutes = if self.0.is_empty() {
            0
        } else {
            self.byte(b':');
            i16::from(self.two().filter(|&minutes| minutes < 60)?)
        };
        let offset = hours * 60 + minutes;
        Some(Some(if west { -offset } else { offset }))
    }
}

/// The text of a date, without an allocation.
pub(super) struct Text {
    bytes: [u8; Text::ROOM],
    length: usize,
}

impl Text {
    /// The extended form, which other formats understand, too.
    pub(super) fn of(date: &DateTime) -> Self {
        let mut text = Text { bytes: [0; Text::ROOM], length: 0 };
        let (century, year) = ((date.year / 100) as u8, (date.year % 100) as u8);
        let pairs = [century, year, date.month, date.day, date.hour, date.minute, date.second];
        if date.year < 10_000 && pairs.iter().all(|&pair| pair < 100) {
            // Every digit has its place.
            text.bytes[..19].copy_from_slice(b"0000-00-00T00:00:00");
            for (at, pair) in [0, 2, 5, 8, 11, 14, 17].into_iter().zip(pairs) {
                text.bytes[at] += pair / 10;
                text.bytes[at + 1] += pair % 10;
            }
            text.length = 19;
        } else {
            text.number(date.year.into(), 4);
            for (separator, part) in [
                (b'-', date.month),
                (b'-', date.day),
                (b'T', date.hour),
                (b':', date.minute),
                (b':', date.second),
            ] {
                text.byte(separator);
                text.number(part.into(), 2);
            }
        }
        if date.nanosecond != 0 {
            text.byte(b'.');
            let (mut fraction, mut width) = (date.nanosecond, 9);
            while fraction % 10 == 0 && width > 1 {
                fraction /= 10;
                width -= 1;
            }
            text.number(fraction, width);
        }
        match date.offset {
            None => {}
            Some(0) => text.byte(b'Z'),
            Some(offset) => {
                let minutes = u32::from(offset.unsigned_abs());
                text.byte(if offset < 0 { b'-' } else { b'+' });
                text.number(minutes / 60, 2);
                text.byte(b':');
                text.number(minutes % 60, 2);
            }
        }
        text
    }

    /// The longest is `9999-12-31T23:59:60.123456789+23:59`; numbers out of range, for messages, may be longer.
    const ROOM: usize = 64;

    fn byte(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    /// A number with at least this many digits.
    fn number(&mut self, number: u32, width: u32) {
        let mut unit = 10u32.pow(width - 1);
        while number / unit > 9 {
            unit *= 10;
        }
        while unit > 0 {
            self.byte(b"0123456789"[(number / unit % 10) as usize]);
            unit /= 10;
        }
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

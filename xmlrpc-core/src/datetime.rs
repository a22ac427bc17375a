//! `dateTime.iso8601`, without loss.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod convert;
#[cfg(feature = "jiff")]
mod jiff;
mod text;
#[cfg(feature = "time")]
mod time;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use self::text::{Digits, Text};
use crate::{Error, ErrorKind, space};

/// A date and time of day, exactly as a peer said it: with its fraction of a second and its zone, if it said one.
///
/// XML-RPC [gives no zone](http://xmlrpc.com/spec.md): what a `DateTime` without an
/// [offset](DateTime::offset) means is between the two sides. So there is no order between `DateTime`s, and two are equal if they say
/// the same. The date of all zeros, which WordPress sends for "no date", is one, too; the 30th of February is none.
///
/// In other formats than XML-RPC it is its text. The features `chrono`, `jiff` and `time` convert it to and from the types
/// of those crates, with its fraction; [`date`](crate::date) has such types as fields.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::DateTime;
///
/// let born: DateTime = "19980717T14:08:55".parse()?;
/// assert_eq!(born, DateTime::new(1998, 7, 17, 14, 8, 55)?);
/// assert_eq!(born.to_string(), "1998-07-17T14:08:55");
///
/// let sent: DateTime = "2018-03-06T06:21:20.25+01:00".parse()?;
/// assert_eq!((sent.nanosecond(), sent.offset()), (250_000_000, Some(60)));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DateTime {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
    offset: Option<i16>,
}

impl DateTime {
    /// By this name of a newtype the deserializer and the serializer of this crate know a date.
    pub(crate) const NAME: &'static str = "$xmlrpc_core::DateTime";

    /// The date and time with these numbers, without a fraction or a zone.
    ///
    /// # Errors
    ///
    /// Kind `Range` where the calendar has no such day (the date of all zeros aside), or the day no such time. A second 60
    /// is taken, for it may have been a leap second.
    pub fn new(
        year: u16,
        month: u8,
        day: u8,
        hour: u8,
        minute: u8,
        second: u8,
    ) -> Result<Self, Error> {
        let date = DateTime { year, month, day, hour, minute, second, nanosecond: 0, offset: None };
        date.checked()
    }

    /// With this fraction of the second, in nanoseconds.
    ///
    /// # Errors
    ///
    /// Kind `Range` for a second or more.
    pub fn with_nanosecond(self, nanosecond: u32) -> Result<Self, Error> {
        DateTime { nanosecond, ..self }.checked()
    }

    /// With this zone: its offset from UTC, in minutes to the east; `None` for a time without a zone.
    ///
    /// # Errors
    ///
    /// Kind `Range` for a day or more.
    pub fn with_offset(self, offset: impl Into<Option<i16>>) -> Result<Self, Error> {
        DateTime { offset: offset.into(), ..self }.checked()
    }

    /// The year, from 0 to 9999.
    pub fn year(&self) -> u16 {
        self.year
    }

    /// The month, from 1 to 12; 0 in the date of all zeros.
    pub fn month(&self) -> u8 {
        self.month
    }

    /// The day of the month, from 1 to 31; 0 in the date of all zeros.
    pub fn day(&self) -> u8 {
        self.day
    }

    /// The hour, from 0 to 23.
    pub fn hour(&self) -> u8 {
        self.hour
    }

    /// The minute, from 0 to 59.
    pub fn minute(&self) -> u8 {
        self.minute
    }

    /// The second, from 0 to 60.
    pub fn second(&self) -> u8 {
        self.second
    }

    /// The fraction of the second, in nanoseconds.
    pub fn nanosecond(&self) -> u32 {
        self.nanosecond
    }

    /// The zone's offset from UTC, in minutes to the east, if there is a zone. `Z` is 0.
    pub fn offset(&self) -> Option<i16> {
        self.offset
    }

    /// Whether this is the date of all zeros, which stands for no date.
    pub fn is_zero(&self) -> bool {
        self.year == 0 && self.month == 0
    }

    fn checked(self) -> Result<Self, Error> {
        let no_date = (self.year, self.month, self.day) == (0, 0, 0)
            && (self.hour, self.minute, self.second, self.nanosecond) == (0, 0, 0, 0);
        let wrong = if !no_date
            && (self.year > 9999 || !(1..=days(self.year, self.month)).contains(&self.day))
        {
            "day"
        } else if self.hour > 23
            || self.minute > 59
            || self.second > 60
            || self.nanosecond > 999_999_999
        {
            "time"
        } else if self.offset.is_some_and(|offset| offset.unsigned_abs() >= 24 * 60) {
            "zone"
        } else {
            return Ok(self);
        };
        Err(Error::new(ErrorKind::Range, format!("there is no such {wrong}: {self}")))
    }

    /// The date that a peer wrote: `19980717T14:08:55`, or with hyphens in the date, or without colons in the time, and
    /// then a fraction after a point or a comma, and a zone as `Z`, `+01`, `+0100` or `+01:00`.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let text = space::trim(text);
        if let Ok(plain) = text.as_bytes().try_into()
            && let Some(date) = text::plain(plain)
        {
            return date.checked();
        }
        let not_a_date = || {
            let start: String = text.chars().take(60).collect();
            Error::new(ErrorKind::Type, format!("expected a date, found {start:?}"))
        };
        let mut digits = Digits(text.as_bytes());
        let date = digits.date_time().ok_or_else(not_a_date)?;
        if !digits.0.is_empty() {
            return Err(not_a_date());
        }
        date.checked()
    }
}

/// The days of this month; none if there is no such month.
fn days(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

impl FromStr for DateTime {
    type Err = Error;

    /// Reads every form that is seen on the wire.
    ///
    /// # Errors
    ///
    /// Kind `Type` for a text that is no date, `Range` for a day or time that is none.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

/// The extended form: `1998-07-17T14:08:55`, with a fraction and a zone if it has them.
impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Text::of(self).as_str())
    }
}

impl fmt::Debug for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DateTime({self})")
    }
}

impl Serialize for DateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Self::NAME, Text::of(self).as_str())
    }
}

impl<'de> Deserialize<'de> for DateTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = DateTime;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a date")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<DateTime, E> {
                DateTime::parse(text).map_err(E::custom)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<DateTime, D::Error> {
                deserializer.deserialize_str(self)
            }
        }

        deserializer.deserialize_newtype_struct(Self::NAME, Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_form_and_prints_one() {
        for (wire, text) in [
            ("19980717T14:08:55", "1998-07-17T14:08:55"),
            ("1998-07-17T14:08:55", "1998-07-17T14:08:55"),
            ("\n19980717T140855 ", "1998-07-17T14:08:55"),
            ("1998-07-17 14:08:55", "1998-07-17T14:08:55"),
            ("20040229T00:00:00Z", "2004-02-29T00:00:00Z"),
            ("20040229T00:00:00-05", "2004-02-29T00:00:00-05:00"),
            ("20040229T00:00:00+0530", "2004-02-29T00:00:00+05:30"),
            ("20040229T00:00:00-00:00", "2004-02-29T00:00:00Z"),
            ("20000301T00:00:00.654321", "2000-03-01T00:00:00.654321"),
            ("20000301T00:00:00,1", "2000-03-01T00:00:00.1"),
            ("20000301T00:00:00.000000001", "2000-03-01T00:00:00.000000001"),
            ("20000301T00:00:00.000", "2000-03-01T00:00:00"),
            ("20000301T00:00:00.12345678900000", "2000-03-01T00:00:00.123456789"),
            ("20161231T23:59:60", "2016-12-31T23:59:60"),
            ("00000000T00:00:00", "0000-00-00T00:00:00"),
            ("00010210T11:41:23", "0001-02-10T11:41:23"),
        ] {
            let date: DateTime = wire.parse().unwrap();
            assert_eq!(date.to_string(), text, "{wire}");
            assert_eq!(text.parse::<DateTime>().unwrap(), date, "{wire}");
        }
    }

    #[test]
    fn refuses_what_is_no_date() {
        for text in [
            "",
            "now",
            "980717T14:08:55",
            "119980717T14:08:55",
            "1998-0717T14:08:55",
            "199807-17T14:08:55",
            "19980717",
            "19980717T14:08",
            "19980717T1408:55",
            "19980717T14:08:55x",
            "19980717T14:08:55.",
            "19980717T14:08:55+1",
            "19980717T14:08:55+01:",
            "19980717T14:08:55+01:60",
            "19980717T14:08:55.1234567891",
            "１９９８０７１７T14:08:55",
        ] {
            assert_eq!(DateTime::parse(text).unwrap_err().kind(), ErrorKind::Type, "{text}");
        }
        for text in [
            "19980700T14:08:55",
            "19981317T14:08:55",
            "19980017T14:08:55",
            "19980431T14:08:55",
            "19990229T00:00:00",
            "19000229T00:00:00",
            "00000000T00:00:01",
            "19980717T24:00:00",
            "19980717T00:60:00",
            "19980717T00:00:61",
            "19980717T00:00:00+24:00",
        ] {
            assert_eq!(DateTime::parse(text).unwrap_err().kind(), ErrorKind::Range, "{text}");
        }
    }

    #[test]
    fn out_of_range_is_an_error_with_the_numbers() {
        let error = DateTime::new(65535, 200, 201, 202, 203, 204).unwrap_err();
        assert!(error.to_string().contains("65535-200-201T202:203:204"), "{error}");
        let day = DateTime::new(2024, 2, 29, 0, 0, 0).unwrap();
        assert!(day.with_nanosecond(1_000_000_000).is_err());
        assert!(day.with_offset(i16::MAX).is_err());
        assert!(day.with_offset(i16::MIN).is_err());
    }

    #[test]
    fn is_text_in_other_formats() {
        let date = DateTime::new(2024, 2, 29, 1, 2, 3).unwrap().with_offset(0).unwrap();
        let json = serde_json::to_string(&date).unwrap();
        assert_eq!(json, "\"2024-02-29T01:02:03Z\"");
        assert_eq!(serde_json::from_str::<DateTime>(&json).unwrap(), date);
    }
}

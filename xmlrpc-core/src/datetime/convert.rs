//! What the conversions to and from the date types of other crates have in common.

use super::DateTime;
use crate::{Error, ErrorKind};

impl DateTime {
    /// The zone's offset in minutes, where the other type must have one.
    pub(super) fn zone(self) -> Result<i16, Error> {
        self.offset
            .ok_or_else(|| Error::new(ErrorKind::Range, format!("the date has no zone: {self}")))
    }

    /// Checks that there is no zone, where the other type has none.
    pub(super) fn without_zone(self) -> Result<(), Error> {
        match self.offset {
            None => Ok(()),
            Some(_) => {
                Err(Error::new(ErrorKind::Range, format!("the zone of {self} would be lost")))
            }
        }
    }
}

/// A date of numbers that the other type has checked, in the types it likes.
pub(super) fn civil<P, N>(
    year: i64,
    month: P,
    day: P,
    (hour, minute, second): (P, P, P),
    nanosecond: N,
) -> Result<DateTime, Error>
where
    P: TryInto<u8>,
    N: TryInto<u32>,
{
    let other = || Error::new(ErrorKind::Range, format!("a date in the year {year}"));
    let part = |part: P| part.try_into().map_err(|_| other());
    let year = u16::try_from(year).map_err(|_| other())?;
    DateTime::new(year, part(month)?, part(day)?, part(hour)?, part(minute)?, part(second)?)?
        .with_nanosecond(nanosecond.try_into().map_err(|_| other())?)
}

/// An offset from UTC in minutes.
pub(super) fn minutes(seconds: i32) -> Result<i16, Error> {
    i16::try_from(seconds / 60).ok().filter(|_| seconds % 60 == 0).ok_or_else(|| {
        Error::new(ErrorKind::Range, format!("a zone that is {seconds} seconds off UTC"))
    })
}

/// The error for a date that the other type does not know.
#[cold]
pub(super) fn out_of_range(date: DateTime) -> Error {
    Error::new(ErrorKind::Range, format!("the date is out of range: {date}"))
}

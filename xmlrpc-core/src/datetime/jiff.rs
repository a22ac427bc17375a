//! To and from the types of [`jiff`](https://docs.rs/jiff).

use jiff::{
    Timestamp, ZonedDateTime, civil,
    tz::{Offset, TimeZone},
};

use super::{DateTime, convert};
use crate::Error;

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a year before 0.
impl TryFrom<civil::DateTime> for DateTime {
    type Error = Error;
    fn try_from(date: civil::DateTime) -> Result<Self, Error> {
        convert::civil(
            date.year().into(),
            date.month(),
            date.day(),
            (date.hour(), date.minute(), date.second()),
            date.subsec_nanosecond(),
        )
    }
}

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a date with a zone, which would be lost, for the date of all zeros, and for a second 60.
impl TryFrom<DateTime> for civil::DateTime {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        date.without_zone()?;
        naive(date)
    }
}

/// A date with its zone, as hours and minutes: its name has no place on the wire.
///
/// # Errors
///
/// Kind `Range` for a year before 0, and for a zone that is not whole minutes off UTC.
impl TryFrom<ZonedDateTime> for DateTime {
    type Error = Error;
    fn try_from(date: ZonedDateTime) -> Result<Self, Error> {
        let offset = convert::minutes(date.offset().seconds())?;
        DateTime::try_from(date.datetime())?.with_offset(offset)
    }
}

/// A date with a zone that is so many hours and minutes off UTC.
///
/// # Errors
///
/// Kind `Range` for a date without a zone, for the date of all zeros, and for a second 60.
impl TryFrom<DateTime> for ZonedDateTime {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        let seconds = i32::from(date.zone()?) * 60;
        let zone = Offset::from_seconds(seconds).map_err(|_| convert::out_of_range(date))?;
        naive(date)?
            .to_zoned_datetime(TimeZone::fixed(zone))
            .map_err(|_| convert::out_of_range(date))
    }
}

/// A date with the zone `Z`.
///
/// # Errors
///
/// Kind `Range` for a year before 0.
impl TryFrom<Timestamp> for DateTime {
    type Error = Error;
    fn try_from(date: Timestamp) -> Result<Self, Error> {
        date.to_zoned_datetime(TimeZone::UTC).try_into()
    }
}

/// The same instant, whatever the zone.
///
/// # Errors
///
/// Kind `Range` for a date without a zone, for the date of all zeros, and for a second 60.
impl TryFrom<DateTime> for Timestamp {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        ZonedDateTime::try_from(date).map(|date| date.timestamp())
    }
}

fn naive(date: DateTime) -> Result<civil::DateTime, Error> {
    let year = i16::try_from(date.year).map_err(|_| convert::out_of_range(date))?;
    let part = |part: u8| i8::try_from(part).map_err(|_| convert::out_of_range(date));
    let nanosecond = i32::try_from(date.nanosecond).map_err(|_| convert::out_of_range(date))?;
    civil::DateTime::new(
        year,
        part(date.month)?,
        part(date.day)?,
        part(date.hour)?,
        part(date.minute)?,
        part(date.second)?,
        nanosecond,
    )
    .map_err(|_| convert::out_of_range(date))
}

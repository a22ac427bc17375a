//! To and from the types of [`chrono`](https://docs.rs/chrono).

use chrono::{DateTime as Zoned, Datelike, FixedOffset, NaiveDate, NaiveDateTime, Timelike, Utc};

use super::{DateTime, convert};
use crate::Error;

/// A second 60 is the 59th with a billion nanoseconds more, as chrono keeps it.
const LEAP: u32 = 1_000_000_000;

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a year before 0 or after 9999.
impl TryFrom<NaiveDateTime> for DateTime {
    type Error = Error;
    fn try_from(date: NaiveDateTime) -> Result<Self, Error> {
        let leap = date.nanosecond() / LEAP;
        convert::civil(
            date.year().into(),
            date.month(),
            date.day(),
            (date.hour(), date.minute(), date.second() + leap),
            date.nanosecond() % LEAP,
        )
    }
}

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a date with a zone, which would be lost, and for the date of all zeros.
impl TryFrom<DateTime> for NaiveDateTime {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        date.without_zone()?;
        naive(date)
    }
}

/// A date with its zone.
///
/// # Errors
///
/// Kind `Range` for a year before 0 or after 9999, and for a zone that is not whole minutes off UTC.
impl TryFrom<Zoned<FixedOffset>> for DateTime {
    type Error = Error;
    fn try_from(date: Zoned<FixedOffset>) -> Result<Self, Error> {
        let offset = convert::minutes(date.offset().local_minus_utc())?;
        DateTime::try_from(date.naive_local())?.with_offset(offset)
    }
}

/// A date with its zone.
///
/// # Errors
///
/// Kind `Range` for a date without a zone, and for the date of all zeros.
impl TryFrom<DateTime> for Zoned<FixedOffset> {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        let seconds = i32::from(date.zone()?) * 60;
        FixedOffset::east_opt(seconds)
            .and_then(|offset| naive(date).ok()?.and_local_timezone(offset).single())
            .ok_or_else(|| convert::out_of_range(date))
    }
}

/// A date with the zone `Z`.
///
/// # Errors
///
/// Kind `Range` for a year before 0 or after 9999.
impl TryFrom<Zoned<Utc>> for DateTime {
    type Error = Error;
    fn try_from(date: Zoned<Utc>) -> Result<Self, Error> {
        DateTime::try_from(date.naive_utc())?.with_offset(0)
    }
}

/// The same instant, whatever the zone.
///
/// # Errors
///
/// Kind `Range` for a date without a zone, and for the date of all zeros.
impl TryFrom<DateTime> for Zoned<Utc> {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        Zoned::<FixedOffset>::try_from(date).map(|date| date.to_utc())
    }
}

fn naive(date: DateTime) -> Result<NaiveDateTime, Error> {
    let leap = u32::from(date.second == 60);
    NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())
        .and_then(|day| {
            day.and_hms_nano_opt(
                date.hour.into(),
                date.minute.into(),
                u32::from(date.second) - leap,
                date.nanosecond + leap * LEAP,
            )
        })
        .ok_or_else(|| convert::out_of_range(date))
}

//! To and from the types of [`time`](https://docs.rs/time).

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

use super::{DateTime, convert};
use crate::Error;

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a year before 0 or after 9999.
impl TryFrom<PrimitiveDateTime> for DateTime {
    type Error = Error;
    fn try_from(date: PrimitiveDateTime) -> Result<Self, Error> {
        convert::civil(
            date.year().into(),
            u8::from(date.month()),
            date.day(),
            (date.hour(), date.minute(), date.second()),
            date.nanosecond(),
        )
    }
}

/// A date without a zone.
///
/// # Errors
///
/// Kind `Range` for a date with a zone, which would be lost, for the date of all zeros, and for a second 60.
impl TryFrom<DateTime> for PrimitiveDateTime {
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
impl TryFrom<OffsetDateTime> for DateTime {
    type Error = Error;
    fn try_from(date: OffsetDateTime) -> Result<Self, Error> {
        let offset = convert::minutes(date.offset().whole_seconds())?;
        DateTime::try_from(PrimitiveDateTime::new(date.date(), date.time()))?.with_offset(offset)
    }
}

/// A date with its zone.
///
/// # Errors
///
/// Kind `Range` for a date without a zone, for the date of all zeros, and for a second 60.
impl TryFrom<DateTime> for OffsetDateTime {
    type Error = Error;
    fn try_from(date: DateTime) -> Result<Self, Error> {
        let seconds = i32::from(date.zone()?) * 60;
        let zone =
            UtcOffset::from_whole_seconds(seconds).map_err(|_| convert::out_of_range(date))?;
        Ok(naive(date)?.assume_offset(zone))
    }
}

fn naive(date: DateTime) -> Result<PrimitiveDateTime, Error> {
    let parts = || {
        let month = Month::try_from(date.month)?;
        let day = Date::from_calendar_date(date.year.into(), month, date.day)?;
        let time = Time::from_hms_nano(date.hour, date.minute, date.second, date.nanosecond)?;
        Ok::<_, time::error::ComponentRange>(PrimitiveDateTime::new(day, time))
    };
    parts().map_err(|_| convert::out_of_range(date))
}

//! Dates of other crates: conversions without loss, and fields that are dates on the wire.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]
#![cfg(all(feature = "chrono", feature = "jiff", feature = "time"))]

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use xmlrpc_core::{DateTime, Error, ErrorKind, from_value, to_value, value};

fn date(text: &str) -> DateTime {
    text.parse().unwrap()
}

fn both_ways<T>(texts: &[&str])
where
    T: TryFrom<DateTime, Error = Error> + TryInto<DateTime, Error = Error>,
{
    for text in texts {
        let there = T::try_from(date(text)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(there.try_into().unwrap(), date(text));
    }
}

fn refused<T: TryFrom<DateTime, Error = Error> + Debug>(texts: &[&str]) {
    for text in texts {
        assert_eq!(T::try_from(date(text)).unwrap_err().kind(), ErrorKind::Range, "{text}");
    }
}

const WITHOUT_ZONE: &[&str] = &[
    "1998-07-17T14:08:55",
    "0000-01-01T00:00:00",
    "9999-12-31T23:59:59.999999999",
    "2024-02-29T00:00:00.000000001",
];
const WITH_ZONE: &[&str] = &[
    "1998-07-17T14:08:55.25+05:30",
    "1998-07-17T00:00:00-23:59",
    "0001-01-02T00:00:00.000000001Z",
];
const UTC: &[&str] = &["1998-07-17T14:08:55.25Z", "2024-02-29T23:59:59.999999999Z"];
const ZERO: &str = "0000-00-00T00:00:00";
const ZERO_UTC: &str = "0000-00-00T00:00:00Z";
const LEAP: &str = "2016-12-31T23:59:60.5";
const LEAP_UTC: &str = "2016-12-31T23:59:60.5Z";

#[test]
fn civil_dates() {
    both_ways::<chrono::NaiveDateTime>(WITHOUT_ZONE);
    both_ways::<jiff::civil::DateTime>(WITHOUT_ZONE);
    both_ways::<time::PrimitiveDateTime>(WITHOUT_ZONE);
    refused::<chrono::NaiveDateTime>(&[WITH_ZONE, &[ZERO]].concat());
    refused::<jiff::civil::DateTime>(&[WITH_ZONE, &[ZERO]].concat());
    refused::<time::PrimitiveDateTime>(&[WITH_ZONE, &[ZERO]].concat());
}

#[test]
fn dates_with_a_zone() {
    both_ways::<chrono::DateTime<chrono::FixedOffset>>(WITH_ZONE);
    both_ways::<jiff::ZonedDateTime>(WITH_ZONE);
    both_ways::<time::OffsetDateTime>(WITH_ZONE);
    refused::<chrono::DateTime<chrono::FixedOffset>>(&[WITHOUT_ZONE, &[ZERO_UTC]].concat());
    refused::<jiff::ZonedDateTime>(&[WITHOUT_ZONE, &[ZERO_UTC]].concat());
    refused::<time::OffsetDateTime>(&[WITHOUT_ZONE, &[ZERO_UTC]].concat());
}

#[test]
fn instants() {
    both_ways::<chrono::DateTime<chrono::Utc>>(UTC);
    both_ways::<jiff::Timestamp>(UTC);
    refused::<chrono::DateTime<chrono::Utc>>(WITHOUT_ZONE);
    refused::<jiff::Timestamp>(WITHOUT_ZONE);
    let elsewhere = date("1998-07-17T14:08:55.25+02:00");
    let here = date("1998-07-17T12:08:55.25Z");
    let utc = chrono::DateTime::<chrono::Utc>::try_from(elsewhere).unwrap();
    assert_eq!(DateTime::try_from(utc).unwrap(), here);
    assert_eq!(DateTime::try_from(jiff::Timestamp::try_from(elsewhere).unwrap()).unwrap(), here);
}

#[test]
fn leap_seconds_are_kept_or_refused() {
    both_ways::<chrono::NaiveDateTime>(&[LEAP]);
    both_ways::<chrono::DateTime<chrono::Utc>>(&[LEAP_UTC]);
    refused::<jiff::civil::DateTime>(&[LEAP]);
    refused::<jiff::Timestamp>(&[LEAP_UTC]);
    refused::<time::PrimitiveDateTime>(&[LEAP]);
    refused::<time::OffsetDateTime>(&[LEAP_UTC]);
}

#[test]
fn what_the_wire_cannot_say_is_refused() {
    let before = jiff::civil::date(-1, 1, 1).at(0, 0, 0, 0);
    assert_eq!(DateTime::try_from(before).unwrap_err().kind(), ErrorKind::Range);
    let after =
        chrono::NaiveDate::from_ymd_opt(10_000, 1, 1).unwrap().and_hms_opt(0, 0, 0).unwrap();
    assert_eq!(DateTime::try_from(after).unwrap_err().kind(), ErrorKind::Range);
    let odd = time::UtcOffset::from_whole_seconds(90).unwrap();
    let odd = time::PrimitiveDateTime::try_from(date(WITHOUT_ZONE[0])).unwrap().assume_offset(odd);
    assert_eq!(DateTime::try_from(odd).unwrap_err().kind(), ErrorKind::Range);
}

#[test]
fn fields_of_other_crates_are_dates() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Visit {
        #[serde(with = "xmlrpc_core::date")]
        planned: chrono::NaiveDateTime,
        #[serde(with = "xmlrpc_core::date")]
        came: jiff::ZonedDateTime,
        #[serde(with = "xmlrpc_core::date::option")]
        left: Option<time::OffsetDateTime>,
        #[serde(with = "xmlrpc_core::date::option", default)]
        paid: Option<jiff::Timestamp>,
    }
    let value = value!({
        "planned": date(WITHOUT_ZONE[0]),
        "came": date(WITH_ZONE[0]),
        "left": date(WITH_ZONE[1]),
        "paid": nil,
    });
    let visit: Visit = from_value(&value).unwrap();
    assert_eq!(to_value(&visit).unwrap(), value);
    let error = from_value::<Visit>(&value!({ "planned": date(WITH_ZONE[0]) })).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("planned"));
}

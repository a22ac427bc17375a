//! Strategies for values and types of every shape.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;

use proptest::{collection::vec, option, prelude::*};
use serde::{Deserialize, Serialize};
use xmlrpc_core::{Base64, DateTime, Struct, Value};

/// Texts that XML can hold, with a taste for those that it makes hard.
pub fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>()
            .prop_filter("no character of XML", |&c| {
                matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
            })
            .prop_map(String::from),
        "[a-z ]{1,24}",
        prop::sample::select(vec![
            "<",
            ">",
            "&",
            "]]>",
            "<![CDATA[",
            "<!--",
            "\r\n",
            "\r",
            "\n",
            " ",
            "\t",
            "'",
            "\"",
            "</string></value>",
            "&amp;",
            "\u{85}",
            "\u{2028}",
            "\u{feff}",
            "\u{fffd}",
            "\u{7f}",
            "😀",
            "é",
        ])
        .prop_map(str::to_owned),
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// Doubles of every bit pattern that is a number.
pub fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        any::<i32>().prop_map(f64::from),
        (any::<i32>(), -400i32..20).prop_map(|(n, e)| format!("{n}e{e}").parse().unwrap_or(0.0)),
        prop::sample::select(vec![
            0.0,
            -0.0,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            1e15,
            1e16,
            9_007_199_254_740_993.0
        ]),
    ]
    .prop_filter("not finite", |double| double.is_finite())
}

pub fn date() -> impl Strategy<Value = DateTime> {
    let day = (0u16..=9999, 1u8..=12, 1u8..=31, 0u8..24, 0u8..60, 0u8..=60);
    let fraction =
        prop_oneof![Just(0), 1u32..1_000_000_000, (1u32..1000).prop_map(|n| n * 1_000_000)];
    let offset = option::of(prop_oneof![Just(0), -1439i16..=1439]);
    let any = (day, fraction, offset).prop_filter_map("no such day", |(day, fraction, offset)| {
        let (year, month, day, hour, minute, second) = day;
        let date = DateTime::new(year, month, day, hour, minute, second).ok()?;
        date.with_nanosecond(fraction).ok()?.with_offset(offset).ok()
    });
    let zero = offset_of_zero();
    prop_oneof![9 => any, 1 => zero]
}

fn offset_of_zero() -> impl Strategy<Value = DateTime> {
    option::of(-1439i16..=1439).prop_map(|offset| {
        DateTime::new(0, 0, 0, 0, 0, 0).and_then(|zero| zero.with_offset(offset)).unwrap()
    })
}

pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Nil),
        any::<i32>().prop_map(Value::Int),
        prop_oneof![any::<i64>(), -5i64..5, any::<i32>().prop_map(i64::from)].prop_map(Value::I8),
        any::<bool>().prop_map(Value::Bool),
        double().prop_map(Value::Double),
        text().prop_map(Value::String),
        date().prop_map(Value::DateTime),
        vec(any::<u8>(), 0..40).prop_map(|bytes| Value::Base64(Base64(bytes))),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Value::Array),
            vec((text(), inner), 0..8)
                .prop_map(|members| Value::Struct(Struct::from_iter(members))),
        ]
    })
}

/// Every kind of type that serde knows, in one another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    small: (i8, u8, i16, u16),
    wide: (i32, u32, i64, i128),
    double: f64,
    single: f32,
    flag: bool,
    letter: char,
    text: String,
    born: DateTime,
    died: Option<DateTime>,
    photo: Base64,
    #[serde(with = "serde_bytes")]
    print: Vec<u8>,
    list: Vec<u8>,
    names: BTreeMap<String, Option<String>>,
    numbers: BTreeMap<i64, bool>,
    unit: (),
    name: Name,
    shape: Shape,
    shapes: Vec<Option<Shape>>,
    any: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Name(String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    Nothing,
    #[serde(rename = "a <b> & c")]
    Boxed(Box<Shape>),
    Maybe(Option<i32>),
    Pair(String, Base64),
    Fields {
        date: Option<DateTime>,
        inner: Vec<Shape>,
        map: BTreeMap<char, f64>,
    },
}

fn character() -> impl Strategy<Value = char> {
    text().prop_map(|text| text.chars().next().unwrap_or('x'))
}

pub fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Nothing),
        any::<Option<i32>>().prop_map(Shape::Maybe),
        (text(), vec(any::<u8>(), 0..9)).prop_map(|(text, bytes)| Shape::Pair(text, Base64(bytes))),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let map = prop::collection::btree_map(character(), double(), 0..3);
        prop_oneof![
            inner.clone().prop_map(|shape| Shape::Boxed(Box::new(shape))),
            (option::of(date()), vec(inner, 0..4), map)
                .prop_map(|(date, inner, map)| Shape::Fields { date, inner, map }),
        ]
    })
}

pub fn record() -> impl Strategy<Value = Record> {
    let numbers = (
        any::<(i8, u8, i16, u16)>(),
        (any::<i32>(), any::<u32>(), any::<i64>(), any::<i64>().prop_map(i128::from)),
        double(),
        any::<f32>().prop_filter("not finite", |single| single.is_finite()),
        any::<bool>(),
    );
    let texts = (character(), text(), text());
    let dates = (date(), option::of(date()));
    let bytes = (vec(any::<u8>(), 0..9), vec(any::<u8>(), 0..9), vec(any::<u8>(), 0..9));
    let maps = (
        prop::collection::btree_map(text(), option::of(text()), 0..4),
        prop::collection::btree_map(any::<i64>(), any::<bool>(), 0..4),
    );
    let shapes = (shape(), vec(option::of(shape()), 0..3), value());
    (numbers, texts, dates, bytes, maps, shapes).prop_map(
        |(numbers, texts, dates, bytes, maps, shapes)| Record {
            small: numbers.0,
            wide: numbers.1,
            double: numbers.2,
            single: numbers.3,
            flag: numbers.4,
            letter: texts.0,
            text: texts.1,
            born: dates.0,
            died: dates.1,
            photo: Base64(bytes.0),
            print: bytes.1,
            list: bytes.2,
            names: maps.0,
            numbers: maps.1,
            unit: (),
            name: Name(texts.2),
            shape: shapes.0,
            shapes: shapes.1,
            any: shapes.2,
        },
    )
}

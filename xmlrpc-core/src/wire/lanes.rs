//! Tests that hold the fast lane against the general lane: whatever the document, both say the same.

use std::{fs, path::Path};

use serde::Deserialize;

use super::{CallReader, Limits, ResponseWriter, decode, read_response};
use crate::{DateTime, Error, Struct, Value};

/// What a document gives: the values or the error, in words that can be compared.
fn outcome<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{:?} at {:?}: {error}", error.kind(), error.offset()),
    }
}

fn call(text: &str, limits: Limits) -> Result<(String, Vec<Value>), Error> {
    let mut call = CallReader::new(text, limits)?;
    let mut params = Vec::new();
    while call.has_param()? {
        params.push(call.param()?);
    }
    let method = call.method().to_owned();
    call.finish()?;
    Ok((method, params))
}

/// A type whose names are predicted, in another order than they come, and not all of those.
#[derive(Debug, Deserialize)]
#[expect(dead_code)]
struct Expected {
    int: Option<i32>,
    absent: Option<i32>,
    i8: Option<i64>,
    string: Option<String>,
    double: Option<f64>,
    date: Option<DateTime>,
}

/// Names that stand in no document as they are.
#[derive(Debug, Deserialize)]
#[expect(dead_code)]
struct Escaped {
    int: Option<i32>,
    #[serde(rename = "<&>")]
    boolean: Option<bool>,
    #[serde(rename = "&lt;&amp;&gt;")]
    absent: Option<bool>,
}

fn compare(text: &str) {
    let fast = Limits::default();
    let general = Limits { general_lane_only: true, ..fast };
    assert_eq!(
        outcome(read_response::<Value>(text, fast)),
        outcome(read_response::<Value>(text, general)),
        "{text:.2000}"
    );
    assert_eq!(
        outcome(read_response::<(Expected, String)>(text, fast)),
        outcome(read_response::<(Expected, String)>(text, general)),
        "{text:.2000}"
    );
    assert_eq!(
        outcome(read_response::<(Escaped, String)>(text, fast)),
        outcome(read_response::<(Escaped, String)>(text, general)),
        "{text:.2000}"
    );
    assert_eq!(outcome(call(text, fast)), outcome(call(text, general)), "{text:.2000}");
}

/// The document with layout, comments and the like where they change nothing or much.
fn variants(text: &str) -> impl Iterator<Item = String> {
    [
        ("><", ">\n  <"),
        ("><", "><!-- x --><"),
        ("><", "><?x y?><"),
        (">", " >"),
        (">", " a=\"b\">"),
        ("</", "<!----></"),
        ("</", "<![CDATA[]]></"),
        ("</", "\r\n</"),
        ("int>", "ex:int>"),
        ("string>", "x:string>"),
        ("value>", "v:value>"),
        ("<name>", "<name>&#65;"),
        ("><", ">&amp;<"),
        ("></", "/></"),
        ("</value>", ""),
        ("<member>", "<member/>"),
        ("<data>", "<data/>"),
        ("<struct>", "<struct/>"),
    ]
    .into_iter()
    .map(|(from, to)| text.replace(from, to))
}

#[test]
fn say_the_same_about_the_conformance_cases_and_variants_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "xml") {
            continue;
        }
        let body = fs::read(&path).unwrap();
        // Nothing is learned from variants of the large ones.
        let Ok(text) = decode(&body, None) else { continue };
        compare(&text);
        if text.len() < 10_000 {
            variants(&text).for_each(|variant| compare(&variant));
        }
        seen += 1;
    }
    assert!(seen > 150, "only {seen} documents");
}

#[test]
fn say_the_same_about_every_document_cut_short_or_damaged() {
    let mut document = Vec::new();
    ResponseWriter::new(&mut document).result(&everything()).unwrap();
    let text = String::from_utf8(document).unwrap();
    compare(&text);
    variants(&text).for_each(|variant| compare(&variant));
    for (at, _) in text.char_indices() {
        let (start, end) = text.split_at(at);
        compare(start);
        for damage in ["<", ">", "&", " ", "/", "<!", "\u{0}"] {
            compare(&format!("{start}{damage}{end}"));
            compare(&format!("{start}{damage}{}", end.get(1..).unwrap_or_default()));
        }
    }
}

/// A value in which every type stands.
fn everything() -> Value {
    let date: DateTime = "19980717T14:08:55.5Z".parse().unwrap();
    let members: Struct = [
        ("", Value::Nil),
        ("int", Value::Int(-1)),
        ("i8", Value::I8(5)),
        ("<&>", Value::Bool(true)),
        ("double", Value::Double(-12.25)),
        ("string", Value::from(" a\r\n<b> é")),
        ("date", Value::DateTime(date)),
        ("bytes", Value::from(vec![0u8, 255])),
        ("empty", Value::Array(vec![])),
        ("none", Value::Struct(Struct::new())),
    ]
    .into_iter()
    .collect();
    Value::Array(vec![Value::Struct(members), Value::from("")])
}

//! Each tolerance, off and on.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use serde::{Deserialize, de::DeserializeOwned};
use xmlrpc_core::{
    DateTime, Error, ErrorKind, Router, Value, value,
    wire::{CallReader, Limits, Reading, Tolerance, read_response, read_response_bytes},
};

fn response(value: &str) -> String {
    format!("<methodResponse><params><param>{value}</param></params></methodResponse>")
}

fn read<T: DeserializeOwned>(text: &str, tolerance: Tolerance) -> Result<T, Error> {
    read_response_bytes(text.as_bytes(), None, tolerance)
}

fn off() -> Tolerance {
    Tolerance::default()
}

#[test]
fn nothing_is_tolerated_by_default() {
    assert_eq!(Reading::new(), Reading::from(Limits::default()));
    assert_eq!(Reading::new().tolerance, off());
    assert_eq!(off().lossy(true).lossy(false), off());
}

#[test]
fn non_finite_doubles() {
    let on = off().non_finite(true);
    for (text, double) in [
        ("inf", f64::INFINITY),
        ("-INF", f64::NEG_INFINITY),
        ("+Infinity", f64::INFINITY),
        ("NaN", f64::NAN),
        ("-nan", f64::NAN),
    ] {
        let text = response(&format!("<value><double>{text}</double></value>"));
        assert_eq!(read::<f64>(&text, off()).unwrap_err().kind(), ErrorKind::Range);
        assert_eq!(read::<Value>(&text, off()).unwrap_err().kind(), ErrorKind::Range);
        for read in [
            read::<f64>(&text, on).unwrap(),
            read::<f32>(&text, on).unwrap().into(),
            read::<Value>(&text, on).unwrap().as_f64().unwrap(),
        ] {
            assert!(read == double || read.is_nan() && double.is_nan(), "{text} {read}");
        }
    }
    // What is too large for a double is no infinity.
    assert!(read::<f64>(&response("<value><double>1e999</double></value>"), on).is_err());
    assert!(read::<f64>(&response("<value><double>not</double></value>"), on).is_err());
}

#[test]
fn empty_dates() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Post {
        published: Option<DateTime>,
        changed: Option<DateTime>,
    }
    let on = off().empty_dates(true);
    for empty in [
        "<value><dateTime.iso8601></dateTime.iso8601></value>",
        "<value><dateTime.iso8601/></value>",
        "<value> <dateTime.iso8601>\n</dateTime.iso8601></value>",
    ] {
        let text = response(empty);
        assert_eq!(read::<Value>(&text, off()).unwrap_err().kind(), ErrorKind::Type);
        assert!(read::<Option<DateTime>>(&text, off()).is_err());
        assert_eq!(read::<Value>(&text, on).unwrap(), Value::Nil);
        assert_eq!(read::<Option<DateTime>>(&text, on).unwrap(), None);
        assert_eq!(read::<Option<String>>(&text, on).unwrap(), None);
        read::<()>(&text, on).unwrap();
        assert!(read::<DateTime>(&text, on).is_err());
        let date = "<value><dateTime.iso8601>19980717T14:08:55</dateTime.iso8601></value>";
        let text = response(&format!(
            "<value><struct><member><name>published</name>{empty}</member><member><name>changed</name>{date}</member></struct></value>"
        ));
        let post = Post { published: None, changed: "19980717T14:08:55".parse().ok() };
        assert_eq!(read::<Post>(&text, on).unwrap(), post);
        assert!(read::<Post>(&text, off()).is_err());
    }
}

#[test]
fn names_with_white_space() {
    let on = off().trimmed_names(true);
    let text = response(
        "<value><struct><member><name>\n  a&#32; </name><value/></member><member><name><!-- --> b\t</name>\
         <value/></member></struct></value>",
    );
    assert_eq!(read::<Value>(&text, off()).unwrap(), value!({ "\n  a  ": "", " b\t": "" }));
    assert_eq!(read::<Value>(&text, on).unwrap(), value!({ "a": "", "b": "" }));
    let call = "<methodCall><methodName> system.listMethods\n</methodName><params/></methodCall>";
    assert_eq!(CallReader::new(call, off()).unwrap().method(), " system.listMethods\n");
    assert_eq!(CallReader::new(call, on).unwrap().method(), "system.listMethods");
    let answers = |router: Router| {
        let mut out = Vec::new();
        router.handle(call.as_bytes(), None, &mut out);
        read_response_bytes::<Vec<String>>(&out, None, off()).is_ok()
    };
    assert!(!answers(Router::new()));
    assert!(answers(Router::new().tolerance(on)));
}

#[test]
fn text_around_the_document() {
    let on = off().surroundings(true);
    let document = response("<value><int>1</int></value>");
    let declared = format!("<?xml version=\"1.0\"?>\n{document}");
    let prefixed = document
        .replace("<methodResponse", "<x:methodResponse xmlns:x=\"y\"")
        .replace("</methodResponse", "</x:methodResponse");
    for document in [document, declared, prefixed] {
        for (before, after) in [
            ("<br />\n<b>Warning</b>: methodResponse < 3 & more in x.php<br />\n", ""),
            ("Notice: ", ""),
            ("", "\n<!-- 0.1 s --></html>"),
            ("x", "<methodResponse>"),
            ("\u{feff}\n\n x", "\0"),
        ] {
            let text = format!("{before}{document}{after}");
            assert!(read::<i32>(&text, off()).is_err(), "{text}");
            assert_eq!(read::<i32>(&text, on).unwrap(), 1, "{text}");
        }
        let text = format!("<html>{document}");
        let error = read::<i32>(&text.replace("<int>", "<string>"), on).unwrap_err();
        assert!(error.offset().is_some_and(|offset| offset > "<html>".len()), "{error}");
    }
    // The encoding is that which the document declares.
    let text = "Warning\n<?xml version='1.0' encoding='iso-8859-1'?>".to_owned()
        + &response("<value>\u{fffd}</value>");
    let body: Vec<u8> =
        text.replace('\u{fffd}', "\u{1}").bytes().map(|b| if b == 1 { 0xE9 } else { b }).collect();
    assert_eq!(read_response_bytes::<String>(&body, None, on).unwrap(), "é");
}

#[test]
fn a_document_is_not_looked_for_where_there_is_none() {
    let on = off().surroundings(true);
    let document = response("<value/>");
    for (text, kind) in [
        ("Not Found".to_owned(), ErrorKind::Root),
        ("methodResponse".repeat(10_000), ErrorKind::Root),
        (String::new(), ErrorKind::Empty),
        (format!("<!DOCTYPE html>{document}"), ErrorKind::Doctype),
        (format!("<?xml version='1.0'?><!DOCTYPE x>{document}"), ErrorKind::Doctype),
        (format!("x<?xml version='1.0'?><!DOCTYPE x>{document}"), ErrorKind::Root),
        (document.replace("</params>", ""), ErrorKind::Syntax),
    ] {
        assert!(read::<Value>(&text, on).is_err_and(|error| error.kind() == kind), "{text:.100}");
    }
    let error = read::<Value>("<html>x</html>", on).unwrap_err();
    assert_eq!(error.body(), Some("<html>x</html>"));
}

#[test]
fn bytes_that_are_no_characters() {
    let on = off().lossy(true);
    let mut body = response("<value>a\u{1}b</value>").into_bytes();
    for byte in &mut body {
        *byte = if *byte == 1 { 0xFF } else { *byte };
    }
    let read =
        |charset, tolerance: Tolerance| read_response_bytes::<String>(&body, charset, tolerance);
    for charset in [None, Some("utf-8"), Some("euc-jp")] {
        assert_eq!(read(charset, off()).unwrap_err().kind(), ErrorKind::Encoding);
        assert_eq!(read(charset, on).unwrap(), "a\u{fffd}b");
    }
    assert_eq!(read(Some("klingon"), on).unwrap_err().kind(), ErrorKind::Encoding);
}

#[test]
fn a_tolerance_changes_nothing_about_good_documents() {
    let all =
        off().non_finite(true).empty_dates(true).trimmed_names(true).surroundings(true).lossy(true);
    let value = value!({ "a": [1, Value::I8(2), 0.5, true, nil, "x", vec![1u8], "20000101T00:00:00".parse::<DateTime>().unwrap()] });
    let mut out = Vec::new();
    xmlrpc_core::wire::ResponseWriter::new(&mut out).result(&value).unwrap();
    let text = std::str::from_utf8(&out).unwrap();
    assert_eq!(read_response::<Value>(text, all).unwrap(), value);
}

//! Documents that attack the reader: each ends with an answer, in time linear in its size, on a small stack.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use std::thread;

use serde::{Deserialize, de::IgnoredAny};
use xmlrpc_core::{
    ErrorKind, Struct, Value,
    wire::{self, CallReader, Limits, read_response},
};

/// Bytes of stack: half of what a thread has by default, which is enough without optimization, too.
const STACK: usize = 1 << 20;

fn response(value: &str) -> String {
    format!("<methodResponse><params><param>{value}</param></params></methodResponse>")
}

fn kind<T: for<'de> Deserialize<'de>>(text: &str) -> Option<ErrorKind> {
    read_response::<T>(text, Limits::default()).err().map(|error| error.kind())
}

/// On a thread with little stack.
fn small<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

fn nested(depth: usize, open: &str, close: &str) -> String {
    response(&format!("{}<value/>{}", open.repeat(depth), close.repeat(depth)))
}

const ARRAY: (&str, &str) = ("<value><array><data>", "</data></array></value>");
const STRUCT: (&str, &str) =
    ("<value><struct><member><name>a</name>", "</member></struct></value>");
const REVERSED: (&str, &str) =
    ("<value><struct><member>", "<name>a</name></member></struct></value>");

#[derive(Debug, Deserialize)]
enum Enum {
    #[allow(dead_code)]
    #[serde(rename = "a")]
    Next(Box<Enum>),
}

#[test]
fn nesting_is_counted_in_every_reader() {
    small(|| {
        for (open, close) in [ARRAY, STRUCT, REVERSED] {
            let deep = nested(128, open, close);
            assert_eq!(kind::<Value>(&deep), None);
            assert_eq!(kind::<IgnoredAny>(&deep), None);
            for depth in [129, 50_000] {
                let deeper = nested(depth, open, close);
                assert_eq!(kind::<Value>(&deeper), Some(ErrorKind::Limit));
                assert_eq!(kind::<IgnoredAny>(&deeper), Some(ErrorKind::Limit));
                assert_eq!(kind::<Struct2>(&in_unknown_member(&deeper)), Some(ErrorKind::Limit));
            }
        }
        assert_eq!(kind::<Enum>(&nested(100_000, STRUCT.0, STRUCT.1)), Some(ErrorKind::Limit));
    });
}

#[derive(Debug, Deserialize)]
struct Struct2 {
    #[allow(dead_code)]
    known: i32,
}

fn in_unknown_member(text: &str) -> String {
    let value = &text["<methodResponse><params><param>".len()
        ..text.len() - "</param></params></methodResponse>".len()];
    response(&format!(
        "<value><struct><member><name>unknown</name>{value}</member></struct></value>"
    ))
}

#[test]
fn depth_does_not_add_up_over_siblings() {
    let siblings =
        "<value><array><data><value><struct/></value></data></array></value>".repeat(1000);
    let text = response(&format!("<value><array><data>{siblings}</data></array></value>"));
    assert_eq!(kind::<Value>(&text), None);
    let limits = Limits::default().depth(3);
    assert!(read_response::<Value>(&text, limits).is_ok());
    assert!(read_response::<Value>(&text, limits.depth(2)).is_err());
}

#[test]
fn large_documents_of_one_thing_end() {
    let times = 100_000;
    for (value, broken) in [
        (format!("<value>{}", "<value>".repeat(times)), true),
        (format!("<value><string>{}", "<string>".repeat(times)), true),
        (format!("<value><struct>{}", "<member>".repeat(times)), true),
        (format!("<value>{}</value>", "&amp;".repeat(times)), false),
        (format!("<value>{}</value>", "&".repeat(times)), true),
        (format!("<value>{}</value>", "&#x0000000".repeat(times)), true),
        (format!("<value>{}</value>", "\r".repeat(times)), false),
        (format!("<value>{}</value>", "<!-- -->".repeat(times)), false),
        (format!("<value>{}</value>", "<?x ?>".repeat(times)), false),
        (format!("<value>{}</value>", "<![CDATA[\r]]>".repeat(times)), false),
        (format!("<value>{}</value>", "<!--".repeat(times)), true),
        (format!("<value>{}</value>", "<![CDATA[".repeat(times)), true),
        (format!("<value>{}</value>", "<".repeat(times)), true),
        (format!("<value{}/>", " a=''".repeat(times)), false),
        (format!("<value><base64>{}</base64></value>", "YQ \n".repeat(times)), false),
        (format!("<value><int>{}1</int></value>", "0".repeat(times)), false),
        (format!("<value><double>{}</double></value>", "9".repeat(times)), true),
        (
            format!("<value><dateTime.iso8601>{}</dateTime.iso8601></value>", "9".repeat(times)),
            true,
        ),
        (
            format!(
                "<value><array><data>{}</data></array></value>",
                "<!-- --><value><ex:nil/></value>".repeat(times)
            ),
            false,
        ),
    ] {
        let text = response(&value);
        assert_eq!(kind::<Value>(&text).is_some(), broken, "{value:.40}");
        assert_eq!(
            kind::<Vec<Option<Value>>>(&text).is_none(),
            !broken && value.contains("<data>")
        );
    }
}

#[test]
fn names_that_stand_twice_are_found_without_comparing_all_with_all() {
    let members: String = (0..100_000)
        .map(|n| format!("<member><name>{}</name><value>{n}</value></member>", n % 50_000))
        .collect();
    let text = response(&format!("<value><struct>{members}</struct></value>"));
    let members: Struct = match read_response(&text, Limits::default()).unwrap() {
        Value::Struct(members) => members,
        other => panic!("{other:?}"),
    };
    assert_eq!(members.len(), 50_000);
    assert_eq!(members.get("7").and_then(Value::as_str), Some("50007"));
}

#[test]
fn documents_that_are_none_keep_their_start() {
    let html = format!("<html><body>{}</body></html>", "404 ".repeat(1000));
    let php = "\n<br />\n<b>Warning</b>: Undefined variable in x.php on line 3<br />\n";
    for (text, kind) in [
        (&html[..], ErrorKind::Root),
        (php, ErrorKind::Root),
        ("Not Found", ErrorKind::Root),
        ("", ErrorKind::Empty),
        (" \r\n\t", ErrorKind::Empty),
        ("\u{feff}", ErrorKind::Empty),
        ("<methodCall/>", ErrorKind::Root),
        ("<!doctype html><html></html>", ErrorKind::Doctype),
        ("{\"jsonrpc\":\"2.0\"}", ErrorKind::Root),
    ] {
        let error = read_response::<Value>(text, Limits::default()).unwrap_err();
        assert_eq!(error.kind(), kind, "{text:.40}");
        if kind != ErrorKind::Empty {
            let body = error.body().unwrap();
            assert!(text.starts_with(body.trim_end_matches("...")) && body.len() <= 203, "{body}");
        }
    }
}

#[test]
fn a_body_over_the_limit_is_not_looked_at() {
    let limits = Limits::default().body(10);
    let error = wire::read_response_bytes::<Value>(&[0xFF; 11], None, limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn parameters_beyond_those_taken_are_counted_and_checked() {
    let call = |params: &str| {
        let text =
            format!("<methodCall><methodName>m</methodName><params>{params}</params></methodCall>");
        let reader = CallReader::new(&text, Limits::default()).unwrap();
        reader.finish().unwrap_err()
    };
    let error = call("<param><value/></param><param><value/></param>");
    assert_eq!(error.kind(), ErrorKind::Params);
    assert!(error.to_string().contains("2 parameters, where the method takes 0"), "{error}");
    assert_eq!(call("<param><value></param>").kind(), ErrorKind::Syntax);
    assert_eq!(call("<param></param>").kind(), ErrorKind::Structure);
    assert_eq!(call("<param><value/></param>x").kind(), ErrorKind::Structure);
}

#[test]
fn a_self_closed_element_does_not_take_what_follows() {
    let value = "<value><int>7</int></value>";
    let fault = "<value><struct><member><name>faultCode</name><value><int>4</int></value></member><member>\
        <name>faultString</name><value>x</value></member></struct></value>";
    for text in [
        format!("<methodResponse><params><param/>{value}</params></methodResponse>"),
        "<methodResponse><params><param/></params></methodResponse>".to_owned(),
        format!("<methodResponse><fault/>{fault}</methodResponse>"),
        "<methodResponse><fault/></methodResponse>".to_owned(),
    ] {
        assert_eq!(
            read_response::<Value>(&text, Limits::default()).unwrap_err().kind(),
            ErrorKind::Structure,
            "{text}"
        );
    }
    let call = format!(
        "<methodCall><methodName>m</methodName><params><param/>{value}</params></methodCall>"
    );
    let mut call = CallReader::new(&call, Limits::default()).unwrap();
    assert_eq!(call.param::<Value>().unwrap_err().kind(), ErrorKind::Structure);
}

#[test]
fn a_member_twice_beside_deep_structs_is_read_once_more_and_no_oftener() {
    #[derive(Deserialize)]
    struct Twice {
        a: i32,
        deep: Value,
    }
    let depth = 120;
    let items = "<value><int>1</int></value>".repeat(100_000);
    let deep = format!(
        "{}<value><array><data>{items}</data></array></value>{}",
        "<value><struct><member><name>s</name>".repeat(depth),
        "</member></struct></value>".repeat(depth)
    );
    let int = |value| format!("<member><name>a</name><value><int>{value}</int></value></member>");
    let text = response(&format!(
        "<value><struct>{}<member><name>deep</name>{deep}</member>{}</struct></value>",
        int(1),
        int(2)
    ));
    let twice: Twice = read_response(&text, Limits::default()).unwrap();
    assert_eq!(twice.a, 2);
    let mut inner = &twice.deep;
    for _ in 0..depth {
        inner = &inner["s"];
    }
    assert_eq!(inner.as_array().map(<[Value]>::len), Some(100_000));
}

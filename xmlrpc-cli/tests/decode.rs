//! `xmlrpc decode`: what it prints of good and of bad documents.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{Run, file, response, xmlrpc, xmlrpc_with};
use serde_json::json;

const CALL: &str = "<methodCall><methodName>person.find</methodName><params>\
    <param><value><array><data><value>a</value><value><string>b</string></value></data></array></value></param>\
    <param><value><i4>5</i4></value></param></params></methodCall>";
const FAULT: &str = "<methodResponse><fault><value><struct>\
    <member><name>faultCode</name><value><int>4</int></value></member>\
    <member><name>faultString</name><value>Too many parameters.</value></member>\
    </struct></value></fault></methodResponse>";
/// Every kind of value.
const ALL: &str = "<struct>\
    <member><name>z</name><value><int>7</int></value></member>\
    <member><name>wide</name><value><i8>7</i8></value></member>\
    <member><name>yes</name><value><boolean>1</boolean></value></member>\
    <member><name>pi</name><value><double>3.0</double></value></member>\
    <member><name>full name</name><value>G\"&lt;&#27;</value></member>\
    <member><name>born</name><value><dateTime.iso8601>19980717T14:08:55Z</dateTime.iso8601></value></member>\
    <member><name>pic</name><value><base64>AQID/w==</base64></value></member>\
    <member><name>large</name><value><base64>YWJjZGVmZ2hpamtsbW5vcHFy</base64></value></member>\
    <member><name>none</name><value><nil/></value></member>\
    <member><name>list</name><value><array><data><value><array><data/></array></value></data></array></value></member>\
    <member><name></name><value><struct/></value></member></struct>";

fn decode(form: &str, document: &str) -> Run {
    xmlrpc_with(&["decode", form, "-"], document.as_bytes())
}

#[test]
fn the_tree_shows_every_kind_of_value() {
    let tree = r#"response: struct, 11 members
  z: int 7
  wide: i8 7
  yes: boolean true
  pi: double 3.0
  "full name": string "G\"<\u{1b}"
  born: dateTime 1998-07-17T14:08:55Z
  pic: base64, 4 bytes: 01 02 03 ff
  large: base64, 18 bytes: 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70 ...
  none: nil
  list: array, 1 item
    [0]: array, no items
  "": struct, no members
"#;
    assert_eq!(decode("--tree", &response(ALL)).good(), tree);
    assert_eq!(xmlrpc_with(&["decode", "-"], response(ALL).as_bytes()).good(), tree);
}

#[test]
fn the_tree_shows_calls_and_faults() {
    let tree = "call person.find, 2 parameters\n  params[0]: array, 2 items\n    [0]: string \"a\"\n    \
        [1]: string \"b\"\n  params[1]: int 5\n";
    assert_eq!(decode("--tree", CALL).good(), tree);
    assert_eq!(decode("--tree", FAULT).good(), "fault 4: \"Too many parameters.\"\n");
}

#[test]
fn typed_json_keeps_types_and_order() {
    assert_eq!(
        decode("--typed-json", &response(ALL)).good(),
        concat!(
            r#"{"value":{"struct":[["z",{"int":7}],["wide",{"i8":7}],["yes",{"bool":true}],["pi",{"double":3.0}],"#,
            r#"["full name",{"string":"G\"<\u001b"}],["born",{"datetime":"1998-07-17T14:08:55Z"}],"#,
            r#"["pic",{"base64":"AQID/w=="}],["large",{"base64":"YWJjZGVmZ2hpamtsbW5vcHFy"}],["none",{"nil":null}],"#,
            r#"["list",{"array":[{"array":[]}]}],["",{"struct":[]}]]}}"#,
            "\n"
        )
    );
}

#[test]
fn plain_json_is_what_other_programs_expect() {
    assert_eq!(
        decode("--json", &response(ALL)).good(),
        concat!(
            r#"{"value":{"z":7,"wide":7,"yes":true,"pi":3.0,"full name":"G\"<\u001b","born":"1998-07-17T14:08:55Z","#,
            r#""pic":"AQID/w==","large":"YWJjZGVmZ2hpamtsbW5vcHFy","none":null,"list":[[]],"":{}}}"#,
            "\n"
        )
    );
    assert_eq!(
        decode("--json", CALL).good(),
        "{\"method\":\"person.find\",\"params\":[[\"a\",\"b\"],5]}\n"
    );
}

#[test]
fn a_fault_is_a_response_like_any_other() {
    let line = "{\"fault\":{\"code\":4,\"string\":\"Too many parameters.\"}}\n";
    assert_eq!(decode("--json", FAULT).good(), line);
    assert_eq!(decode("--typed-json", FAULT).good(), line);
}

#[test]
fn integers_beyond_32_bits_are_i8() {
    let documents = [
        ("<int>2147483648</int>", json!({"i8": 2_147_483_648_i64})),
        ("<i8>-9223372036854775808</i8>", json!({"i8": i64::MIN})),
    ];
    for (value, typed) in documents {
        assert_eq!(decode("--typed-json", &response(value)).lines(), [json!({"value": typed})]);
    }
}

#[test]
fn takes_only_what_was_asked_for() {
    for (flag, document, code) in [
        ("--call", CALL, 0),
        ("--response", CALL, 1),
        ("--call", FAULT, 1),
        ("--response", FAULT, 0),
    ] {
        let run = xmlrpc_with(&["decode", flag, "--json", "-"], document.as_bytes());
        assert_eq!(run.code, Some(code), "{flag} {document}");
        if code == 1 {
            assert_eq!(run.lines()[0]["error"]["kind"], "root");
        }
    }
}

#[test]
fn one_line_a_file_in_order_and_1_if_any_failed() {
    let (good, bad) = (file("order.xml", response("<int>1</int>")), file("order-bad.xml", "<a"));
    let run = xmlrpc_with(
        &["decode", "--json", &bad, &good, "/no/such/file", "-", &good],
        CALL.as_bytes(),
    );
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let lines = run.lines();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["error"]["file"], bad.as_str());
    assert_eq!(lines[1], json!({"value": 1}));
    assert_eq!(lines[2]["error"]["kind"], "io");
    assert_eq!(lines[3]["method"], "person.find");
    assert_eq!(lines[4], json!({"value": 1}));
}

#[test]
fn the_tree_of_several_files_has_headings_and_errors_go_to_standard_error() {
    let (good, bad) = (
        file("tree.xml", response("<int>1</int>")),
        file("tree-bad.xml", response("<int>x</int>").replace("<params>", "\n<params>")),
    );
    let run = xmlrpc(&["decode", &good, &bad]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out, format!("==> {good} <==\nresponse: int 1\n\n==> {bad} <==\n"));
    assert!(run.err.starts_with(&format!("xmlrpc: {bad}:2:")), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
}

#[test]
fn errors_have_a_kind_and_a_place() {
    for (document, kind) in [
        ("", "empty"),
        ("  \n", "empty"),
        ("<html>", "root"),
        ("PHP Warning: x", "root"),
        ("<!DOCTYPE a><methodResponse/>", "doctype"),
        ("<?xml version='1.0' encoding='klingon'?><methodResponse/>", "encoding"),
        ("<methodResponse><params><param><value>", "syntax"),
        ("<methodResponse><param/></methodResponse>", "structure"),
        (&response("<boolean>maybe</boolean>"), "type"),
        (&response("<i8>9223372036854775808</i8>"), "range"),
        (&response(&"<array><data><value>".repeat(129)), "limit"),
    ] {
        let run = decode("--json", document);
        assert_eq!(run.code, Some(1), "{document}");
        let error = &run.lines()[0]["error"];
        assert_eq!(error["kind"], kind, "{document}: {error}");
        assert!(error["message"].is_string(), "{document}");
        assert_eq!(error["file"], "-", "{document}");
    }
}

#[test]
fn a_place_is_path_offset_line_and_column() {
    let call = "<methodCall><methodName>é</methodName>\n<params><param><value><struct><member>\
        <name>born</name><value><dateTime.iso8601>soon</dateTime.iso8601></value></member></struct></value></param></params></methodCall>";
    let line = call.find('\n').unwrap() + 1;
    let at = call.find("soon").unwrap();
    let error = decode("--json", call).lines()[0]["error"].clone();
    assert_eq!(error["path"], "params[0].born");
    assert_eq!(error["line"], 2);
    assert_eq!(
        error["offset"].as_u64().unwrap() - error["column"].as_u64().unwrap(),
        line as u64 - 1
    );
    let offset = usize::try_from(error["offset"].as_u64().unwrap()).unwrap();
    assert!(offset <= at && call[offset..at].len() < 30, "{error}");
}

#[test]
fn documents_in_other_encodings_are_text() {
    let mut latin1 = b"<?xml version='1.0' encoding='iso-8859-1'?>".to_vec();
    latin1.extend(
        b"<methodResponse><params><param><value>caf\xe9</value></param></params></methodResponse>",
    );
    let run = xmlrpc_with(&["decode", "--json", "-"], &latin1);
    assert_eq!(run.lines(), [json!({"value": "café"})]);
    let run = xmlrpc_with(&["decode", "--json", "-"], b"<methodResponse>\n<\xff");
    let error = &run.lines()[0]["error"];
    assert_eq!(
        (&error["kind"], &error["line"], &error["column"]),
        (&json!("encoding"), &json!(2), &json!(2))
    );
}

#[test]
fn the_largest_document_is_a_choice() {
    let large = response(&"x".repeat(17 << 20));
    let run = decode("--json", &large);
    assert_eq!((run.code, &run.lines()[0]["error"]["kind"]), (Some(1), &json!("limit")));
    let run = xmlrpc_with(&["decode", "--json", "--max-body", "18M", "-"], large.as_bytes());
    assert_eq!(run.code, Some(0));
    let run = xmlrpc_with(&["decode", "--json", "--max-body=100", "-"], response("").as_bytes());
    assert_eq!((run.code, &run.lines()[0]["error"]["kind"]), (Some(1), &json!("limit")));
}

#[test]
fn names_and_paths_give_a_terminal_nothing_to_obey() {
    let name = "\u{1b}[2J";
    let value =
        format!("<struct><member><name>{name}</name><value><int>x</int></value></member></struct>");
    let run = decode("--tree", &response(&value));
    assert_eq!(run.code, Some(1));
    assert!(!run.err.contains('\u{1b}') && run.err.contains("\\u{1b}"), "{}", run.err);
}

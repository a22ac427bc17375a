//! `xmlrpc encode`: from typed JSON to XML, and what is wrong with other JSON.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{Run, file, response, xmlrpc, xmlrpc_with};

fn encode(json: &str) -> Run {
    xmlrpc_with(&["encode"], json.as_bytes())
}

#[test]
fn writes_calls_responses_and_faults() {
    assert_eq!(
        encode(r#"{"method":"person.get","params":[{"string":"1 < 2"},{"nil":null}]}"#).good(),
        "<?xml version=\"1.0\"?><methodCall><methodName>person.get</methodName><params>\
         <param><value><string>1 &lt; 2</string></value></param><param><value><nil/></value></param>\
         </params></methodCall>\n"
    );
    assert_eq!(encode(r#"{"value":{"i8":5}}"#).good(), format!("{}\n", response("<i8>5</i8>")));
    assert_eq!(
        encode(r#"{"fault":{"code":4,"string":"no"}}"#).good(),
        "<?xml version=\"1.0\"?><methodResponse><fault><value><struct>\
         <member><name>faultCode</name><value><int>4</int></value></member>\
         <member><name>faultString</name><value><string>no</string></value></member>\
         </struct></value></fault></methodResponse>\n"
    );
}

#[test]
fn takes_any_number_of_documents_from_files_and_standard_input() {
    let path = file(
        "encode.json",
        "\u{feff}{\"value\":{\"int\":1}}\n\n{\"value\":{\"int\":2}} {\"value\":{\"int\":3}}",
    );
    let run = xmlrpc_with(&["encode", &path, "-"], br#"{"value":{"int":4}}"#);
    let wanted: String =
        (1..=4).map(|n| format!("{}\n", response(&format!("<int>{n}</int>")))).collect();
    assert_eq!(run.good(), wanted);
}

#[test]
fn goes_on_after_what_could_not_be_encoded() {
    let run =
        encode("{\"value\":{\"int\":1}}\n\n{\"value\":{\"int\":\"x\"}}\n{\"value\":{\"int\":2}}\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out.lines().count(), 2);
    assert_eq!(run.err, "xmlrpc: -:3: expected an integer, found a string\n");
    let good = file("goes-on.json", r#"{"value":{"int":1}}"#);
    let run = xmlrpc(&["encode", "/no/such/file", &good]);
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 1));
    assert!(run.err.starts_with("xmlrpc: /no/such/file: cannot read: "), "{}", run.err);
}

#[test]
fn takes_only_what_was_asked_for() {
    for (flag, json, code) in [
        ("--call", r#"{"method":"m","params":[]}"#, 0),
        ("--call", r#"{"value":{"int":1}}"#, 1),
        ("--response", r#"{"method":"m"}"#, 1),
        ("--response", r#"{"fault":{"code":1,"string":""}}"#, 0),
    ] {
        assert_eq!(
            xmlrpc_with(&["encode", flag], json.as_bytes()).code,
            Some(code),
            "{flag} {json}"
        );
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    for (json, message) in [
        ("", "-: nothing to encode"),
        ("{", "-:1:1: EOF while parsing an object"),
        ("\n{\"value\" 1}", "-:2:10: expected `:`"),
        ("5", "-:1: expected an object with \"method\", \"value\" or \"fault\", found a number"),
        (
            "{\"error\":{}}",
            "-:1: expected an object with \"method\", \"value\" or \"fault\", found \"error\"",
        ),
        ("{\"value\":{\"int\":1},\"more\":1}", "-:1: \"more\" does not belong here"),
        ("{\"method\":5}", "-:1: method: expected a string, found a number"),
        ("{\"method\":\"m\",\"params\":{}}", "-:1: params: expected a list, found an object"),
        ("{\"method\":\"\\u0000\"}", "-:1: method: "),
        ("{\"fault\":{\"code\":1}}", "-:1: fault: \"string\" is missing"),
        (
            "{\"fault\":{\"code\":2147483648,\"string\":\"\"}}",
            "-:1: fault.code: 2147483648 does not fit",
        ),
        ("{\"fault\":{\"code\":1,\"string\":\"\\u0001\"}}", "-:1: fault.string: "),
        ("{\"value\":1}", "-:1: expected a value such as {\"int\":1}, found a number"),
        ("{\"value\":{}}", "-:1: expected an object with one key"),
        ("{\"value\":{\"int\":1,\"i8\":1}}", "-:1: expected an object with one key"),
        ("{\"value\":{\"i4\":1}}", "-:1: there is no type \"i4\""),
        (
            "{\"value\":{\"int\":2147483648}}",
            "-:1: 2147483648 does not fit into the 32 bits of an int",
        ),
        ("{\"value\":{\"int\":1.5}}", "-:1: expected an integer, found 1.5"),
        ("{\"value\":{\"i8\":9223372036854775808}}", "-:1: 9223372036854775808 does not fit"),
        ("{\"value\":{\"double\":1e999}}", "-:1:24: number out of range"),
        ("{\"value\":{\"double\":\"1\"}}", "-:1: expected a number, found a string"),
        ("{\"value\":{\"bool\":1}}", "-:1: expected true or false, found a number"),
        ("{\"value\":{\"nil\":0}}", "-:1: expected null, found a number"),
        ("{\"value\":{\"base64\":\"aGk\"}}", "-:1: expected base64"),
        ("{\"value\":{\"datetime\":\"1998-02-30T00:00:00\"}}", "-:1: there is no such day"),
        (
            "{\"value\":{\"array\":[{\"int\":1},{\"datetime\":\"soon\"}]}}",
            "-:1: [1]: expected a date",
        ),
        ("{\"value\":{\"struct\":{}}}", "-:1: expected a list, found an object"),
        (
            "{\"value\":{\"struct\":[[\"a\"]]}}",
            "-:1: [0]: expected a member [\"name\",value], found a list of 1",
        ),
        (
            "{\"value\":{\"struct\":[[\"a\",{\"int\":1}],[\"a\",{\"int\":2}]]}}",
            "-:1: a: the name stands twice",
        ),
        (
            "{\"method\":\"m\",\"params\":[{\"int\":1},{\"struct\":[[\"born\",{\"array\":[{\"int\":true}]}]]}]}",
            "-:1: params[1].born[0]: expected an integer, found a boolean",
        ),
        (
            "{\"method\":\"m\",\"params\":[{\"struct\":[[\"a\",{\"string\":\"\\u0000\"}]]}]}",
            "-:1: params[0].a: ",
        ),
    ] {
        let run = encode(json);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{json}");
        assert!(run.err.starts_with(&format!("xmlrpc: {message}")), "{json}\n{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{json}");
    }
}

#[test]
fn nests_as_deep_as_readers_take_and_no_deeper() {
    let array = |depth: usize| {
        format!(
            "{{\"value\":{}{{\"int\":1}}{}}}",
            r#"{"array":["#.repeat(depth),
            "]}".repeat(depth)
        )
    };
    let members = |depth: usize| {
        let (open, close) = (r#"{"struct":[["a","#.repeat(depth), "]]}".repeat(depth));
        format!("{{\"method\":\"m\",\"params\":[{open}{{\"int\":1}}{close}]}}")
    };
    for json in [array(128), members(128)] {
        let xml = encode(&json).good();
        let back = xmlrpc_with(&["decode", "--typed-json", "-"], xml.as_bytes()).good();
        assert_eq!(back, format!("{json}\n"));
    }
    for json in [array(129), members(129), array(100_000), members(100_000), "[".repeat(1 << 20)] {
        let run = encode(&json);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("nested deeper than 128"), "{}", run.err);
    }
    // What comes before is encoded, and a mistake before is told.
    let run = encode(&format!("{{\"value\":{{\"int\":1}}}}\n{}", "[".repeat(1000)));
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 1));
    assert!(run.err.starts_with("xmlrpc: -:2:388: "), "{}", run.err);
    let run = encode(&format!("{{x{}", "[".repeat(1000)));
    assert!(run.err.starts_with("xmlrpc: -:1:2: key must be a string"), "{}", run.err);
}

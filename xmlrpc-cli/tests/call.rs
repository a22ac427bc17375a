//! `xmlrpc call`: what reaches a server, and what is printed of its answer.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "../../tests/peers/mod.rs"]
mod peers;

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    path::Path,
    thread::{self, JoinHandle},
};

use common::{Run, response, xmlrpc, xmlrpc_with};
use serde_json::{Value as Json, json};

const FAULT: &str = "<methodResponse><fault><value><struct>\
    <member><name>faultCode</name><value><int>4</int></value></member>\
    <member><name>faultString</name><value>Too many parameters.</value></member>\
    </struct></value></fault></methodResponse>";

/// Answers one request like this. The thread gives the head and the body of what came.
fn server(status: &'static str, body: &str) -> (String, JoinHandle<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let length = body.len();
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        loop {
            let mut buffer = [0; 4096];
            let count = stream.read(&mut buffer).unwrap();
            assert!(count > 0, "the request ends early");
            bytes.extend_from_slice(&buffer[..count]);
            if bytes.ends_with(b"</methodCall>") {
                break;
            }
        }
        stream.write_all(answer.as_bytes()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    });
    (url, thread)
}

/// What a run with these arguments sends, in the typed notation.
fn sent(options: &[&str], params: &[&str]) -> Json {
    let (url, thread) = server("200 OK", &response(""));
    let mut args = vec!["call"];
    args.extend(options);
    args.extend([url.as_str(), "m"]);
    args.extend(params);
    xmlrpc(&args).good();
    let (_, body) = thread.join().unwrap();
    let decoded = xmlrpc_with(&["decode", "--call", "--typed-json", "-"], body.as_bytes());
    decoded.lines().remove(0)["params"].take()
}

/// A run against a server that answers like this.
fn answered(form: &str, status: &'static str, body: &str) -> Run {
    let (url, thread) = server(status, body);
    let run = xmlrpc(&["call", form, &url, "person.find"]);
    thread.join().unwrap();
    run
}

#[test]
fn parameters_are_sent_with_their_types() {
    let params =
        ["i/5", "I/9", "n/", "d/1.5", "h/00ff", "s/x", "b/t", "word", "-7", "[1,{\"a\":\"b\"}]"];
    let expected = json!([
        {"int": 5}, {"i8": 9}, {"nil": null}, {"double": 1.5}, {"base64": "AP8="}, {"string": "x"}, {"bool": true},
        {"string": "word"}, {"int": -7},
        {"array": [{"int": 1}, {"struct": [["a", {"string": "b"}]]}]},
    ]);
    assert_eq!(sent(&[], &params), expected);
    assert_eq!(
        sent(&["--args", "json"], &["{\"int\":5}"]),
        json!([{"struct": [["int", {"int": 5}]]}])
    );
    let typed = [r#"{"datetime":"1998-07-17T14:08:55"}"#, r#"{"array":[{"i8":1}]}"#];
    assert_eq!(
        sent(&["--args=typed"], &typed),
        json!([{"datetime": "1998-07-17T14:08:55"}, {"array": [{"i8": 1}]}])
    );
    assert_eq!(sent(&[], &["--", "--json"]), json!([{"string": "--json"}]));
    assert_eq!(sent(&[], &[]), json!([]));
}

#[test]
fn the_answer_has_the_forms_that_decode_prints() {
    let one = response("<array><data><value><int>1</int></value></data></array>");
    assert_eq!(answered("--json", "200 OK", &one).good(), "{\"value\":[1]}\n");
    assert_eq!(
        answered("--typed-json", "200 OK", &one).good(),
        "{\"value\":{\"array\":[{\"int\":1}]}}\n"
    );
    assert_eq!(
        answered("--tree", "200 OK", &one).good(),
        "response: array, 1 item\n  [0]: int 1\n"
    );
}

#[test]
fn a_fault_is_3() {
    let run = answered("--json", "200 OK", FAULT);
    assert_eq!((run.code, run.err.as_str()), (Some(3), ""));
    assert_eq!(run.lines(), [json!({"fault": {"code": 4, "string": "Too many parameters."}})]);
    let run = answered("--tree", "200 OK", FAULT);
    assert_eq!((run.code, run.out.as_str()), (Some(3), "fault 4: \"Too many parameters.\"\n"));
}

#[test]
fn no_answer_is_1_and_says_why() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let run = xmlrpc(&["call", "--json", &format!("http://{free}"), "m"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.lines()[0]["error"]["kind"], "connect");

    let run = answered("--json", "502 Bad Gateway", "<html>");
    assert_eq!(run.code, Some(1));
    let error = &run.lines()[0]["error"];
    assert_eq!((&error["kind"], &error["status"]), (&json!("http"), &json!(502)));

    let run = answered("--tree", "200 OK", "<html>");
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("<html>"), "{}", run.err);
}

#[test]
fn a_server_that_says_nothing_is_left_after_the_time_out() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let run = xmlrpc(&["call", "--json", "--timeout", "100ms", &url, "m"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.lines()[0]["error"]["kind"], "timeout");
}

#[test]
fn what_cannot_be_sent_is_2_and_nothing_is() {
    for args in [
        &["call"][..],
        &["call", "http://127.0.0.1:1"],
        &["call", "nowhere", "m"],
        &["call", "local", "m"],
        &["call", "http://127.0.0.1:1", "m", "i/x"],
        &["call", "http://127.0.0.1:1", "m\u{1}"],
        &["call", "--timeout", "5", "http://127.0.0.1:1", "m"],
        &["call", "--timeout", "0s", "http://127.0.0.1:1", "m"],
        &["call", "--args", "xml", "http://127.0.0.1:1", "m"],
    ] {
        let run = xmlrpc(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
}

/// What the transport cannot do yet.
const OPEN: [&str; 1] = ["cli-gzip"];

#[test]
fn every_case_of_the_suite_passes() {
    let Some(mut python) = peers::command("python3") else { return };
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance");
    let checked = python
        .arg(cases.join("check_client.py"))
        .arg("--cases")
        .arg(&cases)
        .args(["--", env!("CARGO_BIN_EXE_xmlrpc"), "call", "--typed-json"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    let failed: Vec<_> =
        said.lines().filter_map(|line| line.strip_prefix("FAIL ")?.split(' ').next()).collect();
    assert_eq!(failed, OPEN, "{said}{}", String::from_utf8_lossy(&checked.stderr));
    assert!(said.contains("14 passed, "), "{said}");
}

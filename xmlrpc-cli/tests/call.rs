//! `xmlrpc call`: what reaches a server, and what is printed of its answer.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "../../tests/peers/mod.rs"]
mod peers;

use std::{net::TcpListener, path::Path, thread::JoinHandle};

use common::{FAULT, Run, answering, command, response, xmlrpc, xmlrpc_with};
use serde_json::{Value as Json, json};

/// Answers one request like this. The thread gives the head and the body of what came.
fn server(status: &'static str, body: &str) -> (String, JoinHandle<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (url, answering(listener, status, body))
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
    assert!(run.err.contains(": person.find: http://127.0.0.1:"), "{}", run.err);
    let run = answered("--json", "200 OK", "");
    let error = &run.lines()[0]["error"];
    assert_eq!(error["kind"], "empty");
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("person.find: http://127.0.0.1:"), "{message}");
}

#[test]
fn a_server_that_knows_its_callers_tells_how_to_say_who_calls() {
    for (status, told) in [
        ("401 X\r\nWWW-Authenticate: Bearer", "a token (XMLRPC_TOKEN in the environment)"),
        ("401 X\r\nWWW-Authenticate: Basic", "XMLRPC_USER and XMLRPC_PASSWORD in the environment"),
        ("401 X\r\nWWW-Authenticate: Digest a=b", "asks for Digest, which is not spoken here"),
    ] {
        let run = answered("--json", status, "");
        let message = run.lines()[0]["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(told) && !message.contains('`'), "{message}");
        let run = answered("--tree", status, "");
        assert!(run.err.contains(told) && !run.err.contains('`'), "{}", run.err);
    }
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
        assert!(!run.err.is_empty() && !run.err.contains("or `local`"), "{args:?}: {}", run.err);
    }
}

#[test]
fn credentials_come_from_the_environment_and_not_from_the_command_line() {
    let sent = |variables: &[(&str, &str)]| {
        let (url, thread) = server("200 OK", &response(""));
        let run = command().args(["call", &url, "m"]).envs(variables.iter().copied()).output();
        assert!(run.unwrap().status.success());
        let (head, _) = thread.join().unwrap();
        let line =
            head.lines().find(|line| line.to_ascii_lowercase().starts_with("authorization:"));
        line.map(|line| line.split_once(": ").unwrap().1.to_owned())
    };
    let basic = sent(&[("XMLRPC_USER", "ada"), ("XMLRPC_PASSWORD", "p:w")]);
    assert_eq!(basic.as_deref(), Some("Basic YWRhOnA6dw=="));
    assert_eq!(sent(&[("XMLRPC_TOKEN", "abc")]).as_deref(), Some("Bearer abc"));
    assert_eq!(sent(&[("XMLRPC_TOKEN", "")]), None);
    for (variables, url) in [
        (&[("XMLRPC_USER", "ada")][..], "http://127.0.0.1:1"),
        (
            &[("XMLRPC_USER", "a"), ("XMLRPC_PASSWORD", "s3cret"), ("XMLRPC_TOKEN", "t")],
            "http://127.0.0.1:1",
        ),
        (&[("XMLRPC_TOKEN", "s3cret")], "http://192.0.2.1"),
    ] {
        let run =
            command().args(["call", url, "m"]).envs(variables.iter().copied()).output().unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{variables:?} {url}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(!said.is_empty() && !said.contains("s3cret"), "{said}");
    }
}

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
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    assert!(said.contains("15 passed, 0 failed"), "{said}");
}

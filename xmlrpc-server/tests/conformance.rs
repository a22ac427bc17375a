//! The HTTP cases of the conformance suite, byte for byte.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here fails the test")]

mod common;

use std::{
    fs,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use common::{Wire, assert_alive, start};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance")
}

/// The cases that are requests to a server.
///
/// One case stands on a line. The others are left alone: some nest deeper than a JSON reader goes.
fn cases() -> Vec<Value> {
    let all = fs::read_to_string(folder().join("cases.json")).expect("the suite's cases.json");
    let cases: Vec<Value> = all
        .lines()
        .filter(|line| line.contains(r#""id":"srv-"#) || line.contains(r#""id": "srv-"#))
        .map(|line| serde_json::from_str(line.trim_end_matches(',')).unwrap())
        .collect();
    assert!(cases.len() >= 22, "only {} cases", cases.len());
    cases
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn bytes(case: &Value) -> Vec<u8> {
    let Some(recipe) = case.get("gen") else {
        return fs::read(folder().join(text(&case["file"]))).unwrap();
    };
    let times = recipe["times"].as_u64().unwrap();
    let repeat = text(&recipe["repeat"]);
    let middle: String = (0..times).map(|n| repeat.replace("{n}", &n.to_string())).collect();
    let all = format!("{}{middle}{}", text(&recipe["prefix"]), text(&recipe["suffix"]));
    assert_eq!(all.len() as u64, recipe["size"].as_u64().unwrap());
    all.into_bytes()
}

/// Asserts what the case expects of an exchange in which its bytes were sent already.
fn check(case: &Value, wire: &mut Wire, sent: Instant) {
    let id = text(&case["id"]);
    let expect = case["expect"].as_object().unwrap();
    for key in expect.keys() {
        let known = [
            "status",
            "value",
            "fault",
            "within_s",
            "answers",
            "or_close",
            "closes",
            "headers",
            "no_headers",
            "status_no_auth",
        ];
        assert!(known.contains(&key.as_str()), "{id}: what is {key}?");
    }
    for _ in 0..expect.get("answers").map_or(1, |count| count.as_u64().unwrap()) {
        let Some(answer) = wire.try_answer() else {
            assert!(expect.contains_key("or_close"), "{id}: closed without an answer");
            continue;
        };
        let statuses = expect.get("status_no_auth").unwrap_or(&expect["status"]);
        assert!(statuses.as_array().unwrap().contains(&answer.status.into()), "{id}: {answer:?}");
        for (name, value) in expect.get("headers").and_then(Value::as_object).into_iter().flatten()
        {
            let header = answer.header(&name.to_ascii_lowercase());
            assert!(header.is_some_and(|header| header.contains(text(value))), "{id}: {answer:?}");
        }
        for name in expect.get("no_headers").and_then(Value::as_array).into_iter().flatten() {
            assert_eq!(answer.header(&text(name).to_ascii_lowercase()), None, "{id}");
        }
        if answer.status == 200 {
            if let Some(value) = expect.get("value") {
                assert_eq!(answer.result::<String>().unwrap(), text(&value["string"]), "{id}");
            }
            if let Some(code) = expect.get("fault") {
                assert_eq!(i64::from(answer.fault_code()), code.as_i64().unwrap(), "{id}");
            }
        }
    }
    let within = expect.get("within_s").map_or(10, |seconds| seconds.as_u64().unwrap());
    assert!(sent.elapsed() < Duration::from_secs(within), "{id}: {:?}", sent.elapsed());
    if expect.contains_key("closes") {
        wire.assert_closed();
    }
}

#[test]
fn every_request_is_answered_as_the_suite_wants() {
    let (running, _) = start(|server| server);
    for case in cases().iter().filter(|case| case.get("slow").is_none()) {
        let mut wire = Wire::to(running.addr());
        let sent = Instant::now();
        wire.send(bytes(case));
        check(case, &mut wire, sent);
        assert_alive(&running);
    }
}

#[test]
fn slow_requests_are_ended_as_the_suite_wants() {
    // The suite sends a byte a second to a server that gives 10 s; here both are ten times as fast.
    let (running, _) = start(|server| server.header_timeout(Duration::from_secs(1)));
    for case in cases().iter().filter(|case| case.get("slow").is_some()) {
        let mut wire = Wire::to(running.addr());
        let sent = Instant::now();
        let filler = b"X-a: b\r\n".iter().copied().cycle();
        for byte in bytes(case).into_iter().chain(filler).take(15) {
            wire.send([byte]);
            thread::sleep(Duration::from_millis(100));
        }
        check(case, &mut wire, sent);
        assert_alive(&running);
    }
}

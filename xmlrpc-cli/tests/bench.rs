//! `xmlrpc bench`: as many calls as were asked for, on kept connections and on new ones.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "common/kinds.rs"]
mod kinds;

use std::net::TcpListener;

use common::xmlrpc;
use serde_json::{Value as Json, json};

#[test]
fn both_modes_are_measured_and_told() {
    let server = kinds::serve();
    let run = xmlrpc(&["bench", "--calls", "20", server.url(), "every.kind.anInt", "5"]).good();
    assert!(run.starts_with("connected: 20 calls in "), "{run}");
    assert!(run.contains("\nreconnecting: 20 calls in "), "{run}");
    assert_eq!(run.matches(" on 1 connection: ").count(), 2, "{run}");
    assert_eq!(run.matches("\n  99.9 % ").count(), 2, "{run}");
    assert!(run.matches("  up to ").count() >= 2 && run.contains('#'), "{run}");
}

#[test]
fn json_has_the_same_figures() {
    let server = kinds::serve();
    let args = ["bench", "--json", "--connected", "--calls", "21", "--connections", "3"];
    let run = xmlrpc(&[&args[..], &[server.url(), "every.kind.anInt", "5"]].concat());
    let lines = run.lines();
    let [line] = &lines[..] else { panic!("{run:?}") };
    assert_eq!(
        (&line["mode"], &line["calls"], &line["connections"], &line["faults"], &line["errors"]),
        (&json!("connected"), &json!(21), &json!(3), &json!(0), &json!(0))
    );
    let micros = |key: &str| line["microseconds"][key].as_f64().unwrap();
    assert!(micros("min") > 0.0 && micros("min") <= micros("p50"), "{line}");
    assert!(micros("p50") <= micros("p99.9") && micros("p99.9") <= micros("max"), "{line}");
    let steps: u64 =
        line["histogram"].as_array().unwrap().iter().map(|step| step[1].as_u64().unwrap()).sum();
    assert_eq!(steps, 21);
}

#[test]
fn time_ends_it_too() {
    let server = kinds::serve();
    let run = xmlrpc(&["bench", "--json", "--time", "30ms", server.url(), "every.kind.type"]);
    let modes: Vec<Json> = run.lines().iter().map(|line| line["mode"].clone()).collect();
    assert_eq!(modes, ["connected", "reconnecting"]);
    assert!(run.lines().iter().all(|line| line["seconds"].as_f64().unwrap() >= 0.03), "{run:?}");
}

#[test]
fn what_does_not_go_well_once_is_not_measured() {
    let server = kinds::serve();
    let run = xmlrpc(&["bench", server.url(), "every.kind.fail"]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), "fault 4: \"no\"\n"));
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let run = xmlrpc(&["bench", "--json", &format!("http://{free}"), "m"]);
    assert_eq!((run.code, &run.lines()[0]["error"]["kind"]), (Some(1), &json!("connect")));
    for args in [&["--calls", "0"][..], &["--connections", "0"], &["--time", "5"]] {
        let run = xmlrpc(&[&["bench", "http://127.0.0.1:1", "m"], args].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    }
}

//! The command `xmlrpc` of xmlrpc-c calls our server.
#![cfg(all(feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, missing_debug_implementations, dead_code)]
#![allow(clippy::expect_used)]

mod peers;
#[path = "../examples/validator/services.rs"]
mod services;

use std::process::Command;

use peers::table;
use xmlrpc_proxy::{Running, Server};

/// The tool, unless it is our own command of that name.
fn tool() -> Option<&'static str> {
    const TOOL: &str = "/usr/bin/xmlrpc";
    // It has no way to ask for its version, and succeeds only with an answer.
    if Command::new(TOOL).output().is_ok() {
        return Some(TOOL);
    }
    peers::skip("xmlrpc");
    None
}

fn start() -> Running {
    let server = Server::bind("127.0.0.1:0").expect("a port").user("greg", "p:w");
    services::mount(server).spawn().expect("the server starts")
}

/// What it prints, of a call that succeeds or of one that fails.
fn ask(tool: &str, running: &Running, password: &str, call: &[&str]) -> String {
    let mut command = Command::new(tool);
    command.arg(running.url()).args(call);
    command.arg("-username=greg").arg(format!("-password={password}"));
    let output = command.output().expect("the tool runs");
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn every_type_that_it_can_send() {
    let Some(tool) = tool() else { return };
    let running = start();
    let echo = |value: &str| ask(tool, &running, "p:w", &["echo", value]);
    for (sent, said) in [
        ("i/-2147483648", "Integer: -2147483648"),
        ("I/9223372036854775807", "64-bit integer: 9223372036854775807"),
        ("b/t", "Boolean: TRUE"),
        ("d/-12.5", "Floating Point: -12.5"),
        ("s/", "String: ''"),
        ("s/<&>\"' ]]> é 中", r#"'<&>"' ]]> \xc3\xa9 \xe4\xb8\xad'"#),
        ("n/", "Nil"),
    ] {
        let got = echo(sent);
        assert!(got.contains(said), "{sent}: {got}");
    }
    // It refuses to send, and to read, what is beyond the first 65,536 characters.
    assert!(echo("s/😀").contains("not in the Basic Multilingual Plane"));
    let all: String = (0..=255).map(|byte| format!("{byte:02x}")).collect();
    let got = echo(&format!("h/{all}"));
    let digits: String = got.chars().filter(char::is_ascii_hexdigit).collect();
    assert!(digits.to_lowercase().contains(&all), "{got}");
    running.stop();
}

#[test]
fn the_methods_that_it_can_call() {
    let Some(tool) = tool() else { return };
    let running = start();
    let ask = |call: &[&str]| ask(tool, &running, "p:w", call);
    let counted = ask(&["validator1.countTheEntities", "s/<<>&'\"\" ]]> é 中\n"]);
    for (name, count) in [("LeftAngleBrackets", 2), ("Apostrophes", 1), ("Quotes", 2)] {
        let at = counted.find(name).expect("the name");
        assert!(counted[at..].contains(&format!("{count}")), "{counted}");
    }
    let times = ask(&["validator1.simpleStructReturnTest", "i/-7"]);
    for product in ["-70", "-700", "-7000"] {
        assert!(times.contains(product), "{times}");
    }
    let fault = ask(&["no.such.method"]);
    assert!(fault.contains("-32601") && fault.contains("no.such.method"), "{fault}");
    let package = Command::new("dpkg-query")
        .args(["-W", "-f", "${Version}", "libxmlrpc-core-c3-dev"])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = package.unwrap_or_default();
    table::record(table::Row {
        peer: "xmlrpc-c's `xmlrpc`",
        version: version.split('-').next().unwrap_or_default(),
        direction: "it calls us",
        score: Some(2),
        special: "has no way to write arrays, structs and dates: six of the methods cannot be called; no emoji, sent or read; Basic auth",
    });
    running.stop();
}

#[test]
fn credentials_that_are_wrong() {
    let Some(tool) = tool() else { return };
    let running = start();
    let refused = ask(tool, &running, "p", &["echo", "i/1"]);
    assert!(refused.contains("401"), "{refused}");
    running.stop();
}

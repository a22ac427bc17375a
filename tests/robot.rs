//! Robot Framework's Remote library drives a server of ours: it asks for keywords and runs them.
#![cfg(all(feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, clippy::expect_used)]

mod peers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Error, Fault, Result, Server, Value, service};

type Named = BTreeMap<String, Value>;

/// What became of a keyword. What is `None` is left out.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    status: String,
    #[serde(rename = "return", skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What the Remote library calls, in its words.
#[service]
pub trait Keywords {
    #[rpc(read_only)]
    fn get_keyword_names(&self) -> Result<Vec<String>>;
    #[rpc(read_only)]
    fn get_keyword_arguments(&self, name: &str) -> Result<Vec<String>>;
    #[rpc(read_only)]
    fn get_keyword_documentation(&self, name: &str) -> Result<String>;
    fn run_keyword(&self, name: &str, args: &[Value], named: Option<Named>) -> Result<Outcome>;
}

struct Library;

const KEYWORDS: [(&str, &[&str]); 4] = [
    ("Echo", &["value"]),
    ("Join", &["*parts", "**named"]),
    ("Fails", &["error"]),
    ("Faults", &[]),
];

impl Keywords for Library {
    fn get_keyword_names(&self) -> Result<Vec<String>> {
        Ok(KEYWORDS.iter().map(|(name, _)| (*name).to_owned()).collect())
    }

    fn get_keyword_arguments(&self, name: &str) -> Result<Vec<String>> {
        let found = KEYWORDS.iter().find(|(keyword, _)| *keyword == name).ok_or_else(none)?;
        Ok(found.1.iter().map(|argument| (*argument).to_owned()).collect())
    }

    fn get_keyword_documentation(&self, name: &str) -> Result<String> {
        Ok(format!("{name}, of a library in Rust."))
    }

    fn run_keyword(&self, name: &str, args: &[Value], named: Option<Named>) -> Result<Outcome> {
        let pass = |result| Outcome { status: "PASS".into(), result: Some(result), error: None };
        match (name, args) {
            ("Echo", [value]) => Ok(pass(value.clone())),
            ("Join", parts) => {
                let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
                let named = named.unwrap_or_default();
                let separator = named.get("separator").and_then(Value::as_str).unwrap_or("");
                Ok(pass(parts.join(separator).into()))
            }
            ("Fails", [error]) => Ok(Outcome {
                status: "FAIL".into(),
                error: error.as_str().map(str::to_owned),
                ..Outcome::default()
            }),
            _ => Err(none()),
        }
    }
}

fn none() -> Error {
    Fault::new(404, "None of that name").into()
}

#[test]
fn robot_framework_runs_our_keywords() {
    let Some(mut robot) = peers::robot() else { return };
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let running = server.mount(KeywordsService::new(Library)).spawn().expect("the server starts");
    let output = robot
        .args(["--output", "NONE", "--log", "NONE", "--report", "NONE"])
        .args(["--variable", &format!("URL:{}", running.url())])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/keywords.robot"))
        .output()
        .expect("robot runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("7 tests, 7 passed, 0 failed"), "{said}");
    running.stop();

    let version = peers::robot().map(|mut robot| peers::first_line(robot.arg("--version")));
    let version = version.unwrap_or_default();
    peers::table::record(peers::table::Row {
        peer: "Robot Framework's Remote library",
        version: version.split(' ').nth(2).unwrap_or_default(),
        direction: "it calls us",
        score: None,
        special: "`run_keyword` with two parameters or three; text with control characters as base64; nothing as an empty text",
    });
}

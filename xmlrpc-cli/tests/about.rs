//! `xmlrpc list` and `xmlrpc help`: what servers tell of themselves, and what they do not.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "../../tests/peers/mod.rs"]
mod peers;

use std::path::Path;

use common::xmlrpc;
use serde_json::json;

#[test]
fn our_own_server_tells_everything() {
    let server = kinds::serve();
    let list = xmlrpc(&["list", server.url()]).good();
    assert!(list.lines().any(|line| line == "every.kind.anInt"), "{list}");
    assert!(list.lines().any(|line| line == "system.multicall"), "{list}");
    let run = xmlrpc(&["list", "--json", server.url()]);
    assert_eq!(run.lines()[0]["methods"].as_array().map(Vec::len), Some(list.lines().count()));

    let help = xmlrpc(&["help", server.url(), "every.kind.maybe"]).good();
    let forms = "every.kind.maybe(string, int, string) -> int\n\
                 every.kind.maybe(string, int) -> int\n\
                 every.kind.maybe(string) -> int\n";
    assert_eq!(help, format!("{forms}\n(the server has no help for it)\n"));
    let help = xmlrpc(&["help", server.url(), "every.kind.type"]).good();
    assert_eq!(help, "every.kind.type() -> string\n\nA word of the language.\n");
    let run = xmlrpc(&["help", "--json", server.url(), "every.kind.type"]);
    assert_eq!(
        run.lines(),
        [json!({
            "method": "every.kind.type", "signatures": [["string"]], "help": "A word of the language."
        })]
    );
}

#[test]
fn a_method_of_which_nothing_is_told_is_1() {
    let server = kinds::serve();
    let run = xmlrpc(&["help", server.url(), "no.such"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("the server has no method no.such"), "{}", run.err);
    assert_eq!(run.out, "");
    let run = xmlrpc(&["help", "--json", server.url(), "no.such"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.lines(), [json!({ "method": "no.such", "signatures": null, "help": null })]);
}

#[test]
fn a_server_that_tells_half_is_asked_for_that() {
    let Some(mut python) = peers::command("python3") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odd.py");
    let odd = peers::Server::start(python.arg(script));
    let help = |method| xmlrpc(&["help", &odd.url, method]).good();
    assert_eq!(help("flat"), "flat(string) -> int\n\nOne form that is not in a list.\n");
    assert!(help("text").starts_with("text(...)\n(the server tells no types: \"no idea\")\n\nNo"));
    assert!(help("empty").starts_with("empty(...)\n(the server tells no types)\n\nNo form."));
    // What a terminal would obey is shown.
    assert!(help("controls").contains("\\u{7f}"), "{}", help("controls"));
}

#[test]
fn a_server_that_lists_nothing_is_3() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let fault = common::FAULT;
    let thread = common::answering(listener, "200 OK", fault);
    let run = xmlrpc(&["list", "--json", &url]);
    thread.join().unwrap();
    assert_eq!(run.code, Some(3));
    assert_eq!(run.lines(), [json!({"fault": {"code": 4, "string": "Too many parameters."}})]);
}

#[test]
fn what_cannot_be_asked_is_2() {
    for args in [
        &["list"][..],
        &["list", "nowhere"],
        &["help", "http://127.0.0.1:1"],
        &["help", "http://127.0.0.1:1", "m\u{1}"],
        &["generate"],
        &["generate", "--only", "both", "http://127.0.0.1:1"],
    ] {
        let run = xmlrpc(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    }
}

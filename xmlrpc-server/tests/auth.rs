//! Who has to show credentials, and what they open.

mod common;

use common::{Wire, assert_alive, call, post, post_with, start};
use xmlrpc_core::ErrorKind;
use xmlrpc_server::Server;

/// `greg:secret`
const GREG: &str = "Authorization: Basic Z3JlZzpzZWNyZXQ=\r\nContent-Type: text/xml";

fn echo() -> String {
    call("echo", &["x"])
}

#[test]
fn without_credentials_nothing_is_told_but_what_to_send() {
    let (running, _) = start(|server| server.user("greg", "secret").token("t0ken"));
    for request in [
        post(echo()),
        post_with("Authorization: Basic Z3JlZzp3cm9uZw==\r\nContent-Type: text/xml", echo()),
        post_with("Authorization: Bearer t0ke\r\nContent-Type: text/xml", echo()),
        b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec(),
    ] {
        let answer = Wire::to(running.addr()).ask(request);
        assert_eq!(answer.status, 401);
        let challenge = answer.header("www-authenticate").unwrap();
        assert!(challenge.contains("Basic realm=") && challenge.contains("Bearer realm="));
    }
}

#[test]
fn the_answer_asks_for_what_the_server_knows() {
    let asks = |set: fn(Server) -> Server| {
        let (running, _) = start(set);
        Wire::to(running.addr()).ask(post(echo())).text().to_owned()
    };
    assert_eq!(
        asks(|server| server.token("t0ken")),
        "Send `Authorization: Bearer` with a token that this server knows.\n"
    );
    let basic = "Send `Authorization: Basic` with a name and a password that this server knows";
    assert_eq!(asks(|server| server.user("ann", "")), format!("{basic}.\n"));
    assert_eq!(
        asks(|server| server.user("ann", "").token("t0ken")),
        format!("{basic}, or `Authorization: Bearer` with a token.\n")
    );
}

#[test]
fn with_credentials_calls_are_answered() {
    let (running, _) = start(|server| server.user("greg", "secret").user("ann", "").token("t0ken"));
    let mut wire = Wire::to(running.addr());
    for lines in [
        GREG,
        "Authorization: basic YW5uOg==\r\nContent-Type: text/xml",
        "Authorization: Bearer t0ken\r\nContent-Type: text/xml",
    ] {
        assert_eq!(wire.ask(post_with(lines, echo())).result::<String>().unwrap(), "x");
    }
}

#[test]
fn a_page_is_refused_whatever_credentials_the_browser_sends() {
    let (running, _) = start(|server| server.user("greg", "secret"));
    let request = post_with(&format!("{GREG}\r\nOrigin: https://evil.example"), echo());
    assert_eq!(Wire::to(running.addr()).ask(request).status, 403);
}

#[test]
fn credentials_are_worth_a_public_address_if_nobody_can_read_them() {
    let server = || Server::bind("0.0.0.0:0").unwrap().mount(common::Echo::default());
    let error = server().user("greg", "secret").spawn().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains("plaintext()"), "{error}");
    assert!(server().public().token("t").spawn().is_err());
    let running = server().user("greg", "secret").plaintext().spawn().unwrap();
    let addr = ([127, 0, 0, 1], running.addr().port()).into();
    assert_eq!(Wire::to(addr).ask(post_with(GREG, echo())).status, 200);
}

#[test]
fn credentials_that_nobody_could_show_are_refused() {
    let server = || Server::bind("127.0.0.1:0").unwrap();
    for server in [server().user("a:b", "c"), server().token(""), server().token("a b")] {
        assert_eq!(server.spawn().unwrap_err().kind(), ErrorKind::Endpoint);
    }
    assert!(Server::unbound().token("").into_service().is_err());
}

#[test]
fn a_server_that_asks_for_nothing_minds_no_credentials() {
    let (running, _) = start(|server| server);
    let request = post_with("Authorization: Basic ???\r\nContent-Type: text/xml", echo());
    assert_eq!(Wire::to(running.addr()).ask(request).status, 200);
    assert_alive(&running);
}

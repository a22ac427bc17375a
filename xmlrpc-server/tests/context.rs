//! What a method can ask about its request.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Echo, Wire, call, post, post_with, start};
use xmlrpc_core::Context;
use xmlrpc_server::Server;

type Asked = (String, String, String, bool);

fn asked(answer: &common::Answer) -> [String; 3] {
    let (peer, user, case, _): Asked = answer.result().unwrap();
    [peer, user, case]
}

#[test]
fn a_method_sees_peer_user_headers_and_deadline() {
    for inline in [false, true] {
        let server = Server::bind("127.0.0.1:0").unwrap().user("greg", "secret").token("t0ken");
        let running = server.mount(Echo { inline, ..Echo::default() }).spawn().unwrap();
        let mut wire = Wire::to(running.addr());
        let lines = "Authorization: Basic Z3JlZzpzZWNyZXQ=\r\nContent-Type: text/xml\r\nx-CASE: 7\r\n\
                     Xmlrpc-Timeout-Ms: 60000";
        let answer = wire.ask(post_with(lines, call("asked", &[])));
        let whole: Asked = answer.result().unwrap();
        assert_eq!(whole, ("127.0.0.1".into(), "greg".into(), "7".into(), true));
        // The next request on the connection has nothing of the one before.
        let lines = "Authorization: Bearer t0ken\r\nContent-Type: text/xml";
        let whole: Asked = wire.ask(post_with(lines, call("asked", &[]))).result().unwrap();
        assert_eq!(whole, ("127.0.0.1".into(), "-".into(), "-".into(), false));
    }
    assert!(Context::current().is_none());
}

#[test]
fn only_a_trusted_proxy_tells_whose_call_it_passes_on() {
    let told = "Content-Type: text/xml\r\nX-Forwarded-For: 203.0.113.9, 192.0.2.1";
    let peer = |set: fn(Server) -> Server| {
        let (running, _) = start(set);
        asked(&Wire::to(running.addr()).ask(post_with(told, call("asked", &[]))))[0].clone()
    };
    assert_eq!(peer(|server| server), "127.0.0.1");
    assert_eq!(peer(|server| server.trusted_proxies(["10.0.0.0/8"])), "127.0.0.1");
    assert_eq!(peer(|server| server.trusted_proxies(["127.0.0.0/8"])), "192.0.2.1");
    let trusting = |server: Server| server.trusted_proxies(["127.0.0.1"]);
    assert_eq!(peer(|server| server.trusted_proxies(["127.0.0.1", "192.0.2.1"])), "203.0.113.9");
    let (running, _) = start(|server| trusting(server).proxies_write_forwarded());
    let answer = Wire::to(running.addr()).ask(post_with(told, call("asked", &[])));
    assert_eq!(asked(&answer)[0], "127.0.0.1");
}

#[test]
fn a_trusted_proxy_that_is_no_address_is_refused() {
    let server = Server::bind("127.0.0.1:0").unwrap().trusted_proxies(["haproxy.example"]);
    let error = server.spawn().unwrap_err().to_string();
    assert!(error.contains("\"haproxy.example\""), "{error}");
}

#[cfg(unix)]
#[test]
fn over_a_unix_socket_there_is_no_address_but_a_trusted_proxy_tells_one() {
    use std::{
        io::{Read as _, Write as _},
        os::unix::net::UnixStream,
    };

    let path = std::env::temp_dir().join(format!("xmlrpc-context-{}.sock", std::process::id()));
    let ask = |server: Server| {
        let running = server.mount(Echo::default()).spawn().unwrap();
        let mut stream = UnixStream::connect(&path).unwrap();
        let lines = "Content-Type: text/xml\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.1";
        stream.write_all(&post_with(lines, call("asked", &[]))).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        running.stop();
        answer
    };
    let answer = ask(Server::bind_unix(&path).unwrap());
    assert!(answer.contains("<value><string>-</string></value>"), "{answer}");
    let answer = ask(Server::bind_unix(&path).unwrap().trusted_proxies(["unix"]));
    assert!(answer.contains("<value><string>192.0.2.1</string></value>"), "{answer}");
}

#[test]
fn calls_in_one_request_see_the_same() {
    let (running, _) = start(|server| server);
    let calls = "<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>\
        <value><struct><member><name>methodName</name><value>asked</value></member><member><name>params</name>\
        <value><array><data/></array></value></member></struct></value></data></array></value></param></params>\
        </methodCall>";
    let answer = Wire::to(running.addr()).ask(post(calls));
    let all: Vec<(Asked,)> = answer.result().unwrap();
    assert_eq!(all[0].0.0, "127.0.0.1");
}

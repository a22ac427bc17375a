//! Calls that succeed, over real sockets.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{thread, time::Duration};

use support::{ANSWER, CALL, FAULT, Peer, Sends as _, answer, call, ok};
use xmlrpc_client::{Config, Endpoint, Http};
use xmlrpc_core::{Request, Resolve, Target, Transport};

#[test]
fn the_request_is_a_plain_post_of_known_length() {
    let peer = Peer::answering(ok());
    call(&peer.http()).unwrap();
    let request = peer.request();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let mut lines: Vec<String> = head.lines().map(str::to_ascii_lowercase).collect();
    assert_eq!(lines.remove(0), "post /rpc2 http/1.1");
    lines.sort();
    assert_eq!(
        lines,
        [
            format!("content-length: {}", CALL.len()),
            "content-type: text/xml".to_owned(),
            format!("host: {}", peer.address),
            format!("user-agent: xmlrpc-proxy/{}", env!("CARGO_PKG_VERSION")),
        ]
    );
    assert_eq!(body.as_bytes(), CALL);
}

#[test]
fn path_and_query_go_out_as_written() {
    let peer = Peer::answering(ok());
    let url = format!("http://{}/a%20b/?x=1&y=%2F", peer.address);
    xmlrpc_client::connect(&url).unwrap().send(&Request::new("hello", CALL)).unwrap();
    assert!(peer.request().starts_with("POST /a%20b/?x=1&y=%2F HTTP/1.1\r\n"));
}

#[test]
fn credentials_of_the_url_become_basic_authentication() {
    let peer = Peer::answering(ok());
    let url = format!("http://ada:p%40ss@{}", peer.address);
    let http = Http::new(&Config::new(&url).unwrap()).unwrap();
    call(&http).unwrap();
    let request = peer.request();
    // "ada:p@ss"
    assert!(
        request.to_ascii_lowercase().contains("\r\nauthorization: basic ywrhonbac3m=\r\n"),
        "{request}"
    );
    assert!(request.contains("YWRhOnBAc3M="), "{request}");
    assert!(!request.contains("ada"), "{request}");
}

#[test]
fn the_body_comes_back_whole() {
    let response = call(&Peer::answering(ok()).http()).unwrap();
    assert_eq!(response.body, ANSWER.as_bytes());
    assert_eq!(response.charset, None);
}

#[test]
fn the_charset_is_passed_on() {
    let peer =
        Peer::answering(answer("200 OK", "Content-Type: text/xml; charset=ISO-8859-1\r\n", ANSWER));
    assert_eq!(call(&peer.http()).unwrap().charset.as_deref(), Some("ISO-8859-1"));
}

#[test]
fn the_content_type_of_an_answer_does_not_matter() {
    for header in ["", "Content-Type: text/html\r\n", "Content-Type: application/octet-stream\r\n"]
    {
        let peer = Peer::answering(answer("200 OK", header, ANSWER));
        assert_eq!(call(&peer.http()).unwrap().body, ANSWER.as_bytes(), "{header}");
    }
}

#[test]
fn a_chunked_answer_is_put_together() {
    let peer = Peer::answering(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<meth\r\n4\r\nodRe\r\n0\r\n\r\n",
    );
    let http = peer.http();
    assert_eq!(call(&http).unwrap().body, b"<methodRe");
    assert_eq!(call(&http).unwrap().body, b"<methodRe");
    assert_eq!(peer.connections(), 1);
}

#[test]
fn an_answer_without_a_length_ends_with_its_connection() {
    let peer = Peer::closing(format!("HTTP/1.0 200 OK\r\n\r\n{ANSWER}"));
    let http = peer.http();
    assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
    assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
    assert_eq!(peer.connections(), 2);
}

#[test]
fn one_connection_serves_many_calls() {
    let peer = Peer::answering(ok());
    let http = peer.http();
    for _ in 0..20 {
        call(&http).unwrap();
    }
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_method_with_its_own_timeout_shares_the_connection() {
    let peer = Peer::answering(ok());
    let http = peer.http();
    call(&http).unwrap();
    let mut request = Request::new("hello", CALL);
    request.timeout = Some(Duration::from_secs(7));
    http.send(&request).unwrap();
    call(&http).unwrap();
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_timeout_beyond_all_time_is_no_panic() {
    let peer = Peer::answering(ok());
    let mut request = Request::new("hello", CALL);
    request.timeout = Some(Duration::MAX);
    peer.http().send(&request).unwrap();
}

#[test]
fn a_failed_status_leaves_the_connection_usable() {
    let peer = Peer::answering(answer("500 Internal Server Error", "", "<html>sorry</html>"));
    let http = peer.http();
    call(&http).unwrap_err();
    call(&http).unwrap_err();
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_fault_under_another_status_is_handed_up() {
    for status in ["500 Internal Server Error", "400 Bad Request", "202 Accepted"] {
        let peer = Peer::answering(answer(status, "", FAULT));
        assert_eq!(call(&peer.http()).unwrap().body, FAULT.as_bytes(), "{status}");
    }
}

#[test]
fn a_result_under_a_failed_status_is_none() {
    for (status, failed) in
        [("401 Unauthorized", true), ("500 Oops", true), ("202 Accepted", false)]
    {
        let answered = call(&Peer::answering(answer(status, "", ANSWER)).http());
        assert_eq!(answered.is_err(), failed, "{status}");
        if let Err(error) = answered {
            assert_eq!(error.status().map(|it| it.to_string()), status.get(..3).map(str::to_owned));
            assert!(error.body().is_some_and(|body| body.contains("methodResponse")), "{error}");
        }
    }
}

#[test]
fn eight_threads_share_one_transport() {
    let peer = Peer::answering(ok());
    let http = peer.http();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
                }
            });
        }
    });
    assert!(peer.connections() <= 8, "{}", peer.connections());
}

#[test]
fn a_body_of_exactly_the_limit_is_read() {
    let peer = Peer::answering(ok());
    let http = Http::new(&peer.config().max_response(ANSWER.len())).unwrap();
    call(&http).unwrap();
    call(&http).unwrap();
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_name_is_looked_up() {
    let peer = Peer::answering(ok());
    let url = format!("http://localhost:{}", peer.address.port());
    call(&Http::new(&Config::new(&url).unwrap()).unwrap()).unwrap();
}

#[test]
fn configurations_and_endpoints_resolve_to_transports() {
    let peer = Peer::answering(ok());
    let endpoint: Endpoint = peer.url().parse().unwrap();
    for target in [peer.config().resolve(None), endpoint.resolve(None)] {
        let Ok(Target::Remote(remote)) = target else { panic!("{target:?}") };
        assert_eq!(remote.describe(), peer.url());
        call(&remote).unwrap();
    }
    assert!(matches!(Config::default().resolve(None), Ok(Target::Local)));
    assert!(matches!(Endpoint::local().resolve(None), Ok(Target::Local)));
}

#[test]
fn connect_fits_the_function_type_of_core() {
    let connect: xmlrpc_core::ConnectFn = xmlrpc_client::connect;
    let peer = Peer::answering(ok());
    let Ok(Target::Remote(remote)) = peer.url().resolve(Some(connect)) else { panic!() };
    call(&remote).unwrap();
    assert!(connect("local").is_err());
}

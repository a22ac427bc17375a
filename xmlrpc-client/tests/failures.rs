//! Calls that fail, over real sockets: each kind of failure is told apart, and named in plain words.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    net::TcpListener,
    thread,
    time::{Duration, Instant},
};

use support::{ANSWER, CALL, Peer, Sends as _, answer, call, ok};
use xmlrpc_client::{Config, Http};
use xmlrpc_core::{Error, ErrorKind, Request};

/// The error's text, checked for kind and endpoint.
fn told(error: &Error, kind: ErrorKind, endpoint: &str) -> String {
    assert_eq!(error.kind(), kind, "{error}");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{endpoint}: ")), "{text}");
    text
}

fn failure(peer: &Peer, kind: ErrorKind) -> String {
    told(&call(&peer.http()).unwrap_err(), kind, &peer.url())
}

fn short() -> Duration {
    Duration::from_millis(200)
}

#[test]
fn a_name_that_does_not_resolve() {
    // Longer than a label of a name may be: refused without asking any server.
    let url = format!("http://{}.invalid/RPC2", "x".repeat(64));
    let error = call(&Http::new(&Config::new(&url).unwrap()).unwrap()).unwrap_err();
    let text = told(&error, ErrorKind::Resolve, &url);
    assert!(text.contains("could not be resolved"), "{text}");
}

#[test]
fn a_port_where_nothing_listens() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{address}/RPC2");
    let error = call(&Http::new(&Config::new(&url).unwrap()).unwrap()).unwrap_err();
    let text = told(&error, ErrorKind::Connect, &url);
    assert!(text.contains("connection refused"), "{text}");
}

#[test]
fn the_message_has_no_credentials() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let config = Config::new(&format!("http://ada:s3cret@{address}")).unwrap();
    let error = call(&Http::new(&config).unwrap()).unwrap_err();
    told(&error, ErrorKind::Connect, &format!("http://{address}/RPC2"));
    assert!(!format!("{error} {error:?}").contains("s3cret"));
}

/// Linux leaves a connection unanswered where the queue of the listener is full.
#[cfg(target_os = "linux")]
#[test]
fn a_host_that_does_not_answer_ends_with_the_timeout_to_connect() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut queue = Vec::new();
    while let Ok(stream) = std::net::TcpStream::connect_timeout(&address, short()) {
        queue.push(stream);
        assert!(queue.len() < 20_000, "the queue of a listener never fills here");
    }
    let url = format!("http://{address}/RPC2");
    let config = Config::new(&url).unwrap();

    let started = Instant::now();
    let http = Http::new(&config.clone().connect_timeout(short())).unwrap();
    let text = told(&call(&http).unwrap_err(), ErrorKind::Timeout, &url);
    assert!(text.contains("no connection within 200ms (time-out to connect)"), "{text}");

    let http = Http::new(&config.timeout(short())).unwrap();
    let text = told(&call(&http).unwrap_err(), ErrorKind::Timeout, &url);
    assert!(text.contains("within 200ms (time-out of the whole call)"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(4));
}

#[test]
fn a_server_that_never_answers_ends_with_the_timeout_of_the_call() {
    let peer = Peer::answering("");
    let http = Http::new(&peer.config().timeout(short())).unwrap();
    let started = Instant::now();
    let text = told(&call(&http).unwrap_err(), ErrorKind::Timeout, &peer.url());
    assert!(text.contains("no answer within 200ms (time-out of the whole call)"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(4));
}

#[test]
fn a_method_has_its_own_timeout() {
    let peer = Peer::answering("");
    let mut request = Request::new("hello", CALL);
    request.timeout = Some(short());
    let text = told(&peer.http().send(&request).unwrap_err(), ErrorKind::Timeout, &peer.url());
    assert!(text.contains("within 200ms"), "{text}");
}

#[test]
fn a_timeout_of_zero_sends_nothing() {
    let peer = Peer::answering(ok());
    let mut request = Request::new("hello", CALL);
    request.timeout = Some(Duration::ZERO);
    let text = told(&peer.http().send(&request).unwrap_err(), ErrorKind::Timeout, &peer.url());
    assert!(text.contains("nothing was sent"), "{text}");
    assert_eq!(peer.connections(), 0);
}

#[test]
fn a_body_that_trickles_ends_with_the_timeout_of_the_call() {
    let peer = Peer::new(|_, connection| {
        connection.request();
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
        for _ in 0..200 {
            connection.send(b"x");
            thread::sleep(Duration::from_millis(20));
        }
    });
    let http = Http::new(&peer.config().timeout(short())).unwrap();
    let started = Instant::now();
    told(&call(&http).unwrap_err(), ErrorKind::Timeout, &peer.url());
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_status_other_than_200_comes_with_the_start_of_the_body() {
    let peer = Peer::answering(answer("503 Service Unavailable", "", "<html>busy</html>"));
    let error = call(&peer.http()).unwrap_err();
    assert_eq!(error.status(), Some(503));
    assert_eq!(error.body(), Some("<html>busy</html>"));
    let text = told(&error, ErrorKind::Status, &peer.url());
    assert!(
        text.contains("HTTP status 503 Service Unavailable; the body begins \"<html>busy"),
        "{text}"
    );
}

#[test]
fn the_commonest_statuses_say_what_to_do() {
    let text = failure(&Peer::answering(answer("404 Not Found", "", "")), ErrorKind::Status);
    assert!(text.contains("404 Not Found: the server has nothing at this path"), "{text}");

    let peer = Peer::answering(answer("401 Unauthorized", "WWW-Authenticate: Basic\r\n", ""));
    let text = failure(&peer, ErrorKind::Status);
    assert!(text.contains("wants a user and a password"), "{text}");
    let config = Config::new(&format!("http://ada:s3cret@{}", peer.address)).unwrap();
    let error = call(&Http::new(&config).unwrap()).unwrap_err();
    assert!(error.to_string().contains("does not accept this user"), "{error}");

    let peer = Peer::answering(answer("401 Unauthorized", "WWW-Authenticate: Bearer\r\n", ""));
    let text = failure(&peer, ErrorKind::Status);
    assert!(text.contains("wants a token (`Auth::bearer`"), "{text}");
}

#[test]
fn a_success_without_an_answer_is_a_failure() {
    let peer = Peer::answering("HTTP/1.1 204 No Content\r\n\r\n");
    assert!(failure(&peer, ErrorKind::Status).contains("204 No Content"));
}

#[test]
fn redirects_are_not_followed() {
    let elsewhere = Peer::answering(ok());
    let location = format!("Location: {}\r\n", elsewhere.url());
    for status in ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect"]
    {
        for body in ["", ANSWER] {
            let peer = Peer::answering(answer(status, &location, body));
            let error = call(&peer.http()).unwrap_err();
            let text = told(&error, ErrorKind::Status, &peer.url());
            assert!(text.contains("redirects are not followed"), "{text}");
            assert!(text.contains(&elsewhere.url()), "{text}");
        }
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn a_compressed_answer_that_nobody_asked_for() {
    let peer = Peer::answering(answer("200 OK", "Content-Encoding: gzip\r\n", "\x1f..."));
    let text = failure(&peer, ErrorKind::Transport);
    assert!(text.contains("compressed (\"gzip\")"), "{text}");
    let peer = Peer::answering(answer("200 OK", "Content-Encoding: identity\r\n", ANSWER));
    call(&peer.http()).unwrap();
}

#[test]
fn a_body_cut_short() {
    let peer = Peer::closing("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<methodResponse>");
    let text = failure(&peer, ErrorKind::Transport);
    assert!(text.contains("the body ended after 16 of 1000 bytes"), "{text}");
}

#[test]
fn an_answer_cut_at_each_byte() {
    let good = ok();
    let head = good.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    let (bytes, length) = (good.clone(), good.len());
    let peer = Peer::new(move |number, connection| {
        connection.request();
        connection.send(&bytes[..number]);
    });
    let http = peer.http();
    for cut in 0..length {
        let kind = if cut < head { ErrorKind::Connect } else { ErrorKind::Transport };
        told(&call(&http).unwrap_err(), kind, &peer.url());
    }
    assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
}

#[test]
fn a_chunked_body_cut_short() {
    for body in ["5\r\n<meth\r\n", "5\r\n<me", ""] {
        let peer =
            Peer::closing(format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{body}"));
        let text = failure(&peer, ErrorKind::Transport);
        assert!(text.contains("the body ended after"), "{text}");
    }
}

#[test]
fn chunks_that_are_none() {
    let peer =
        Peer::closing("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<meth\r\n");
    failure(&peer, ErrorKind::Transport);
}

#[test]
fn an_answer_that_is_no_http() {
    for bytes in ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "<methodResponse/>\r\n\r\n"] {
        let text = failure(&Peer::closing(bytes), ErrorKind::Transport);
        assert!(text.contains("not HTTP"), "{text}");
    }
}

#[test]
fn a_connection_closed_before_the_answer() {
    for bytes in ["", "HTTP/1.1 200 OK\r\nConte"] {
        let text = failure(&Peer::closing(bytes), ErrorKind::Connect);
        assert!(text.contains("closed the connection before it answered"), "{text}");
        assert!(text.contains("the call may have run"), "{text}");
    }
}

#[test]
fn an_announced_length_over_the_limit_is_refused_unread() {
    let peer = Peer::answering("HTTP/1.1 200 OK\r\nContent-Length: 16777217\r\n\r\n");
    let text = failure(&peer, ErrorKind::Limit);
    assert!(text.contains("16777217 bytes, more than the 16777216 bytes allowed"), "{text}");
}

#[test]
fn endless_bodies_end_at_the_limit() {
    for head in ["Transfer-Encoding: chunked\r\n", ""] {
        let chunked = !head.is_empty();
        let peer = Peer::new(move |_, connection| {
            connection.request();
            connection.send(format!("HTTP/1.1 200 OK\r\n{head}\r\n").as_bytes());
            let bytes = "x".repeat(1000);
            // More than buffers between the two ends hold: a client that reads on would read it all.
            for _ in 0..50_000 {
                if chunked {
                    connection.send(b"3e8\r\n");
                }
                connection.send(bytes.as_bytes());
                if chunked {
                    connection.send(b"\r\n");
                }
            }
        });
        let http = Http::new(&peer.config().max_response(5000)).unwrap();
        let text = told(&call(&http).unwrap_err(), ErrorKind::Limit, &peer.url());
        assert!(text.contains("more than the 5000 bytes allowed"), "{text}");
    }
}

#[test]
fn an_endless_head_ends_at_its_limit() {
    let peer = Peer::new(|_, connection| {
        connection.request();
        connection.send(b"HTTP/1.1 200 OK\r\n");
        for number in 0..10_000 {
            connection.send(format!("X-{number}: {}\r\n", "x".repeat(100)).as_bytes());
        }
    });
    let error = call(&peer.http()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit | ErrorKind::Transport), "{error}");
}

#[test]
fn a_call_over_the_limit_is_not_sent() {
    let peer = Peer::answering(ok());
    let http = Http::new(&peer.config().max_request(10)).unwrap();
    let text = told(&call(&http).unwrap_err(), ErrorKind::Limit, &peer.url());
    assert!(text.contains("more than the 10 bytes allowed; nothing was sent"), "{text}");
    assert_eq!(peer.connections(), 0);
}

#[test]
fn a_good_call_follows_each_bad_one() {
    let bad: [&[u8]; 4] = [
        b"",
        b"SSH-2.0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
        b"HTTP/1.1 500 X\r\n\r\n",
    ];
    let peer = Peer::new(move |number, connection| {
        connection.request();
        match bad.get(number) {
            Some(bytes) => connection.send(bytes),
            None => connection.send(&ok()),
        }
    });
    let http = peer.http();
    for _ in bad {
        call(&http).unwrap_err();
    }
    assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
}

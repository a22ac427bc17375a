//! Connections that the server closed: what is sent again, and what never is.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    io::Read,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
    time::Duration,
};

use support::{ANSWER, CALL, Peer, Sends as _, call, ok};
use xmlrpc_client::Http;
use xmlrpc_core::{ErrorKind, Request};

#[test]
fn a_connection_closed_while_idle_is_replaced() {
    let (closed, wait) = channel();
    let peer = Peer::new(move |_, connection| {
        connection.request();
        connection.send(&ok());
        connection.stream.shutdown(std::net::Shutdown::Both).unwrap();
        closed.send(()).unwrap();
    });
    let http = peer.http();
    for number in 1..=3 {
        assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
        wait.recv().unwrap();
        assert_eq!(peer.connections(), number);
    }
}

#[test]
fn a_server_that_says_close_is_taken_at_its_word() {
    let bytes = support::answer("200 OK", "Connection: close\r\n", ANSWER);
    let peer = Peer::answering(bytes);
    let http = peer.http();
    call(&http).unwrap();
    call(&http).unwrap();
    assert_eq!(peer.connections(), 2);
}

#[test]
fn a_call_whose_connection_closes_under_it_is_not_sent_again() {
    let ran = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&ran);
    let peer = Peer::new(move |_, connection| {
        connection.request();
        connection.send(&ok());
        // The second call arrives whole, and then the server dies.
        connection.request();
        count.fetch_add(1, Ordering::SeqCst);
    });
    let http = peer.http();
    call(&http).unwrap();
    let error = call(&http).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connect);
    assert!(error.to_string().contains("the call may have run"), "{error}");
    assert_eq!((ran.load(Ordering::SeqCst), peer.connections()), (1, 1));
    call(&http).unwrap();
}

#[test]
fn an_answer_nobody_asked_for_ends_its_connection() {
    let (sent, wait) = channel();
    let peer = Peer::new(move |_, connection| {
        connection.request();
        connection.send(&ok());
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<evil>");
        sent.send(()).unwrap();
        let _ = connection.stream.read(&mut [0]);
    });
    let http = peer.http();
    for _ in 0..2 {
        assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
        wait.recv().unwrap();
    }
    assert_eq!(peer.connections(), 2);
}

/// Answers the first call of each connection, reads a further one and closes without a word, except on connection `good`.
fn dying_until(good: usize) -> Peer {
    Peer::new(move |number, connection| {
        connection.request();
        connection.send(&ok());
        while connection.request().is_some() {
            if number < good {
                return;
            }
            connection.send(&ok());
        }
    })
}

fn repeatable() -> Request<'static> {
    let mut request = Request::new("hello", CALL);
    request.idempotent = true;
    request
}

#[test]
fn a_call_that_may_run_twice_is_sent_again() {
    let peer = dying_until(1);
    let http = peer.http();
    call(&http).unwrap();
    http.send(&repeatable()).unwrap();
    assert_eq!(peer.connections(), 2);
}

#[test]
fn a_call_whose_answer_had_begun_is_not_sent_again() {
    let peer = Peer::new(|_, connection| {
        connection.request();
        connection.send(&ok());
        connection.request();
        connection.send(b"H");
    });
    let http = peer.http();
    call(&http).unwrap();
    let error = http.send(&repeatable()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connect);
    assert!(!error.is_unsent());
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_new_connection_that_closes_is_not_tried_again() {
    let peer = Peer::closing("");
    let error = peer.http().send(&repeatable()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connect);
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_call_that_is_sent_again_has_the_time_of_one() {
    let peer = Peer::new(|number, connection| {
        connection.request();
        if number == 0 {
            connection.send(&ok());
            connection.request();
        } else {
            while connection.request().is_some() {}
        }
    });
    let http = Http::new(&peer.config().timeout(Duration::from_millis(300))).unwrap();
    call(&http).unwrap();
    let error = http.send(&repeatable()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.to_string().contains("within 300ms"), "{error}");
    assert_eq!(peer.connections(), 2);
}

#[test]
fn a_thousand_calls_survive_a_server_that_keeps_closing() {
    let peer = Peer::closing(ok());
    let http = peer.http();
    for _ in 0..1000 {
        http.send(&repeatable()).unwrap();
    }
}

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
};

use support::{ANSWER, Peer, call, ok};
use xmlrpc_core::ErrorKind;

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

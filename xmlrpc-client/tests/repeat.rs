//! Calls that are made again, against a real peer.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::time::Duration;

use support::{ANSWER, CALL, FAULT, Peer, Sends as _, answer, call, ok};
use xmlrpc_client::Retry;
use xmlrpc_core::{ErrorKind, Request};

fn idempotent() -> Request<'static> {
    let mut request = Request::new("hello", CALL);
    request.idempotent = true;
    request
}

fn quick() -> Retry {
    Retry::attempts(3).first(Duration::from_millis(1)).longest(Duration::from_millis(1))
}

/// Answers the first request of each of the first two connections with this and closes, and then well.
fn twice(bytes: Vec<u8>) -> Peer {
    Peer::new(move |number, connection| {
        if connection.request().is_some() {
            connection.send(if number < 2 { &bytes } else { b"" });
        }
        if number >= 2 {
            connection.send(&ok());
        }
    })
}

#[test]
fn an_idempotent_call_goes_out_again_after_a_lost_connection_and_after_a_status() {
    let busy = answer("503 Service Unavailable", "Connection: close\r\n", "busy");
    for bytes in [Vec::new(), busy] {
        let peer = twice(bytes);
        let remote = peer.config().retry(quick()).connect().unwrap();
        assert_eq!(remote.send(&idempotent()).unwrap().body, ANSWER.as_bytes());
        assert_eq!(peer.connections(), 3);
    }
}

#[test]
fn any_other_call_does_not_and_without_retries_none_does() {
    let peer = twice(Vec::new());
    let error = call(&peer.config().retry(quick()).connect().unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connect);
    assert_eq!(peer.connections(), 1);
    assert!(peer.config().connect().unwrap().send(&idempotent()).is_err());
    assert_eq!(peer.connections(), 2);
}

#[test]
fn a_fault_is_an_answer() {
    let peer = Peer::answering(answer("503 Service Unavailable", "", FAULT));
    let remote = peer.config().retry(quick()).connect().unwrap();
    assert_eq!(remote.send(&idempotent()).unwrap().body, FAULT.as_bytes());
    assert_eq!(peer.requests.try_iter().count(), 1);
}

#[test]
fn the_error_tells_the_attempts_and_how_long_the_server_wants_to_be_left_alone() {
    let peer = Peer::answering(answer("503 Service Unavailable", "Retry-After: 7\r\n", "busy"));
    let error = peer.config().retry(quick()).connect().unwrap().send(&idempotent()).unwrap_err();
    assert!(error.to_string().contains("503 Service Unavailable; 3 attempts"), "{error}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
    assert_eq!(peer.requests.try_iter().count(), 3);
}

#[test]
fn all_attempts_have_the_time_of_one_call() {
    let peer = Peer::closing(Vec::new());
    let retry = Retry::attempts(u32::MAX).first(Duration::from_millis(20)).reserve(u32::MAX);
    let remote = peer.config().retry(retry).timeout(Duration::from_millis(300)).connect().unwrap();
    // Without the bound it would not end.
    assert!(remote.send(&idempotent()).unwrap_err().to_string().contains("attempts"));
}

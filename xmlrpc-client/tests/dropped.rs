//! Calls that are awaited and given up before their answer is whole.
#![cfg(feature = "async")]
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{future::poll_fn, io::Read as _, pin::pin, sync::mpsc::channel, time::Duration};

use support::{ANSWER, CALL, Peer, ok, wait};
use xmlrpc_client::Scgi;
use xmlrpc_core::{Request, Transport};

/// Begins a call and drops it after a while.
async fn give_up(transport: &impl Transport) {
    let mut call = pin!(transport.call_async(Request::new("hello", CALL)));
    let mut time = pin!(tokio::time::sleep(Duration::from_millis(100)));
    poll_fn(|cx| {
        assert!(call.as_mut().poll(cx).is_pending(), "it has no answer");
        time.as_mut().poll(cx)
    })
    .await;
}

/// The first connection is sent this and then nothing; the peer tells when it is closed.
fn given_up_after(begun: &'static [u8]) {
    let (tell, told) = channel();
    let peer = Peer::new(move |number, connection| {
        while connection.request().is_some() {
            connection.send(if number == 0 { begun } else { &[] });
            if number > 0 {
                connection.send(&ok());
            }
        }
        tell.send(number).unwrap();
    });
    let http = peer.http();
    wait(async {
        give_up(&http).await;
        let answer = http.call_async(Request::new("hello", CALL)).await.unwrap();
        assert_eq!(answer.body, ANSWER.as_bytes());
    });
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(0));
    assert_eq!(peer.connections(), 2);
}

#[test]
fn before_anything_came() {
    given_up_after(b"");
}

#[test]
fn within_the_head() {
    given_up_after(b"HTTP/1.1 200 OK\r\nContent-");
}

#[test]
fn within_the_body() {
    given_up_after(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
}

#[test]
fn over_scgi() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("scgi://{}", listener.local_addr().unwrap());
    let scgi = Scgi::new(&xmlrpc_client::Config::new(&url).unwrap()).unwrap();
    wait(give_up(&scgi));
    // To the end: the client has closed.
    let mut sent = Vec::new();
    listener.accept().unwrap().0.read_to_end(&mut sent).unwrap();
    assert!(sent.ends_with(CALL));
}

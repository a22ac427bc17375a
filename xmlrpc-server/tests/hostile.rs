//! Peers that mean no good: the server stays up, frees what it held, and answers the next good call.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpStream},
    time::Duration,
};

use common::{Wire, assert_alive, call, post, start};
use xmlrpc_server::Running;

/// Few, so that a connection that is not let go is missed at once.
const CONNECTIONS: usize = 4;

fn start_small() -> Running {
    let time = Duration::from_secs(2);
    start(|server| {
        server.max_connections(CONNECTIONS).header_timeout(time).body_timeout(time).max_body(10_000)
    })
    .0
}

fn connect(running: &Running) -> TcpStream {
    let stream = TcpStream::connect(running.addr()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// All that comes until the end, however it ends.
fn rest(stream: &mut TcpStream) -> String {
    let (mut all, mut piece) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = stream.read(&mut piece) {
        all.extend_from_slice(&piece[..count]);
    }
    String::from_utf8_lossy(&all).into_owned()
}

#[test]
fn a_request_that_is_cut_after_any_byte_leaves_nothing_behind() {
    let running = start_small();
    let whole = post(call("echo", &["cut"]));
    for length in 0..whole.len() {
        let mut stream = connect(&running);
        stream.write_all(&whole[..length]).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let answer = rest(&mut stream);
        assert!(!answer.contains("200 OK"), "{length}: {answer}");
    }
    assert_alive(&running);
}

#[test]
fn a_connection_that_is_torn_down_after_any_byte_leaves_nothing_behind() {
    let running = start_small();
    let whole = post(call("echo", &["cut"]));
    for length in 0..=whole.len() {
        let mut stream = connect(&running);
        // Where all places are taken by those that were torn down before, it is refused: that is no failure.
        let _ = stream.write_all(&whole[..length]);
    }
    let good = post(call("echo", &["still here"]));
    // Their ends are noticed in a while.
    for _ in 0..200 {
        let mut stream = connect(&running);
        if stream.write_all(&good).is_ok() && stream.shutdown(Shutdown::Write).is_ok() {
            let answer = rest(&mut stream);
            if answer.contains("200 OK") {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the places of connections that are gone are not given back");
}

#[test]
fn headers_without_end_are_ended() {
    let running = start_small();
    for line in ["X-a: b\r\n", "a", "X: y", "\r\n"] {
        let mut stream = connect(&running);
        let mut sent = stream.write_all(b"POST /RPC2 HTTP/1.1\r\nHost: localhost\r\n");
        let piece = line.repeat(1000);
        for _ in 0..1000 {
            sent = sent.and_then(|()| stream.write_all(piece.as_bytes()));
        }
        assert!(!rest(&mut stream).contains("200 OK"), "{line:?}");
        assert_alive(&running);
    }
}

#[test]
fn a_body_without_end_is_ended() {
    let running = start_small();
    let mut stream = connect(&running);
    let head = "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n\
        Transfer-Encoding: chunked\r\n\r\n";
    let mut sent = stream.write_all(head.as_bytes());
    let chunk = format!("400\r\n{}\r\n", "x".repeat(0x400));
    for _ in 0..10_000 {
        sent = sent.and_then(|()| stream.write_all(chunk.as_bytes()));
    }
    drop(stream);
    assert_alive(&running);
}

#[test]
fn noise_is_answered_with_an_error_or_the_end() {
    let running = start_small();
    let mut state = 1u64;
    for round in 0..100_usize {
        let noise: Vec<u8> = (0..round * 7)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            })
            .collect();
        let mut stream = connect(&running);
        let _ = stream.write_all(&noise);
        let _ = stream.shutdown(Shutdown::Write);
        assert!(!rest(&mut stream).contains("200 OK"));
        // Noise inside what is HTTP, and inside what is XML.
        for request in [post(&noise), post(call("echo", &[&String::from_utf8_lossy(&noise)]))] {
            let answer = Wire::to(running.addr()).ask(request);
            assert!([200, 413].contains(&answer.status), "{answer:?}");
        }
    }
    assert_alive(&running);
}

#[test]
fn an_answer_that_nobody_reads_holds_a_connection_no_longer_than_an_idle_one() {
    let (running, _) = start(|server| {
        server.max_connections(1).idle_timeout(Duration::from_millis(400)).max_body(32 << 20)
    });
    let mut deaf = connect(&running);
    // Larger than what the sockets of both sides hold.
    deaf.write_all(&post(call("echo", &[&"x".repeat(15 << 20)]))).unwrap();
    for _ in 0..500 {
        let mut wire = Wire::to(running.addr());
        if wire.ask(post(call("echo", &["x"]))).status == 200 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("one client keeps the only connection for itself");
}

#[test]
#[cfg(feature = "gzip")]
fn a_small_body_that_unpacks_to_a_large_one_is_refused() {
    let running = start_small();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&vec![b' '; 5 << 20]).unwrap();
    let bomb = packer.finish().unwrap();
    assert!(bomb.len() < 10_000);
    let lines = "Content-Type: text/xml\r\nContent-Encoding: gzip";
    let mut wire = Wire::to(running.addr());
    assert_eq!(wire.ask(common::post_with(lines, bomb)).status, 413);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(call("echo", &["packed"]).as_bytes()).unwrap();
    let answer = Wire::to(running.addr()).ask(common::post_with(lines, packer.finish().unwrap()));
    assert_eq!(answer.result::<String>().unwrap(), "packed");
}

//! Peers that mean no good: whatever they do, a call ends within its time, and its error says what kind of thing it was.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    thread,
    time::{Duration, Instant},
};

use support::{ANSWER, Connection, Peer, Sends as _, call, ok};
use xmlrpc_client::Http;
use xmlrpc_core::{Error, ErrorKind, Request};

/// What the call of a peer that does this ends with. The call has a fifth of a second; the machine may need more.
fn end_of(serve: impl Fn(&mut Connection) + Send + Sync + 'static) -> Error {
    let peer = Peer::new(move |_, connection| {
        connection.request();
        serve(connection);
    });
    let http = Http::new(&peer.config().timeout(Duration::from_millis(200))).unwrap();
    let begun = Instant::now();
    let error = call(&http).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(30), "{error}");
    assert!(!error.is_unsent(), "{error}");
    assert!(error.to_string().starts_with(&peer.url()), "{error}");
    error
}

/// Sends it byte by byte, slowly, until the other side closes.
fn drip(connection: &mut Connection, bytes: impl IntoIterator<Item = u8>) {
    use std::io::Write as _;
    for byte in bytes {
        if connection.stream.write_all(&[byte]).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_drips_without_end_ends_with_the_time() {
    let head = b"HTTP/1.1 200 OK\r\nX: ";
    let body = b"HTTP/1.1 200 OK\r\n\r\n";
    let chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (start, forever) in [(&head[..], &b"x"[..]), (body, b"x"), (chunks, b"1\r\nx\r\n")] {
        let (start, forever) = (start.to_vec(), forever.to_vec());
        let error = end_of(move |connection| {
            connection.send(&start);
            drip(connection, forever.iter().copied().cycle());
        });
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    }
}

#[test]
fn what_drips_in_time_is_an_answer() {
    let peer = Peer::new(|_, connection| {
        while connection.request().is_some() {
            for byte in ok() {
                connection.send(&[byte]);
            }
        }
    });
    let http = peer.http();
    for _ in 0..2 {
        assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
    }
    assert_eq!(peer.connections(), 1);
}

#[test]
fn what_stops_at_any_byte_ends_with_the_time() {
    let whole = ok();
    let head = whole.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    // Each costs a fifth of a second: the first and the last byte of each part, and some in between.
    for cut in [0, 1, 8, 12, 17, head - 3, head - 1, head, head + 1, whole.len() - 1] {
        let whole = whole.clone();
        let error = end_of(move |connection| {
            connection.send(&whole[..cut]);
            while connection.request().is_some() {}
        });
        assert_eq!(error.kind(), ErrorKind::Timeout, "{cut}: {error}");
    }
}

#[test]
fn a_head_without_end_ends_at_its_limit() {
    for endless in [&b"X: y\r\n"[..], b"x", b"X: y\r\n z\r\n", b"\0"] {
        let error = end_of(move |connection| {
            use std::io::Write as _;
            let piece = endless.repeat(1000);
            connection.send(b"HTTP/1.1 200 OK\r\nX: ");
            while connection.stream.write_all(&piece).is_ok() {}
        });
        let kinds = [ErrorKind::Limit, ErrorKind::Transport];
        assert!(kinds.contains(&error.kind()), "{error:?}");
    }
}

#[test]
fn two_lengths_are_none() {
    for lengths in [
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5, 6\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: -5\r\n",
        "Content-Length: 5x\r\n",
        "Content-Length: 99999999999999999999999\r\n",
    ] {
        let head = format!("HTTP/1.1 200 OK\r\n{lengths}\r\n5\r\nabcde\r\n0\r\n\r\n");
        let error = end_of(move |connection| connection.send(head.as_bytes()));
        assert_eq!(error.kind(), ErrorKind::Transport, "{lengths}: {error}");
    }
}

#[test]
fn a_length_said_twice_is_one() {
    let length = ANSWER.len();
    let twice = format!("Content-Length: {length}\r\n").repeat(2);
    let peer = Peer::answering(format!("HTTP/1.1 200 OK\r\n{twice}\r\n{ANSWER}"));
    assert_eq!(call(&peer.http()).unwrap().body, ANSWER.as_bytes());
}

#[test]
fn garbage_is_no_http() {
    // A small generator of its own: the same bytes each time.
    let mut state = 1_u32;
    for _ in 0..20 {
        let garbage: Vec<u8> = (0..500)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            })
            .collect();
        let error = end_of(move |connection| connection.send(&garbage));
        let kinds = [ErrorKind::Transport, ErrorKind::Connect];
        assert!(kinds.contains(&error.kind()), "{error:?}");
    }
}

#[test]
fn a_length_beyond_all_memory_allocates_nothing() {
    let error = end_of(|connection| {
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551600\r\n\r\n");
    });
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    // Another status: its body is read for its start, up to the limit.
    let error = end_of(|connection| {
        connection.send(b"HTTP/1.1 500 X\r\nContent-Length: 18446744073709551600\r\n\r\nsorry");
    });
    assert_eq!(error.kind(), ErrorKind::Status, "{error}");
}

#[test]
fn interim_answers_without_end_are_no_answer() {
    let error = end_of(|connection| {
        use std::io::Write as _;
        while connection.stream.write_all(b"HTTP/1.1 102 Processing\r\n\r\n").is_ok() {}
    });
    let kinds = [
        ErrorKind::Timeout,
        ErrorKind::Status,
        ErrorKind::Limit,
        ErrorKind::Transport,
        ErrorKind::Connect,
    ];
    assert!(kinds.contains(&error.kind()), "{error:?}");
}

#[test]
fn a_server_that_refuses_before_it_has_read_is_heard() {
    let peer = Peer::new(|_, connection| {
        use std::io::Read as _;
        let _ = connection.stream.read(&mut [0; 100]);
        connection.send(&support::answer("413 Content Too Large", "Connection: close\r\n", ""));
        let _ = connection.stream.shutdown(std::net::Shutdown::Write);
        // What is still on its way is read, so that the system does not reset the connection.
        while matches!(connection.stream.read(&mut [0; 4096]), Ok(1..)) {}
    });
    let body = vec![b'x'; 8 << 20];
    let error = peer.http().send(&Request::new("hello", &body)).unwrap_err();
    assert_eq!(error.status(), Some(413), "{error}");
}

#[test]
fn a_server_that_reads_nothing_ends_with_the_time() {
    let peer = Peer::new(|_, _| thread::sleep(Duration::from_secs(600)));
    let http = Http::new(&peer.config().timeout(Duration::from_millis(200))).unwrap();
    let begun = Instant::now();
    let error = http.send(&Request::new("hello", &vec![b'x'; 15 << 20])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{error}");
    let small = call(&http).unwrap_err();
    assert_eq!(small.kind(), ErrorKind::Timeout, "{small}");
}

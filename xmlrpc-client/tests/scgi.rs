//! Calls over SCGI, to a small peer of the test's own.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use support::{ANSWER, CALL, FAULT, Sends as _, call};
use xmlrpc_client::{Config, Http, Scgi};
use xmlrpc_core::{Error, ErrorKind, Request, Response, Transport};

/// Each connection, numbered from 0, is handled after its request was read.
fn serve(handle: impl Fn(usize, &mut TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            request(&mut stream);
            handle(number, &mut stream);
        }
    });
    address
}

/// Reads one request as the protocol has it, and nothing beyond.
fn request(stream: &mut TcpStream) {
    let mut byte = [0];
    let mut length = 0;
    loop {
        stream.read_exact(&mut byte).unwrap();
        match byte[0] {
            b':' => break,
            digit => length = length * 10 + usize::from(digit - b'0'),
        }
    }
    let mut headers = vec![0; length + 1];
    stream.read_exact(&mut headers).unwrap();
    assert_eq!(headers.pop(), Some(b','));
    let headers = String::from_utf8(headers).unwrap();
    let headers: Vec<&str> = headers.split_terminator('\0').collect();
    assert_eq!(headers[..4], ["CONTENT_LENGTH", &CALL.len().to_string(), "SCGI", "1"]);
    let mut body = vec![0; CALL.len()];
    stream.read_exact(&mut body).unwrap();
    assert_eq!(body, CALL);
}

fn answering(answer: &str) -> SocketAddr {
    let answer = answer.to_owned();
    serve(move |_, stream| {
        let _ = stream.write_all(answer.as_bytes());
    })
}

fn config(address: SocketAddr) -> Config {
    Config::new(&format!("scgi://{address}")).unwrap()
}

fn ask(address: SocketAddr) -> Result<Response, Error> {
    call(&Scgi::new(&config(address)).unwrap())
}

fn refusal(answer: &str, kind: ErrorKind) -> String {
    let error = ask(answering(answer)).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    error.to_string()
}

#[test]
fn an_answer_ends_with_its_length_or_its_connection() {
    let length = ANSWER.len();
    for head in [
        format!("Status: 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {length}\r\n\r\n"),
        "Status: 200 OK\r\n\r\n".to_owned(),
        "Content-Type: text/xml\n\n".to_owned(),
    ] {
        assert_eq!(ask(answering(&format!("{head}{ANSWER}"))).unwrap().body, ANSWER.as_bytes());
    }
}

#[test]
fn an_answer_of_known_length_does_not_wait_for_the_end_of_the_connection() {
    let address = serve(|_, stream| {
        let length = ANSWER.len();
        write!(stream, "Status: 200 OK\r\nContent-Length: {length}\r\n\r\n{ANSWER}").unwrap();
        let _ = stream.read(&mut [0]);
    });
    assert_eq!(ask(address).unwrap().body, ANSWER.as_bytes());
}

#[test]
fn each_call_has_a_connection_of_its_own() {
    let scgi = Scgi::new(&config(answering(&format!("Status: 200 OK\r\n\r\n{ANSWER}")))).unwrap();
    for _ in 0..3 {
        call(&scgi).unwrap();
    }
}

#[test]
fn a_fault_under_another_status_is_handed_up_and_other_statuses_are_told() {
    let answer = format!("Status: 500 Oops\r\n\r\n{FAULT}");
    assert_eq!(ask(answering(&answer)).unwrap().body, FAULT.as_bytes());
    let error = ask(answering("Status: 503 Busy\r\n\r\nsorry")).unwrap_err();
    assert_eq!((error.status(), error.body()), (Some(503), Some("sorry")));
}

#[test]
fn an_answer_cut_at_each_byte() {
    let head = format!("Status: 200 OK\r\nContent-Length: {}\r\n\r\n", ANSWER.len());
    let answer = format!("{head}{ANSWER}").into_bytes();
    let (whole, head) = (answer.len(), head.len());
    let scgi = Scgi::new(&config(serve(move |number, stream| {
        let _ = stream.write_all(&answer[..number]);
    })))
    .unwrap();
    for cut in 0..whole {
        let kind = if cut < head { ErrorKind::Connect } else { ErrorKind::Transport };
        let error = call(&scgi).unwrap_err();
        assert_eq!(error.kind(), kind, "{cut}: {error}");
    }
    call(&scgi).unwrap();
}

#[test]
fn what_is_no_answer_is_told() {
    assert!(refusal("<html>\r\n\r\n", ErrorKind::Transport).contains("no colon"));
    let two = "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy";
    assert!(refusal(two, ErrorKind::Transport).contains("two lengths"));
    assert!(refusal("", ErrorKind::Connect).contains("may have run"));
    refusal(&format!("X: {}\r\n\r\n", "x".repeat(70_000)), ErrorKind::Limit);
    refusal(&"X: y\r\n".repeat(20_000), ErrorKind::Limit);
    refusal("Content-Length: 16777217\r\n\r\n", ErrorKind::Limit);
}

#[test]
fn endless_bodies_end_at_the_limit() {
    let address = serve(|_, stream| {
        let _ = stream.write_all(b"Status: 200 OK\r\n\r\n");
        while stream.write_all(&[b'x'; 1000]).is_ok() {}
    });
    let error = call(&Scgi::new(&config(address).max_response(5000)).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn time_is_up_when_it_is() {
    let short = Duration::from_millis(200);
    let silent = serve(|_, stream| while matches!(stream.read(&mut [0]), Ok(1..)) {});
    let drips = serve(|_, stream| {
        let _ = stream.write_all(b"Status: 200 OK\r\n\r\n");
        while stream.write_all(b"x").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    for address in [silent, drips] {
        let started = Instant::now();
        let error = call(&Scgi::new(&config(address).timeout(short)).unwrap()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(started.elapsed() < Duration::from_secs(4));
    }
}

#[test]
fn a_server_that_refuses_before_it_has_read_is_heard() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 100]);
        stream.write_all(b"Status: 413 Too Large\r\n\r\n").unwrap();
        let _ = stream.shutdown(std::net::Shutdown::Write);
        while matches!(stream.read(&mut [0; 4096]), Ok(1..)) {}
    });
    let body = vec![b'x'; 8 << 20];
    let scgi = Scgi::new(&config(address)).unwrap();
    let error = scgi.send(&Request::new("hello", &body)).unwrap_err();
    assert_eq!(error.status(), Some(413), "{error}");
}

#[test]
fn where_nothing_listens_nothing_was_sent() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = ask(address).unwrap_err();
    assert!(error.is_unsent() && error.kind() == ErrorKind::Connect, "{error}");
    let scgi = Scgi::new(&config(address).max_request(10)).unwrap();
    assert!(call(&scgi).unwrap_err().is_unsent());
}

#[test]
fn each_protocol_has_its_transport() {
    let config = Config::new("scgi://localhost:5000/x").unwrap();
    assert!(Http::new(&config).unwrap_err().to_string().contains("`Scgi`"));
    assert_eq!(config.connect().unwrap().describe(), "scgi://localhost:5000/x");
    assert_eq!(format!("{:?}", Scgi::new(&config).unwrap()), "Scgi(scgi://localhost:5000/x)");
    let config = Config::new("http://h").unwrap();
    assert!(Scgi::new(&config).unwrap_err().to_string().contains("`Http`"));
}

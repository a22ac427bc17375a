//! Options as the server sees them.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    thread,
};

#[cfg(any(feature = "gzip", feature = "cookies"))]
use support::ANSWER;
use support::{CALL, Peer, Sends as _, call, ok};
use xmlrpc_client::{Auth, Config, Http};
use xmlrpc_core::{ErrorKind, Request};

/// The head of the next request, in small letters.
fn head(peer: &Peer) -> String {
    peer.request().split_once("\r\n\r\n").unwrap().0.to_ascii_lowercase()
}

fn asked(peer: &Peer, config: &Config) -> String {
    call(&Http::new(config).unwrap()).unwrap();
    head(peer)
}

#[test]
fn credentials_beside_the_url_are_sent() {
    let peer = Peer::answering(ok());
    let basic = peer.config().auth(Auth::basic("ada", "p@ss").unwrap());
    assert!(asked(&peer, &basic).contains("\r\nauthorization: basic ywrhonbac3m="));
    let bearer = peer.config().auth(Auth::bearer("t0ken").unwrap());
    assert!(asked(&peer, &bearer).contains("\r\nauthorization: bearer t0ken"));
    let own = peer.config().header("Authorization", "Token t0ken");
    assert!(asked(&peer, &own).contains("\r\nauthorization: token t0ken"));
}

#[test]
fn a_token_that_is_not_accepted_is_called_so() {
    let peer = Peer::answering(support::answer("401 Unauthorized", "", ""));
    let config = peer.config().auth(Auth::bearer("s3cret").unwrap());
    let error = call(&Http::new(&config).unwrap()).unwrap_err().to_string();
    assert!(error.contains("does not accept this token") && !error.contains("s3cret"), "{error}");
}

#[test]
fn headers_of_all_calls_and_of_one_are_sent() {
    let peer = Peer::answering(ok());
    let config = peer.config().header("X-Tenant", "7").user_agent("practice/2");
    let http = Http::new(&config).unwrap();
    let once = [("X-Trace".to_owned(), "abc".to_owned())];
    let mut request = Request::new("hello", CALL);
    request.headers = &once;
    http.send(&request).unwrap();
    let first = head(&peer);
    assert!(first.contains("\r\nx-tenant: 7") && first.contains("\r\nx-trace: abc"), "{first}");
    assert!(first.contains("\r\nuser-agent: practice/2"), "{first}");
    call(&http).unwrap();
    let second = head(&peer);
    assert!(second.contains("\r\nx-tenant: 7") && !second.contains("x-trace"), "{second}");
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_header_of_one_call_that_cannot_be_sent_fails_it() {
    let peer = Peer::answering(ok());
    let http = peer.http();
    for (name, value) in [("Host", "h"), ("Content-Length", "0"), ("X", "a\r\nb"), ("X Y", "z")] {
        let once = [(name.to_owned(), value.to_owned())];
        let mut request = Request::new("hello", CALL);
        request.headers = &once;
        let error = http.send(&request).unwrap_err();
        assert!(error.kind() == ErrorKind::Endpoint && error.is_unsent(), "{error}");
        assert!(Http::new(&peer.config().header(name, value)).is_err());
    }
    assert_eq!(peer.connections(), 0);
}

#[test]
fn a_call_is_written_in_one_piece() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = vec![0; 100_000];
        for _ in 0..3 {
            let length = stream.read(&mut bytes).unwrap();
            assert!(bytes[..length].starts_with(b"POST "));
            assert!(bytes[..length].ends_with(CALL));
            stream.write_all(&ok()).unwrap();
        }
    });
    let http = Http::new(&Config::new(&format!("http://{address}")).unwrap()).unwrap();
    for _ in 0..3 {
        call(&http).unwrap();
    }
    server.join().unwrap();
}

#[test]
fn a_large_call_arrives_whole() {
    let peer = Peer::answering(ok());
    let body = "x".repeat(3_000_000);
    peer.http().send(&Request::new("hello", body.as_bytes())).unwrap();
    assert!(peer.request().ends_with(&body));
}

/// A proxy that asks for a tunnel to be asked for, and is one. It tells what it was asked.
fn proxy(answer: &'static str) -> (String, std::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, asked) = std::sync::mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut client = stream.unwrap();
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).unwrap() == 1 {
                head.push(byte[0]);
            }
            let head = String::from_utf8(head).unwrap();
            let target = head.split(' ').nth(1).unwrap().to_owned();
            sender.send(head).unwrap();
            client.write_all(answer.as_bytes()).unwrap();
            if !answer.contains("200") {
                continue;
            }
            let mut server = TcpStream::connect(target).unwrap();
            let mut back = (server.try_clone().unwrap(), client.try_clone().unwrap());
            thread::spawn(move || std::io::copy(&mut back.0, &mut back.1));
            thread::spawn(move || std::io::copy(&mut client, &mut server));
        }
    });
    (address.to_string(), asked)
}

#[test]
fn a_proxy_is_asked_for_a_tunnel_that_is_kept() {
    let peer = Peer::answering(ok());
    let (address, asked) = proxy("HTTP/1.1 200 OK\r\n\r\n");
    let proxy = format!("http://ada:p%40ss@{address}").parse().unwrap();
    let http = Http::new(&peer.config().proxy(proxy)).unwrap();
    for _ in 0..3 {
        call(&http).unwrap();
    }
    let head = asked.recv().unwrap();
    assert!(head.starts_with(&format!("CONNECT {} HTTP/1.1\r\n", peer.address)), "{head}");
    assert!(head.contains("Basic YWRhOnBAc3M="), "{head}");
    assert!(asked.try_recv().is_err());
    assert!(!peer.request().contains("YWRhOnBAc3M="));
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_proxy_that_refuses_is_named() {
    let peer = Peer::answering(ok());
    let (address, _asked) = proxy("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    let proxied = peer.config().proxy(format!("http://ada:s3cret@{address}").parse().unwrap());
    let error = call(&Http::new(&proxied).unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(error.kind() == ErrorKind::Connect && error.is_unsent(), "{text}");
    assert!(text.contains(&address) && text.contains("407") && !text.contains("s3cret"), "{text}");
    assert!(text.contains("the proxy wants a user and a password"), "{text}");

    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let proxied = peer.config().proxy(format!("http://{free}").parse().unwrap());
    let error = call(&Http::new(&proxied).unwrap()).unwrap_err().to_string();
    assert!(error.contains(&format!("no proxy listens at http://{free}")), "{error}");
    assert_eq!(peer.connections(), 0);
}

#[cfg(feature = "cookies")]
#[test]
fn cookies_go_back_where_they_came_from() {
    let set = "Set-Cookie: session=1; Path=/; HttpOnly\r\n";
    let peer = Peer::answering(support::answer("200 OK", set, ANSWER));
    let http = Http::new(&peer.config().cookies()).unwrap();
    call(&http).unwrap();
    assert!(!head(&peer).contains("cookie"));
    call(&http).unwrap();
    assert!(head(&peer).contains("\r\ncookie: session=1"));
    let without = peer.http();
    call(&without).unwrap();
    call(&without).unwrap();
    for _ in 0..2 {
        assert!(!head(&peer).contains("cookie"));
    }
}

#[cfg(feature = "gzip")]
mod gzip {
    use std::io::{Read as _, Write as _};

    use flate2::{Compression, read::GzDecoder, write::GzEncoder};

    use super::{support::FAULT, *};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn answering(status: &str, body: &[u8]) -> Peer {
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n"
        );
        Peer::answering([head.as_bytes(), body].concat())
    }

    #[test]
    fn answers_are_unpacked_where_that_was_offered() {
        for (status, body) in [("200 OK", ANSWER), ("500 Internal Server Error", FAULT)] {
            let peer = answering(status, &packed(body.as_bytes()));
            let http = Http::new(&peer.config().accept_compressed()).unwrap();
            for _ in 0..2 {
                assert_eq!(call(&http).unwrap().body, body.as_bytes());
            }
            assert!(head(&peer).contains("\r\naccept-encoding: gzip"));
            assert_eq!(peer.connections(), 1);
        }
        let peer = answering("200 OK", &packed(ANSWER.as_bytes()));
        assert_eq!(call(&peer.http()).unwrap_err().kind(), ErrorKind::Transport);
    }

    #[test]
    fn a_bomb_ends_at_the_limit() {
        let peer = answering("200 OK", &packed(&vec![b' '; 30 << 20]));
        let http = Http::new(&peer.config().accept_compressed()).unwrap();
        let error = call(&http).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
        assert!(error.to_string().contains("16777216"), "{error}");
    }

    #[test]
    fn what_cannot_be_unpacked_is_told() {
        let packed = packed(ANSWER.as_bytes());
        for body in [&packed[..packed.len() / 2], b"garbage", b""] {
            let peer = answering("200 OK", body);
            let http = Http::new(&peer.config().accept_compressed()).unwrap();
            let error = call(&http).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Transport, "{error}");
            assert!(error.to_string().contains("cannot be unpacked"), "{error}");
        }
    }

    #[test]
    fn calls_over_a_size_are_packed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut bytes = vec![0; 100_000];
            let mut texts = Vec::new();
            for _ in 0..2 {
                let length = stream.read(&mut bytes).unwrap();
                let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
                let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
                let body = bytes[end..length].to_vec();
                assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
                texts.push(if head.contains("content-encoding: gzip") {
                    let mut text = String::new();
                    GzDecoder::new(&*body).read_to_string(&mut text).unwrap();
                    format!("packed {text}")
                } else {
                    String::from_utf8(body).unwrap()
                });
                stream.write_all(&ok()).unwrap();
            }
            texts
        });
        let config = Config::new(&format!("http://{address}")).unwrap().compress_over(CALL.len());
        let http = Http::new(&config).unwrap();
        call(&http).unwrap();
        let long = "y".repeat(5000);
        http.send(&Request::new("hello", long.as_bytes())).unwrap();
        let call = String::from_utf8(CALL.to_vec()).unwrap();
        assert_eq!(server.join().unwrap(), [call, format!("packed {long}")]);
    }
}

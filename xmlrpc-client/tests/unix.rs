//! Calls through unix sockets.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    fs,
    io::{Read, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::PathBuf,
    process,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use support::{ANSWER, CALL, Sends as _, call, ok};
use xmlrpc_client::{Config, Http};
use xmlrpc_core::{ErrorKind, Request, Transport};

/// A path in a folder of this test's own, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xr-{}-{name}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn socket(&self) -> PathBuf {
        self.0.join("a b.sock")
    }

    fn url(&self, scheme: &str) -> String {
        let path = self.socket().to_str().unwrap().replace(' ', "%20");
        format!("{scheme}+unix://{path}")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Listens there; each connection is handled by `serve` on its own thread. Returns the number of connections.
fn listen(folder: &Folder, serve: impl Fn(UnixStream) + Send + Sync + 'static) -> Arc<AtomicUsize> {
    let listener = UnixListener::bind(folder.socket()).unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let (serve, counted) = (Arc::new(serve), Arc::clone(&count));
    thread::spawn(move || {
        for stream in listener.incoming() {
            counted.fetch_add(1, Ordering::SeqCst);
            let serve = Arc::clone(&serve);
            thread::spawn(move || serve(stream.unwrap()));
        }
    });
    count
}

#[test]
fn calls_share_a_connection_and_name_localhost() {
    let folder = Folder::new("calls");
    let connections = listen(&folder, |mut stream| {
        let mut bytes = [0; 4096];
        // One read holds one call: it is written in one piece.
        while let Ok(length @ 1..) = stream.read(&mut bytes) {
            let text = String::from_utf8(bytes[..length].to_vec()).unwrap().to_ascii_lowercase();
            assert!(text.starts_with("post /x?y=1 http/1.1\r\n"), "{text}");
            assert!(text.contains("\r\nhost: localhost\r\n"), "{text}");
            assert!(text.ends_with("</methodcall>"), "{text}");
            stream.write_all(&ok()).unwrap();
        }
    });
    let url = format!("{}:/x?y=1", folder.url("http"));
    let http = Http::new(&Config::new(&url).unwrap()).unwrap();
    assert_eq!(http.describe(), url);
    for _ in 0..3 {
        assert_eq!(call(&http).unwrap().body, ANSWER.as_bytes());
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

#[test]
fn a_connection_closed_while_idle_is_replaced() {
    let folder = Folder::new("idle");
    let connections = listen(&folder, |mut stream| {
        if let Ok(1..) = stream.read(&mut [0; 4096]) {
            stream.write_all(&ok()).unwrap();
        }
    });
    let http = Http::new(&Config::new(&folder.url("http")).unwrap()).unwrap();
    let mut request = Request::new("hello", CALL);
    // Whether the end of the connection is seen before the call is sent is a matter of time.
    request.idempotent = true;
    for _ in 0..5 {
        http.send(&request).unwrap();
    }
    assert_eq!(connections.load(Ordering::SeqCst), 5);
}

#[test]
fn a_server_that_never_answers_ends_with_the_timeout_of_the_call() {
    let folder = Folder::new("silent");
    listen(&folder, |mut stream| while let Ok(1..) = stream.read(&mut [0; 4096]) {});
    let config = Config::new(&folder.url("http")).unwrap().timeout(Duration::from_millis(200));
    let error = call(&Http::new(&config).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.to_string().contains("no answer within 200ms"), "{error}");
    assert!(!error.is_unsent());
}

#[test]
fn a_socket_that_is_not_there() {
    let folder = Folder::new("none");
    for scheme in ["http", "scgi"] {
        let url = folder.url(scheme);
        let error = call(&xmlrpc_client::connect(&url).unwrap()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connect, "{error}");
        assert!(
            error.to_string().starts_with(&format!("{url}: no connection: there is no socket"))
        );
        assert!(error.is_unsent());
    }
    drop(UnixListener::bind(folder.socket()).unwrap());
    let error = call(&xmlrpc_client::connect(&folder.url("http")).unwrap()).unwrap_err();
    assert!(error.to_string().contains("connection refused"), "{error}");
}

/// Linux lets a connection wait where the queue of the listener is full.
#[cfg(target_os = "linux")]
#[test]
fn a_server_that_accepts_nothing_ends_with_the_timeout_to_connect() {
    let folder = Folder::new("full");
    let _listener = UnixListener::bind(folder.socket()).unwrap();
    let config = Config::new(&folder.url("http")).unwrap();
    let short = Duration::from_millis(200);
    let http = Http::new(&config.timeout(short * 20).connect_timeout(short)).unwrap();
    let mut queue = Vec::new();
    let error = loop {
        let socket =
            socket2::Socket::new(socket2::Domain::UNIX, socket2::Type::STREAM, None).unwrap();
        socket.set_nonblocking(true).unwrap();
        if socket.connect(&socket2::SockAddr::unix(folder.socket()).unwrap()).is_err() {
            break call(&http).unwrap_err();
        }
        queue.push(socket);
        assert!(queue.len() < 20_000, "the queue of a listener never fills here");
    };
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.to_string().contains("no connection within 200ms"), "{error}");
    assert!(error.is_unsent());
}

#[test]
fn scgi_goes_through_a_socket_too() {
    let folder = Folder::new("scgi");
    listen(&folder, |mut stream| {
        let length = stream.read(&mut [0; 4096]).unwrap();
        assert!(length > CALL.len());
        stream.write_all(format!("Status: 200 OK\r\n\r\n{ANSWER}").as_bytes()).unwrap();
    });
    let remote = xmlrpc_client::connect(&folder.url("scgi")).unwrap();
    assert_eq!(call(&remote).unwrap().body, ANSWER.as_bytes());
}

//! A peer that serves fixed bytes, so that a test holds both ends of a real connection.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

use xmlrpc_client::{Config, Http};
use xmlrpc_core::{Error, Request, Response, Transport};

pub(crate) const CALL: &[u8] = b"<methodCall><methodName>hello</methodName></methodCall>";
pub(crate) const ANSWER: &str =
    "<methodResponse><params><param><value>hi</value></param></params></methodResponse>";
pub(crate) const FAULT: &str =
    "<?xml version=\"1.0\"?><methodResponse><fault>...</fault></methodResponse>";

/// A listener on a free loopback port, served by its own threads for as long as the test runs.
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// Every request, head and body, in the order of arrival.
    pub(crate) requests: Receiver<String>,
    connections: Arc<AtomicUsize>,
}

impl Peer {
    /// Each connection is handled by `serve`, with its number, from 0. It reads requests by [`Connection::request`].
    pub(crate) fn new(serve: impl Fn(usize, &mut Connection) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, requests) = channel();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let serve = Arc::new(serve);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let number = count.fetch_add(1, Ordering::SeqCst);
                let (serve, sender) = (Arc::clone(&serve), sender.clone());
                thread::spawn(move || {
                    serve(number, &mut Connection { stream: stream.unwrap(), sender });
                });
            }
        });
        Peer { address, requests, connections }
    }

    /// Answers every request with these bytes and keeps the connection.
    pub(crate) fn answering(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Peer::new(move |_, connection| {
            while connection.request().is_some() {
                connection.send(&bytes);
            }
        })
    }

    /// Answers the first request of each connection with these bytes and closes it.
    pub(crate) fn closing(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Peer::new(move |_, connection| {
            if connection.request().is_some() {
                connection.send(&bytes);
            }
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/RPC2", self.address)
    }

    pub(crate) fn config(&self) -> Config {
        Config::new(&self.url()).unwrap()
    }

    pub(crate) fn http(&self) -> Http {
        Http::new(&self.config()).unwrap()
    }

    /// How many connections were accepted so far.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// The next request, waited for.
    pub(crate) fn request(&self) -> String {
        self.requests.recv_timeout(Duration::from_secs(10)).unwrap()
    }
}

/// The peer's end of a connection.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    sender: std::sync::mpsc::Sender<String>,
}

impl Connection {
    /// Reads one request to its end. `None` when the client closed.
    pub(crate) fn request(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\r\n\r\n") {
            if self.stream.read(&mut byte).ok()? == 0 {
                return None;
            }
            bytes.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let length: usize =
            head.split_once("content-length: ")?.1.split_once("\r\n")?.0.parse().ok()?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        bytes.extend(body);
        let text = String::from_utf8(bytes).unwrap();
        let _ = self.sender.send(text.clone());
        Some(text)
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // A client that has seen enough may be gone.
        let _ = self.stream.write_all(bytes);
    }
}

/// An answer with this status line's end, headers and body, and its exact length.
pub(crate) fn answer(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n{body}").into_bytes()
}

pub(crate) fn ok() -> Vec<u8> {
    answer("200 OK", "Content-Type: text/xml\r\n", ANSWER)
}

pub(crate) fn call(transport: &impl Transport) -> Result<Response, Error> {
    transport.send(&Request::new("hello", CALL))
}

/// A call, the way that the test program is about: `awaited.rs` has all these tests once more.
pub(crate) trait Sends {
    fn send(&self, request: &Request<'_>) -> Result<Response, Error>;
}

impl<T: Transport> Sends for T {
    fn send(&self, request: &Request<'_>) -> Result<Response, Error> {
        #[cfg(feature = "async")]
        if module_path!().starts_with("awaited") {
            return wait(self.call_async(*request));
        }
        self.call(request)
    }
}

/// What the future gives, on the runtime of this thread: it stays, and the connections with it.
#[cfg(feature = "async")]
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    use tokio::runtime::{Builder, Runtime};
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread().enable_all().build().unwrap();
    }
    RUNTIME.with(|runtime| runtime.block_on(future))
}

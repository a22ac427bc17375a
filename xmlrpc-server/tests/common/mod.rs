//! A service written by hand, and a client that sends bytes as they are told.

#![allow(dead_code, reason = "each test file is a crate of its own and uses its part")]
#![allow(
    missing_docs,
    unreachable_pub,
    missing_debug_implementations,
    reason = "only the tests see it"
)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here fails the test")]

use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};

use xmlrpc_core::{
    Context, Error, Fault, Method, Route, Service,
    wire::{CallReader, Limits, ResponseWriter, read_response},
};
use xmlrpc_server::{Running, Server};

/// Longer than anything here takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

static METHODS: [&Method; 5] = [
    &Method::new("echo", 0, ""),
    &Method::new("add", 1, ""),
    &Method::new("panic", 2, ""),
    &Method::new("gate", 3, ""),
    &Method::new("asked", 4, ""),
];

/// `echo` of one string, `add` of two integers, `panic`, `gate`, which returns when the test lets it, and `asked`: peer,
/// user, the header `X-Case`, and whether there is a deadline ahead.
#[derive(Clone, Default)]
pub struct Echo {
    pub gate: Arc<Gate>,
    pub inline: bool,
}

impl Service for Echo {
    fn methods(&self) -> &'static [&'static Method] {
        &METHODS
    }

    fn call(
        &self,
        method: &Method,
        mut params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        match method.name {
            "echo" => {
                let text: String = params.param()?;
                params.finish()?;
                response.result(&text)
            }
            "add" => {
                let (a, b): (i32, i32) = (params.param()?, params.param()?);
                params.finish()?;
                match a.checked_add(b) {
                    Some(sum) => response.result(&sum),
                    None => {
                        response.fault(&Fault::new(7, "too much"));
                        Ok(())
                    }
                }
            }
            "asked" => {
                let context = Context::current().unwrap();
                let text = |text: Option<&str>| text.unwrap_or("-").to_owned();
                let peer = context.peer().map(|ip| ip.to_string());
                let ahead = context.deadline().is_some_and(|at| at > Instant::now());
                response.result(&(
                    text(peer.as_deref()),
                    text(context.user()),
                    text(context.header("x-case")),
                    ahead,
                ))
            }
            "panic" => panic!("a secret of the method"),
            _ => {
                self.gate.pass();
                response.result("passed")
            }
        }
    }

    fn is_inline(&self) -> bool {
        self.inline
    }
}

impl From<Echo> for Route {
    fn from(echo: Echo) -> Route {
        Route::new(echo)
    }
}

/// Where calls wait until a test lets them go on.
#[derive(Default)]
pub struct Gate {
    /// How many have come, and whether it is open.
    state: Mutex<(usize, bool)>,
    bell: Condvar,
}

impl Gate {
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.0 += 1;
        self.bell.notify_all();
        drop(self.bell.wait_while(state, |(_, open)| !*open).unwrap());
    }

    /// Waits until so many calls have come.
    pub fn wait_for(&self, count: usize) {
        let state = self.state.lock().unwrap();
        let (_state, late) =
            self.bell.wait_timeout_while(state, PATIENCE, |(come, _)| *come < count).unwrap();
        assert!(!late.timed_out(), "the call did not arrive");
    }

    pub fn open(&self) {
        self.state.lock().unwrap().1 = true;
        self.bell.notify_all();
    }
}

/// A running server of an `Echo`, with these settings.
pub fn start(set: impl FnOnce(Server) -> Server) -> (Running, Arc<Gate>) {
    let echo = Echo::default();
    let gate = echo.gate.clone();
    let server = Server::bind("127.0.0.1:0").unwrap().mount(echo);
    (set(server).spawn().unwrap(), gate)
}

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The values of a header, joined.
    pub fn header(&self, name: &str) -> Option<String> {
        let mut values =
            self.headers.iter().filter(|(key, _)| key == name).map(|(_, value)| &**value);
        let first = values.next()?.to_owned();
        Some(values.fold(first, |all, next| format!("{all}, {next}")))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The result in it, or the fault.
    pub fn result<T: serde::de::DeserializeOwned>(&self) -> Result<T, Fault> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.header("content-type").as_deref(), Some("text/xml"));
        read_response(self.text(), Limits::default())
            .map_err(|error| error.into_fault().expect("a methodResponse"))
    }

    pub fn fault_code(&self) -> i32 {
        self.result::<String>().expect_err("a fault").code
    }
}

/// A connection of bare bytes.
pub struct Wire {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Wire {
    pub fn to(addr: SocketAddr) -> Self {
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Wire { stream, buffer: Vec::new() }
    }

    pub fn into_inner(self) -> TcpStream {
        self.stream
    }

    /// Sends it, and may fail where the server is within its rights to have closed.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        match self.stream.write_all(bytes.as_ref()) {
            Err(error)
                if !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) =>
            {
                panic!("{error}")
            }
            _ => self,
        }
    }

    /// Sends it all.
    pub fn send_all(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        self.stream.write_all(bytes.as_ref()).unwrap();
        self
    }

    /// Ends the client's side.
    pub fn end(&mut self) -> &mut Self {
        self.stream.shutdown(Shutdown::Write).unwrap();
        self
    }

    /// The next answer, or `None` if the connection ends before one begins.
    pub fn try_answer(&mut self) -> Option<Answer> {
        loop {
            let Some(head) = self.until(b"\r\n\r\n") else {
                assert!(self.buffer.is_empty(), "an answer cut short");
                return None;
            };
            let head = String::from_utf8(head).unwrap();
            let mut lines = head.trim_end().split("\r\n");
            let status: u16 = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
            let headers: Vec<_> = lines
                .map(|line| line.split_once(": ").unwrap())
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect();
            let mut answer = Answer { status, headers, body: Vec::new() };
            if status >= 200 {
                let length = answer.header("content-length").expect("an answer has its length");
                answer.body = self.exactly(length.parse().unwrap());
                return Some(answer);
            }
        }
    }

    pub fn answer(&mut self) -> Answer {
        self.try_answer().expect("an answer, not the end of the connection")
    }

    /// Waits for the end of the connection.
    pub fn assert_closed(&mut self) {
        assert!(
            self.buffer.is_empty() && !self.more(),
            "{}",
            String::from_utf8_lossy(&self.buffer)
        );
    }

    /// Sends a request and gives its answer.
    pub fn ask(&mut self, request: impl AsRef<[u8]>) -> Answer {
        self.send(request).answer()
    }

    fn until(&mut self, mark: &[u8]) -> Option<Vec<u8>> {
        loop {
            if let Some(at) = self.buffer.windows(mark.len()).position(|window| window == mark) {
                return Some(self.buffer.drain(..at + mark.len()).collect());
            }
            if !self.more() {
                return None;
            }
        }
    }

    fn exactly(&mut self, count: usize) -> Vec<u8> {
        while self.buffer.len() < count {
            assert!(self.more(), "a body cut short: {} of {count}", self.buffer.len());
        }
        self.buffer.drain(..count).collect()
    }

    /// Whether there was more before the end.
    fn more(&mut self) -> bool {
        let mut piece = [0; 65536];
        match self.stream.read(&mut piece) {
            Ok(count) => {
                self.buffer.extend_from_slice(&piece[..count]);
                count > 0
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => false,
            Err(error) => panic!("nothing came: {error}"),
        }
    }
}

/// A good request with this body.
pub fn post(body: impl AsRef<[u8]>) -> Vec<u8> {
    post_with("Content-Type: text/xml", body)
}

/// A request with these further header lines, its length, and this body.
pub fn post_with(lines: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut request = format!(
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\n{lines}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}

/// A call with these `<value>`s as parameters.
pub fn call(method: &str, values: &[&str]) -> String {
    let params: String =
        values.iter().map(|value| format!("<param><value>{value}</value></param>")).collect();
    format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>{method}</methodName><params>{params}</params></methodCall>"
    )
}

/// Asserts that a good call on a new connection is answered.
pub fn assert_alive(running: &Running) {
    let answer = Wire::to(running.addr()).ask(post(call("echo", &["still here"])));
    assert_eq!(answer.result::<String>().unwrap(), "still here");
}

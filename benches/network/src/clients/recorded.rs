//! What goes over the wire in a call of ours.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use super::{Method, ours};
use crate::Failure;

/// A request and its answer, heads and bodies.
pub struct Recorded {
    pub request: Vec<u8>,
    pub answer: Vec<u8>,
}

impl Recorded {
    /// What the server of the bound is told.
    pub fn told(&self) -> Vec<u8> {
        let length = u32::try_from(self.request.len()).unwrap_or(u32::MAX);
        [&length.to_le_bytes()[..], &self.answer].concat()
    }
}

/// Makes one call of ours through a pipe that keeps what passes.
pub fn record(url: &str, method: Method) -> Result<Recorded, Failure> {
    let addr = url.trim_start_matches("http://").split('/').next().unwrap_or_default();
    let mut server = TcpStream::connect(addr)?;
    let pipe = TcpListener::bind("127.0.0.1:0")?;
    let here = url.replace(addr, &pipe.local_addr()?.to_string());
    let caller = thread::spawn(move || ours(&here, method)?());
    let (mut client, _) = pipe.accept()?;
    let request = message(&mut client)?;
    server.write_all(&request)?;
    let answer = message(&mut server)?;
    client.write_all(&answer)?;
    caller.join().map_err(|_| "the call panicked")??;
    Ok(Recorded { request, answer })
}

/// One message of HTTP with a `Content-Length`.
pub fn message(stream: &mut impl Read) -> Result<Vec<u8>, Failure> {
    let mut message = Vec::new();
    let mut piece = [0; 64 << 10];
    loop {
        let read = stream.read(&mut piece)?;
        if read == 0 {
            return Err("the connection was closed in the middle of a message".into());
        }
        message.extend_from_slice(&piece[..read]);
        if length(&message).is_some_and(|length| message.len() >= length) {
            return Ok(message);
        }
    }
}

/// How long a message is, once its head is there.
pub fn length(message: &[u8]) -> Option<usize> {
    let head = message.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&message[..head]).to_ascii_lowercase();
    let body: usize =
        text.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    Some(head + body)
}

//! Runs the command.

#![allow(dead_code, reason = "each test file uses a part")]

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::PathBuf,
    process::{Command, Stdio},
    thread::{self, JoinHandle},
};

use serde::Deserialize as _;
use serde_json::Value as Json;

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// Each line of the output as JSON.
    pub(crate) fn lines(&self) -> Vec<Json> {
        self.out.lines().map(json).collect()
    }

    /// The output, of a run in which all must have gone well.
    pub(crate) fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }
}

/// The command itself, without the credentials of whoever runs the tests.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xmlrpc"));
    for variable in ["XMLRPC_USER", "XMLRPC_PASSWORD", "XMLRPC_TOKEN"] {
        command.env_remove(variable);
    }
    command
}

/// Runs it without any input.
pub(crate) fn xmlrpc(args: &[&str]) -> Run {
    xmlrpc_with(args, b"")
}

/// Runs it with this on its standard input.
pub(crate) fn xmlrpc_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // From a thread: both pipes may be full at once. Not all need be read.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A file of this content, under a name that no other test uses.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// A response with this inside its `<value>`.
pub(crate) fn response(value: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><methodResponse><params><param><value>{value}</value></param></params></methodResponse>"
    )
}

/// JSON of any depth.
pub(crate) fn json(text: &str) -> Json {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    Json::deserialize(&mut reader).unwrap_or_else(|error| panic!("{error}: {text:.200}"))
}

pub(crate) const FAULT: &str = "<methodResponse><fault><value><struct>\
    <member><name>faultCode</name><value><int>4</int></value></member>\
    <member><name>faultString</name><value>Too many parameters.</value></member>\
    </struct></value></fault></methodResponse>";

/// Answers one request like this. The thread gives the head and the body of what came.
pub(crate) fn answering(
    listener: TcpListener,
    status: &'static str,
    body: &str,
) -> JoinHandle<(String, String)> {
    let length = body.len();
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        loop {
            let mut buffer = [0; 4096];
            let count = stream.read(&mut buffer).unwrap();
            assert!(count > 0, "the request ends early");
            bytes.extend_from_slice(&buffer[..count]);
            if bytes.ends_with(b"</methodCall>") {
                break;
            }
        }
        stream.write_all(answer.as_bytes()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    })
}

//! Bytes as a peer sends them, read by nobody yet.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

/// Posts a call of this method with one parameter, which is XML. The result is all that came, the head too, as text in which
/// each byte is one character.
pub fn post(url: &str, method: &str, value: &str) -> String {
    let (host, path) =
        url.strip_prefix("http://").and_then(|url| url.split_once('/')).expect("a URL with a path");
    let body = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>{method}</methodName>\
         <params><param><value>{value}</value></param></params></methodCall>"
    );
    let call = format!(
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: text/xml\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).expect("a connection");
    // In one piece: PHP's own server does not wait for a second.
    stream.write_all(call.as_bytes()).expect("a call");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    answer.into_iter().map(char::from).collect()
}

//! `xmlrpc tap`: what passes through it is what was sent, and what it prints is what passed.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "../../tests/peers/mod.rs"]
mod peers;

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Child, ChildStdout, Command, Stdio},
    thread,
};

use common::{FAULT, command, json, xmlrpc};
use kinds::{EveryKind as _, EveryKindClient};
use serde_json::{Value as Json, json};

/// A tap that runs until it is dropped.
struct Tap {
    process: Child,
    lines: BufReader<ChildStdout>,
    /// Where it listens.
    url: String,
}

impl Tap {
    fn start(options: &[&str], listen: &str, url: &str) -> Self {
        Self::of(command().arg("tap").args(options).args([listen, url]))
    }

    fn of(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut err = BufReader::new(process.stderr.take().unwrap());
        let mut said = String::new();
        err.read_line(&mut said).unwrap();
        if said.contains("WARNING: --insecure") {
            said.clear();
            err.read_line(&mut said).unwrap();
        }
        let lines = BufReader::new(process.stdout.take().unwrap());
        let own = said.strip_prefix("xmlrpc: ").and_then(|said| said.split(" -> ").next());
        Tap { process, lines, url: own.unwrap_or_else(|| panic!("{said}")).to_owned() }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    /// Sends these bytes, and gives all that is answered until the connection closes.
    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const LOOPBACK: &str = "127.0.0.1:0";

#[test]
fn each_call_is_one_line() {
    let server = kinds::serve();
    let mut tap = Tap::start(&[], LOOPBACK, server.url());
    // A kept connection, and another one meanwhile.
    let one = EveryKindClient::connect(tap.url.as_str()).unwrap();
    let two = EveryKindClient::connect(tap.url.as_str()).unwrap();
    assert_eq!(one.text("é <&>").unwrap(), "é <&>");
    let line = tap.line();
    assert!(line.starts_with("every.kind.text(\"é <&>\") = \"é <&>\" ["), "{line}");
    assert!(line.contains(" bytes, ") && line.ends_with(" ms]\n"), "{line}");
    assert_eq!(two.many(1, 2, 3, 4, 5, 6, 7).unwrap(), 28);
    assert!(tap.line().starts_with("every.kind.many(1, 2, 3, 4, 5, 6, 7) = 28 ["));
    assert!(one.fail().is_err());
    assert!(tap.line().starts_with("every.kind.fail() = fault 4: \"no\" ["));
    one.text(&"x".repeat(100_000)).unwrap();
    let line = tap.line();
    assert!(line.contains("xxx...) = \"xxx") && line.len() < 300, "{line}");
}

#[test]
fn whole_calls_are_trees_or_json() {
    let server = kinds::serve();
    let mut tap = Tap::start(&["--full"], LOOPBACK, server.url());
    xmlrpc(&["call", &tap.url, "every.kind.anInt", "5"]).good();
    assert!(tap.line().starts_with("POST /RPC2 ["));
    assert_eq!(tap.line(), "call every.kind.anInt, 1 parameter\n");
    assert_eq!(
        (tap.line().as_str(), tap.line().as_str()),
        ("  params[0]: int 5\n", "response: int 5\n")
    );

    let mut tap = Tap::start(&["--json"], LOOPBACK, server.url());
    xmlrpc(&["call", &tap.url, "every.kind.anInt", "5"]).good();
    let line: Json = json(&tap.line());
    assert_eq!(line["method"], "every.kind.anInt");
    assert_eq!(
        (&line["params"], &line["value"], &line["status"]),
        (&json!([5]), &json!(5), &json!(200))
    );
    assert!(line["sent"].as_u64().unwrap() > 100 && line["received"].as_u64().unwrap() > 100);
    assert!(line["microseconds"].is_u64());
    xmlrpc(&["call", &tap.url, "every.kind.fail"]);
    assert_eq!(json(&tap.line())["fault"], json!({ "code": 4, "string": "no" }));
}

/// Answers each request on one connection with the next of these; gives what came.
fn server(answers: Vec<String>) -> (String, thread::JoinHandle<String>) {
    let listener = TcpListener::bind(LOOPBACK).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut all = String::new();
        for answer in answers {
            let mut buffer = [0; 8192];
            // Each request of these tests is one that comes at once.
            let count = stream.read(&mut buffer).unwrap();
            all.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
            stream.write_all(answer.as_bytes()).unwrap();
        }
        all
    });
    (url, thread)
}

#[test]
fn status_fields_and_bytes_pass_as_they_are() {
    let odd = "<methodResponse ><params><!-- é --><param><value>1</value></param></params></methodResponse>\n";
    let chunked = format!(
        "HTTP/1.1 200 OK\r\nX-Odd: yes\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n",
        &odd[..5],
        odd.len() - 5,
        &odd[5..]
    );
    let length = FAULT.len();
    let failed = format!("HTTP/1.1 500 Oh\r\nContent-Length: {length}\r\n\r\n{FAULT}");
    let page =
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
            .to_owned();
    let (url, thread) = server(vec![chunked, failed, page]);
    let mut tap = Tap::start(&["--header", "X-More: 1"], LOOPBACK, &url);

    let call = "<methodCall><methodName>m</methodName><params/></methodCall>";
    let head = |close: &str| {
        let length = call.len();
        format!(
            "POST /x?y=1 HTTP/1.1\r\nHost: tap\r\nAuthorization: Basic YTpi\r\nContent-Length: {length}\r\n{close}\r\n{call}"
        )
    };
    let close = "Connection: close\r\n";
    let get = format!("GET /page HTTP/1.1\r\nHost: tap\r\n{close}\r\n");
    let answers = tap.raw(&format!("{}{}{get}", head(""), head("")));
    let sent = thread.join().unwrap();

    let bodies: Vec<_> = answers.split("HTTP/1.1 ").skip(1).collect();
    assert!(
        bodies[0].starts_with("200 OK\r\n") && bodies[0].ends_with(&format!("\r\n\r\n{odd}")),
        "{answers}"
    );
    assert!(bodies[0].to_ascii_lowercase().contains("\r\nx-odd: yes\r\n"), "{answers}");
    assert!(bodies[1].starts_with("500 ") && bodies[1].ends_with(FAULT), "{answers}");
    assert!(bodies[2].starts_with("404 ") && bodies[2].ends_with("\r\n\r\n<html>"), "{answers}");

    let sent_low = sent.to_ascii_lowercase();
    assert_eq!(sent.matches("POST /x?y=1 HTTP/1.1\r\n").count(), 2, "{sent}");
    assert_eq!(sent.matches("YTpi\r\n").count(), 2, "{sent}");
    assert_eq!(sent_low.matches("x-more: 1\r\n").count(), 3, "{sent}");
    assert_eq!(sent.matches(call).count(), 2, "{sent}");
    let host = format!("host: {}\r\n", url.strip_prefix("http://").unwrap());
    assert_eq!(sent_low.matches(&host).count(), 3, "{sent}");

    assert!(tap.line().starts_with("m() = \"1\" ["));
    assert!(tap.line().starts_with("m() = fault 4: \"Too many parameters.\" ["));
    assert!(tap.line().starts_with("GET /page (no call) = HTTP 404 (no XML-RPC) [0 > 6 bytes"));
}

#[test]
fn a_server_that_is_not_there_is_502() {
    let free = TcpListener::bind(LOOPBACK).unwrap().local_addr().unwrap();
    let mut tap = Tap::start(&[], LOOPBACK, &format!("http://{free}"));
    let run = xmlrpc(&["call", "--json", &tap.url, "m"]);
    assert_eq!((run.code, &run.lines()[0]["error"]["status"]), (Some(1), &json!(502)));
    assert!(tap.line().starts_with("m() = no answer: cannot connect: "));
}

#[test]
fn what_is_too_large_is_refused_and_said() {
    let server = kinds::serve();
    let mut tap = Tap::start(&["--max-body", "1K"], LOOPBACK, server.url());
    let run = xmlrpc(&["call", "--json", &tap.url, "every.kind.text", &"x".repeat(2000)]);
    assert_eq!((run.code, &run.lines()[0]["error"]["status"]), (Some(1), &json!(413)));
    assert!(tap.line().contains("no answer: the request has more than 1024 bytes"));
}

#[cfg(unix)]
#[test]
fn both_sides_may_be_unix_sockets() {
    use kinds::{EveryKindService, Plain};
    use xmlrpc_proxy::Server;

    let folder = peers::Folder::new("xmlrpc-tap");
    let (socket, own) = (folder.join("s"), folder.join("tap"));
    let server = Server::bind_unix(&socket).unwrap().mount(EveryKindService::new(Plain));
    let _running = server.spawn().unwrap();
    for _ in 0..2 {
        // The second time, the socket of the first is still there.
        let mut tap = Tap::start(&[], &own, &format!("http+unix://{socket}"));
        assert_eq!(tap.url, format!("http+unix://{own}"));
        assert_eq!(
            xmlrpc(&["call", "--json", &tap.url, "every.kind.type"]).good(),
            "{\"value\":\"type\"}\n"
        );
        assert!(tap.line().starts_with("every.kind.type() = \"type\" ["));
    }
}

#[cfg(unix)]
#[test]
fn calls_over_scgi_are_made_by_the_tap() {
    let mut socket = String::new();
    let listen = |folder: &peers::Folder| {
        socket = folder.join("s");
        format!("network.scgi.open_local={socket}")
    };
    let Some(_rtorrent) = peers::rtorrent::start("rt-tap", listen) else { return };
    let mut tap = Tap::start(&["--json"], LOOPBACK, &format!("scgi+unix://{socket}"));
    let value = peers::until_it_answers(|| {
        let run = xmlrpc(&["call", "--json", &tap.url, "system.client_version"]);
        let line = json(&tap.line());
        if run.code == Some(0) { Ok(line) } else { Err((run, line)) }
    });
    assert!(value["value"].as_str().is_some_and(|version| version.starts_with("0.")), "{value}");
    assert!(
        tap.raw("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            .starts_with("HTTP/1.1 405 ")
    );
}

/// A server over TLS, its URL, and a file with its certificate.
#[cfg(feature = "tls")]
fn secure(name: &str, server: xmlrpc_proxy::Server) -> (xmlrpc_proxy::Running, String, String) {
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let server = server.tls_pem(cert.pem(), signing_key.serialize_pem()).unwrap();
    let running = server.mount(kinds::EveryKindService::new(kinds::Plain)).spawn().unwrap();
    let url = format!("https://localhost:{}", running.addr().port());
    (running, url, common::file(&format!("{name}.pem"), cert.pem()))
}

#[cfg(feature = "tls")]
#[test]
fn calls_to_a_server_over_tls_pass_like_others() {
    let server = xmlrpc_proxy::Server::bind("127.0.0.1:0").unwrap();
    let (_running, url, trusted) = secure("tap-tls", server);
    // A path of the URL, and that of the client.
    for url in [format!("{url}/RPC2"), url.clone()] {
        let mut tap = Tap::start(&["--cacert", &trusted], LOOPBACK, &url);
        let client = EveryKindClient::connect(tap.url.as_str()).unwrap();
        for _ in 0..2 {
            assert_eq!(client.text("é <&>").unwrap(), "é <&>");
            assert!(tap.line().starts_with("every.kind.text(\"é <&>\") = \"é <&>\" ["));
        }
        assert!(client.fail().is_err());
        assert!(tap.line().starts_with("every.kind.fail() = fault 4: \"no\" ["));
        let long = "x".repeat(300_000);
        assert_eq!(client.text(&long).unwrap(), long);
        assert!(tap.line().contains("xxx...) = \"xxx"));
        let get = "GET /RPC2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        assert!(tap.raw(get).starts_with("HTTP/1.1 405 "));
        assert!(tap.line().starts_with("GET /RPC2 (no call) = HTTP 405 (no XML-RPC)"));
        thread::scope(|scope| {
            for number in 0..4 {
                let url = tap.url.as_str();
                scope.spawn(move || {
                    let client = EveryKindClient::connect(url).unwrap();
                    assert_eq!(client.an_int(number).unwrap(), number);
                });
            }
        });
    }
    let mut tap = Tap::start(&["--insecure"], LOOPBACK, &url);
    xmlrpc(&["call", &tap.url, "every.kind.anInt", "5"]).good();
    assert!(tap.line().starts_with("every.kind.anInt(5) = 5 ["));
}

#[cfg(feature = "tls")]
#[test]
fn a_certificate_that_is_not_trusted_is_502() {
    let server = xmlrpc_proxy::Server::bind("127.0.0.1:0").unwrap();
    let (_running, url, trusted) = secure("tap-strange", server);
    let by_address = url.replace("localhost", "127.0.0.1");
    for (args, url) in [(&[][..], &url), (&["--cacert", &trusted], &by_address)] {
        let mut tap = Tap::start(args, LOOPBACK, url);
        let run = xmlrpc(&["call", "--json", &tap.url, "m"]);
        assert_eq!((run.code, &run.lines()[0]["error"]["status"]), (Some(1), &json!(502)));
        let line = tap.line();
        assert!(
            line.starts_with("m() = no answer: cannot connect: invalid peer certificate"),
            "{line}"
        );
    }
    // Nor is what does not speak TLS at all.
    let plain = kinds::serve();
    let url = plain.url().replace("http://", "https://");
    let mut tap = Tap::start(&["--cacert", &trusted], LOOPBACK, &url);
    assert_eq!(xmlrpc(&["call", &tap.url, "m"]).code, Some(1));
    assert!(tap.line().starts_with("m() = no answer: cannot connect: "));
    let run = xmlrpc(&["tap", "--cacert", "/no/such/file", LOOPBACK, &url]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
}

#[cfg(feature = "tls")]
#[test]
fn credentials_and_statuses_pass_through_tls() {
    let server = xmlrpc_proxy::Server::bind("127.0.0.1:0").unwrap().user("ada", "p:w");
    let (_running, url, trusted) = secure("tap-auth", server);
    let mut tap = Tap::of(
        command()
            .args(["tap", "--cacert", &trusted, LOOPBACK, &url])
            // They are for the calls of this command, and the tap makes none.
            .envs([("XMLRPC_USER", "ada"), ("XMLRPC_PASSWORD", "p:w")]),
    );
    let with = tap.url.replace("://", "://ada:p%3Aw@");
    assert_eq!(
        xmlrpc(&["call", "--json", &with, "every.kind.type"]).good(),
        "{\"value\":\"type\"}\n"
    );
    assert!(tap.line().starts_with("every.kind.type() = \"type\" ["));
    let run = xmlrpc(&["call", "--json", &tap.url, "every.kind.type"]);
    assert_eq!((run.code, &run.lines()[0]["error"]["status"]), (Some(1), &json!(401)));
    assert!(tap.line().starts_with("every.kind.type() = HTTP 401 (no XML-RPC)"));
}

#[test]
fn it_listens_on_loopback_unless_more_is_said() {
    for args in [
        &["tap", "0.0.0.0:0", "http://127.0.0.1:1"][..],
        &["tap", "127.0.0.1:x", "http://127.0.0.1:1"],
        &["tap", LOOPBACK, "nowhere"],
        &["tap", LOOPBACK, "http://a:b@127.0.0.1:1"],
        &["tap", LOOPBACK, "https://a:b@127.0.0.1:1"],
        &["tap", "--user", "a", LOOPBACK, "https://127.0.0.1:1"],
        &["tap", "--full", "--json", LOOPBACK, "http://127.0.0.1:1"],
    ] {
        let run = xmlrpc(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    }
    let tap = Tap::start(&["--public"], "0.0.0.0:0", "http://127.0.0.1:1");
    assert!(tap.url.starts_with("http://0.0.0.0:"), "{}", tap.url);
}

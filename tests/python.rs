//! Python's own client calls our server, and our client calls Python's own server: every type, both ways.
#![allow(missing_docs, clippy::expect_used)]
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]

mod common;
mod peers;

use std::{
    collections::BTreeMap,
    process::Stdio,
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};

use common::{Echo, NASTY, Point, Types, TypesClient, TypesError, TypesService, day};
use xmlrpc_proxy::{ErrorKind, Server, Value, service};

#[service]
trait Slow {
    fn buy(&self) -> xmlrpc_proxy::Result<bool>;
}

/// Tells when a call begins, and takes longer than its server lasts.
struct Slowly(Mutex<mpsc::Sender<()>>);

impl Slow for Slowly {
    fn buy(&self) -> xmlrpc_proxy::Result<bool> {
        let _ = self.0.lock().expect("no panic").send(());
        thread::sleep(Duration::from_secs(1));
        Ok(true)
    }
}

#[test]
fn python_calls_our_server() {
    let Some(mut python) = peers::command("python3") else { return };
    let running = Server::bind("127.0.0.1:0")
        .and_then(|server| server.mount(TypesService::new(Echo)).spawn())
        .expect("the server starts");
    let output = python
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/client.py"))
        .arg(running.url())
        .output()
        .expect("python runs");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "ok\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    running.stop();
}

/// As the book tells it, `from-python.md`.
#[test]
fn python_passes_a_token_by_a_header() {
    const CALLS: &str = r#"
import sys, xmlrpc.client
url = sys.argv[1]
allowed = xmlrpc.client.ServerProxy(url, headers=[("Authorization", "Bearer t0ken")])
assert "types.int" in allowed.system.listMethods()
for refused in [url, url.replace("://", "://any:t0ken@")]:
    try:
        xmlrpc.client.ServerProxy(refused).system.listMethods()
    except xmlrpc.client.ProtocolError as error:
        assert error.errcode == 401, error
    else:
        raise AssertionError(refused)
print("ok")
"#;
    let Some(mut python) = peers::command("python3") else { return };
    let running = Server::bind("127.0.0.1:0")
        .and_then(|server| server.token("t0ken").mount(TypesService::new(Echo)).spawn())
        .expect("the server starts");
    let output = python.args(["-c", CALLS, running.url()]).output().expect("python runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n", "{said}");
    // Our own client is told how to give one.
    let types = TypesClient::connect(running.url()).expect("an endpoint");
    let error = format!("{:?}", types.int(1).expect_err("there is no token"));
    assert!(error.contains("wants a token (`Auth::bearer`"), "{error}");
    running.stop();
}

/// Python sends a call once more if its connection closes without a byte.
#[test]
fn python_runs_a_call_once_that_outlasts_the_server() {
    let Some(mut python) = peers::command("python3") else { return };
    let (began, beginning) = mpsc::channel();
    let running = Server::bind("127.0.0.1:0")
        .and_then(|server| {
            let slow = SlowService::new(Slowly(Mutex::new(began)));
            server.stop_timeout(Duration::from_millis(100)).mount(slow).spawn()
        })
        .expect("the server starts");
    let script = "import sys, xmlrpc.client\n\
        try: xmlrpc.client.ServerProxy(sys.argv[1]).buy()\n\
        except xmlrpc.client.ProtocolError as error: print(error.errcode)";
    let python = python
        .args(["-c", script, running.url()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("python runs");
    beginning.recv_timeout(Duration::from_secs(20)).expect("a call");
    assert!(!running.stop());
    let output = python.wait_with_output().expect("python ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "503\n");
    assert!(beginning.try_recv().is_err(), "it ran twice");
}

#[test]
fn our_client_calls_python() {
    let Some(mut python) = peers::command("python3") else { return };
    let server = peers::Server::start(
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/server.py")),
    );
    let python = TypesClient::connect(&server.url).expect("an endpoint");

    for value in [0, 1, -1, i32::MAX, i32::MIN] {
        assert_eq!(python.int(value).expect("int"), value);
    }
    for value in [true, false] {
        assert_eq!(python.boolean(value).expect("boolean"), value);
    }
    for value in [0.0, -0.0, 1.5, -12.214, 1e300, 5e-324, 0.1, f64::MAX] {
        assert_eq!(python.double(value).expect("double").to_bits(), value.to_bits());
    }
    // No carriage return: Python writes one as it stands, and XML reads that as a line feed.
    for value in ["", " ", "x", NASTY] {
        assert_eq!(python.string(value).expect("string"), value);
    }
    assert_eq!(python.date(day()).expect("date"), day());
    let all: Vec<u8> = (0..=255).collect();
    for value in [&b""[..], b"\x00\xff", &all] {
        assert_eq!(python.bytes(value).expect("bytes"), value);
    }
    for value in [&[][..], &[1], &(0..1000).collect::<Vec<_>>()] {
        assert_eq!(python.array(value).expect("array"), value);
    }
    let point = Point { x: 1, y: -2.5 };
    assert_eq!(python.point(&point).expect("struct"), point);
    let map = BTreeMap::from([
        (String::new(), Value::Array(vec![])),
        ("a <b>".to_owned(), Value::Array(vec![Value::from(1), Value::Nil, Value::from(NASTY)])),
    ]);
    assert_eq!(python.nested(map.clone()).expect("nested"), map);
    assert_eq!(python.anything(Value::from(day())).expect("any"), Value::from(day()));
    assert_eq!(python.maybe(None).expect("absent"), None);
    assert_eq!(python.maybe(Some("x")).expect("there").as_deref(), Some("x"));

    let map = BTreeMap::from([("k".to_owned(), Value::Nil)]);
    let array = [Value::from(1), Value::from("x")];
    let seen = python.seen(1, true, 1.5, NASTY, day(), b"\x00\xff", &array, &map);
    assert_eq!(seen.expect("seen"), "as expected");

    match python.fail("out of stock") {
        Err(TypesError::Failed(message)) => assert_eq!(message, "out of stock"),
        other => panic!("{other:?}"),
    }
    match python.big() {
        Err(TypesError::Call(error)) => {
            assert_eq!(error.kind(), ErrorKind::Fault);
            assert!(error.fault().is_some_and(xmlrpc_proxy::Fault::is_no_such_method), "{error}");
            assert_eq!(error.method(), Some("types.big"));
        }
        other => panic!("{other:?}"),
    }
}

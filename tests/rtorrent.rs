//! A client made by `#[service]` drives a real rTorrent, which speaks SCGI: over TCP and over a unix socket.
#![cfg(all(unix, feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use peers::rtorrent::{start, torrent};
use xmlrpc_proxy::{ErrorKind, Result, Value, service, value};

/// What is asked of rTorrent. It answers each integer as an `i8`; one out of range it does not survive, so none is sent.
#[service(only = "client")]
trait RTorrent {
    #[rpc(name = "system.client_version", read_only)]
    fn version(&self) -> Result<String>;
    #[rpc(name = "system.pid", read_only)]
    fn pid(&self) -> Result<u32>;
    #[rpc(name = "system.listMethods", read_only)]
    fn methods(&self) -> Result<Vec<String>>;
    #[rpc(name = "system.methodSignature", read_only)]
    fn signature(&self, name: &str) -> Result<Value>;
    #[rpc(name = "system.time_usec", read_only)]
    fn microseconds(&self) -> Result<i64>;
    #[rpc(name = "system.multicall")]
    fn multicall(&self, calls: &Value) -> Result<Vec<Value>>;
    #[rpc(name = "throttle.global_down.max_rate", read_only)]
    fn most_down(&self) -> Result<i64>;
    #[rpc(name = "throttle.global_down.max_rate.set", idempotent)]
    fn set_most_down(&self, target: &str, bytes_a_second: i64) -> Result<i64>;
    #[rpc(name = "load.raw")]
    fn load(&self, target: &str, torrent: &[u8]) -> Result<i64>;
    #[rpc(name = "d.multicall2", read_only)]
    fn torrents(
        &self,
        target: &str,
        view: &str,
        name: &str,
        bytes: &str,
        hash: &str,
    ) -> Result<Vec<(String, i64, String)>>;
    #[rpc(name = "d.custom1", read_only)]
    fn note(&self, hash: &str) -> Result<String>;
    #[rpc(name = "d.custom1.set", idempotent)]
    fn set_note(&self, hash: &str, note: &str) -> Result<Value>;
    #[rpc(name = "no.such.method")]
    fn no_such_method(&self) -> Result<()>;
}

/// All that is asked, over whichever socket.
fn drive(url: &str, direction: &str) {
    const LARGE: usize = 5_000_000_000;
    let rtorrent = RTorrentClient::connect(url).expect("an endpoint");
    let version = peers::until_it_answers(|| rtorrent.version());
    assert!(version.starts_with("0."), "{version}");
    assert!(rtorrent.pid().expect("its process") > 0);
    assert!(rtorrent.microseconds().expect("a time of 64 bits") > i64::from(i32::MAX));

    let methods = rtorrent.methods().expect("the methods");
    assert!(methods.len() > 500, "{}", methods.len());
    // No list of signatures, as it is elsewhere.
    assert_eq!(rtorrent.signature("system.pid").expect("a signature"), value!("undef"));

    rtorrent.set_most_down("", 1 << 20).expect("set");
    assert_eq!(rtorrent.most_down().expect("as set"), 1 << 20);

    rtorrent.load("", &torrent(LARGE)).expect("loaded");
    let listed = || {
        let torrents = rtorrent.torrents("", "main", "d.name=", "d.size_bytes=", "d.hash=");
        torrents.map(|mut list| list.pop()).transpose().unwrap_or(Err(no_torrent()))
    };
    let (name, bytes, hash) = peers::until_it_answers(listed);
    assert_eq!((name.as_str(), usize::try_from(bytes).ok()), ("zeros", Some(LARGE)));
    for note in ["", "<é & 中> ]]>"] {
        rtorrent.set_note(&hash, note).expect("a note");
        assert_eq!(rtorrent.note(&hash).expect("the note"), note);
    }

    let error = rtorrent.no_such_method().expect_err("there is none");
    assert_eq!(error.kind(), ErrorKind::Fault);
    assert!(error.fault().is_some_and(|fault| fault.code == -506 && fault.is_no_such_method()));
    let calls = value!([
        { "methodName": "throttle.global_down.max_rate", "params": [] },
        { "methodName": "no.such.method", "params": [] },
    ]);
    let answers = rtorrent.multicall(&calls).expect("answers");
    assert_eq!(answers[0][0].as_i64(), Some(1 << 20));
    assert_eq!(answers[1]["faultCode"], value!(-506));

    let mut batch = rtorrent.batch();
    let (most, none) = (batch.most_down(), batch.no_such_method());
    let torrents = batch.torrents("", "main", "d.name=", "d.size_bytes=", "d.hash=");
    let answers = batch.send().expect("answers");
    assert_eq!(answers.take(most).expect("as set"), 1 << 20);
    let error = answers.take(none).expect_err("there is none");
    assert!(error.fault().is_some_and(|fault| fault.code == -506), "{error}");
    assert_eq!(answers.take(torrents).expect("one"), [(name, bytes, hash)]);

    peers::table::record(peers::table::Row {
        peer: "rTorrent",
        version: &version,
        direction,
        score: None,
        special: "SCGI; `i8` for each integer; a fault without `<value>`; batches",
    });
}

fn no_torrent() -> xmlrpc_proxy::Error {
    xmlrpc_proxy::Error::new(ErrorKind::Type, "no torrent yet")
}

#[test]
fn over_tcp() {
    let port = peers::free_port();
    let listen = |_: &peers::Folder| format!("network.scgi.open_port=\"127.0.0.1:{port}\"");
    let Some(_rtorrent) = start("rt-tcp", listen) else { return };
    drive(&format!("scgi://127.0.0.1:{port}"), "we call it");
}

#[test]
fn over_a_unix_socket() {
    let mut socket = String::new();
    let listen = |folder: &peers::Folder| {
        socket = folder.join("s");
        format!("network.scgi.open_local={socket}")
    };
    let Some(_rtorrent) = start("rt-unix", listen) else { return };
    drive(&format!("scgi+unix://{socket}"), "we call it, over a unix socket");
}

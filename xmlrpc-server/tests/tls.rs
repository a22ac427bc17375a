//! Calls over TLS, and what is none.

#![cfg(feature = "tls")]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use common::{Echo, Wire, call, post};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use xmlrpc_core::ErrorKind;
use xmlrpc_server::{Running, Server};

/// A certificate for `localhost` and its key, in PEM.
fn identity() -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

fn start() -> (Running, String) {
    let (certificate, key) = identity();
    let server = Server::bind("127.0.0.1:0").unwrap().tls_pem(&certificate, key).unwrap();
    let server = server.header_timeout(Duration::from_secs(1));
    (server.mount(Echo::default()).spawn().unwrap(), certificate)
}

fn open(running: &Running, certificate: &str) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection =
        ClientConnection::new(Arc::new(config), "localhost".try_into().unwrap()).unwrap();
    let stream = TcpStream::connect(running.addr()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    StreamOwned::new(connection, stream)
}

fn ask(running: &Running, certificate: &str) -> String {
    let mut stream = open(running, certificate);
    let request = String::from_utf8(post(call("echo", &["in secret"]))).unwrap();
    stream.write_all(request.replacen("\r\n", "\r\nConnection: close\r\n", 1).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_client_that_reads_nothing_does_not_keep_its_connection() {
    let (certificate, key) = identity();
    let server = Server::bind("127.0.0.1:0").unwrap().tls_pem(&certificate, key).unwrap();
    let server = server.idle_timeout(Duration::from_millis(200)).max_connections(1);
    let running = server.mount(Echo::default()).spawn().unwrap();
    let mut deaf = open(&running, &certificate);
    // More than what the system keeps for those who read later.
    deaf.write_all(&post(call("echo", &[&"x".repeat(14 << 20)]))).unwrap();
    deaf.flush().unwrap();
    let begun = Instant::now();
    loop {
        let other = std::panic::catch_unwind(|| ask(&running, &certificate));
        if other.is_ok_and(|answer| answer.contains("in secret")) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the connection is kept");
        thread::sleep(Duration::from_millis(100));
    }
    drop(deaf);
    running.stop();
}

#[test]
fn a_call_is_answered_and_the_end_is_told() {
    let (running, certificate) = start();
    assert!(running.url().starts_with("https://127.0.0.1:"), "{}", running.url());
    let answer = ask(&running, &certificate);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("in secret"), "{answer}");
    assert!(running.stop());
}

#[test]
fn what_shakes_no_hands_is_closed_in_time() {
    let (running, certificate) = start();
    let mut silent = Wire::to(running.addr());
    let mut plain = Wire::to(running.addr());
    plain.send(post(call("echo", &["x"])));
    // At most an alert comes, which is no HTTP.
    let mut rest = Vec::new();
    let _ = plain.into_inner().read_to_end(&mut rest);
    assert!(!rest.starts_with(b"HTTP"));
    silent.assert_closed();
    assert!(ask(&running, &certificate).contains("in secret"));
}

#[test]
fn a_stop_waits_for_no_handshake() {
    let (certificate, key) = identity();
    let server = Server::bind("127.0.0.1:0").unwrap().tls_pem(certificate, key).unwrap();
    let running = server.header_timeout(Duration::from_secs(3600)).spawn().unwrap();
    let mut silent = Wire::to(running.addr());
    assert!(running.stop());
    silent.assert_closed();
}

#[test]
fn with_tls_credentials_are_worth_a_public_address() {
    let (certificate, key) = identity();
    let server = Server::bind("0.0.0.0:0").unwrap().tls_pem(certificate, key).unwrap();
    assert!(server.user("greg", "secret").spawn().is_ok());
}

#[test]
fn what_is_no_certificate_is_told_and_no_key_printed() {
    let (certificate, key) = identity();
    let other = identity().1;
    let tls = |chain: &str, key: &str| Server::unbound().tls_pem(chain, key).unwrap_err();
    for error in [
        tls("", &key),
        tls("nonsense", &key),
        tls(&certificate, ""),
        tls(&certificate, &certificate),
        tls(&certificate, &other),
    ] {
        assert_eq!(error.kind(), ErrorKind::Tls);
        assert!(!error.to_string().contains(&key[30..60]), "{error}");
    }
}

#[test]
fn a_path_in_the_place_of_a_file_is_told_of_the_certificates_first() {
    let (certificate, key) = identity();
    let told = |chain: &str, key: &str, what: &str| {
        let error = Server::unbound().tls_pem(chain, key).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    let path = "cannot be read: no PEM block in it: give the file's content, not its path";
    told("/no/cert.pem", "/no/key.pem", &format!("the certificates {path}"));
    told(&certificate, "/no/key.pem", &format!("the private key {path}"));
    told(
        &key,
        &certificate,
        "the certificates cannot be read: the PEM blocks in it are of another kind",
    );
}

//! Calls over TLS. They stand here, and not among the tests from outside, because the certificates are the tests' own
//! and a configuration cannot name any yet.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use xmlrpc_core::{Error, ErrorKind, Request, Response, Transport};

use crate::{Config, Http, http};

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n<methodResponse/>";

/// A listener whose connections are handled one after another.
fn serve(handle: impl Fn(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            handle(stream.unwrap());
        }
    });
    address
}

/// A TLS server for this host name, and the certificate it shows.
fn tls_server(name: &str) -> (SocketAddr, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let address = serve(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        let mut stream = StreamOwned::new(connection, stream);
        // A client that refuses the certificate ends the handshake: the read fails.
        while matches!(stream.read(&mut [0; 4096]), Ok(1..)) {
            stream.write_all(ANSWER).unwrap();
        }
    });
    (address, certificate)
}

fn config(host: &str, address: SocketAddr) -> Config {
    Config::new(&format!("https://{host}:{}", address.port())).unwrap()
}

/// A transport that trusts this certificate only.
fn trusting(config: &Config, certificate: &CertificateDer<'_>) -> Http {
    let roots = RootCerts::new_with_certs(&[Certificate::from_der(certificate).to_owned()]);
    let tls = TlsConfig::builder().root_certs(roots).build();
    let mut http = Http::new(config).unwrap();
    let address = config.endpoint.address().unwrap();
    http.agent = http::agent(http::settings(config).tls_config(tls), address, config);
    http
}

fn call(http: &Http) -> Result<Response, Error> {
    http.call(&Request::new("hello", b"<methodCall/>"))
}

fn refusal(http: &Http) -> String {
    let error = call(http).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{}: TLS failed: ", http.describe())), "{text}");
    text
}

#[test]
fn a_trusted_server_is_called_again_on_the_same_connection() {
    let (address, certificate) = tls_server("localhost");
    let http = trusting(&config("localhost", address), &certificate);
    assert_eq!(call(&http).unwrap().body, b"<methodResponse/>");
    // The server has one thread: a second connection would wait for the first to close.
    assert_eq!(call(&http).unwrap().body, b"<methodResponse/>");
}

#[test]
fn a_certificate_that_is_not_trusted() {
    let (address, _) = tls_server("localhost");
    let text = refusal(&Http::new(&config("localhost", address)).unwrap());
    assert!(text.contains("certificate"), "{text}");
}

#[test]
fn a_certificate_for_another_name() {
    let (address, certificate) = tls_server("practice.example");
    let text = refusal(&trusting(&config("localhost", address), &certificate));
    assert!(text.contains("practice.example"), "{text}");
}

#[test]
fn a_server_without_tls() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let text = refusal(&Http::new(&config("127.0.0.1", address)).unwrap());
    assert!(text.contains("does not seem to speak TLS"), "{text}");
}

#[test]
fn a_server_that_closes_during_the_handshake() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 4096]);
    });
    refusal(&Http::new(&config("127.0.0.1", address)).unwrap());
}

#[test]
fn a_handshake_that_never_ends() {
    let address = serve(|mut stream| while matches!(stream.read(&mut [0; 4096]), Ok(1..)) {});
    let config = config("127.0.0.1", address).connect_timeout(Duration::from_millis(200));
    let error = call(&Http::new(&config).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.to_string().contains("no connection within 200ms"), "{error}");
}

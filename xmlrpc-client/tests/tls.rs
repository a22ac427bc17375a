//! Calls over TLS, with certificates of the tests' own.
#![cfg(feature = "tls")]
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

mod support;

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::{
    RootCertStore, ServerConfig, ServerConnection, StreamOwned,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    server::WebPkiClientVerifier,
};
use support::{call, ok};
use xmlrpc_client::{Config, Http, Tls};
use xmlrpc_core::{ErrorKind, Transport};

/// An authority that the tests trust.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn pem(&self) -> String {
        self.0.pem()
    }

    /// A certificate for this name, and its key.
    fn certify(&self, name: &str) -> (rcgen::Certificate, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.signed_by(&key, &self.0).unwrap(), key)
    }
}

/// A listener whose connections are handled one after another.
fn serve(mut handle: impl FnMut(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            handle(stream.unwrap());
        }
    });
    address
}

/// A TLS server for this host name. Of a client it wants a certificate of `clients`, if there is one.
fn tls_server(authority: &Authority, name: &str, clients: Option<&Authority>) -> SocketAddr {
    tls_server_over(authority, name, clients, |stream| stream)
}

/// The same over what is made of each connection.
fn tls_server_over<S: Read + Write>(
    authority: &Authority,
    name: &str,
    clients: Option<&Authority>,
    over: impl Fn(TcpStream) -> S + Send + 'static,
) -> SocketAddr {
    let (certificate, key) = authority.certify(name);
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .unwrap();
    let builder = match clients {
        None => builder.with_no_client_auth(),
        Some(clients) => {
            let mut roots = RootCertStore::empty();
            roots.add(clients.0.der().clone()).unwrap();
            let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider);
            builder.with_client_cert_verifier(verifier.build().unwrap())
        }
    };
    let config = Arc::new(builder.with_single_cert(vec![certificate.der().clone()], key).unwrap());
    serve(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        let mut stream = StreamOwned::new(connection, over(stream));
        // A client that refuses the certificate ends the handshake: the read fails.
        let (mut bytes, mut filled) = ([0; 4096], 0);
        while let Ok(length @ 1..) = stream.read(&mut bytes[filled..]) {
            filled += length;
            if bytes[..filled].ends_with(support::CALL) {
                filled = 0;
                stream.write_all(&ok()).unwrap();
            }
        }
    })
}

fn config(host: &str, address: SocketAddr) -> Config {
    Config::new(&format!("https://{host}:{}", address.port())).unwrap()
}

fn trusting(authority: &Authority) -> Tls {
    Tls::new().roots(authority.pem())
}

fn refusal(config: &Config) -> String {
    let http = Http::new(config).unwrap();
    let error = call(&http).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{}: TLS failed: ", http.describe())), "{text}");
    text
}

#[test]
fn a_trusted_server_is_called_again_on_the_same_connection() {
    let authority = Authority::new();
    let address = tls_server(&authority, "localhost", None);
    for tls in [trusting(&authority), trusting(&authority).beside_mozilla()] {
        let http = Http::new(&config("localhost", address).tls(tls)).unwrap();
        // The server has one thread: a second connection would wait for the first to close.
        for _ in 0..3 {
            call(&http).unwrap();
        }
    }
}

/// Counts how often it is read.
struct Counted(TcpStream, Arc<AtomicUsize>);

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(bytes)?;
        self.1.fetch_add(1, Ordering::SeqCst);
        Ok(read)
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn a_call_is_written_in_one_piece() {
    let authority = Authority::new();
    let reads = Arc::new(AtomicUsize::new(0));
    let address = tls_server_over(&authority, "localhost", None, {
        let reads = Arc::clone(&reads);
        move |stream| Counted(stream, Arc::clone(&reads))
    });
    let http = Http::new(&config("localhost", address).tls(trusting(&authority))).unwrap();
    call(&http).unwrap();
    for _ in 0..5 {
        let before = reads.load(Ordering::SeqCst);
        call(&http).unwrap();
        assert_eq!(reads.load(Ordering::SeqCst) - before, 1);
    }
}

#[test]
fn roots_are_read_from_a_file() {
    let authority = Authority::new();
    let address = tls_server(&authority, "localhost", None);
    let path = std::env::temp_dir().join(format!("xr-roots-{}.pem", std::process::id()));
    std::fs::write(&path, authority.pem()).unwrap();
    call(&Http::new(&config("localhost", address).tls(Tls::new().roots_file(&path))).unwrap())
        .unwrap();
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_certificate_that_is_not_trusted() {
    let authority = Authority::new();
    let address = tls_server(&authority, "localhost", None);
    let text = refusal(&config("localhost", address));
    assert!(text.contains("certificate"), "{text}");
    refusal(&config("localhost", address).tls(trusting(&Authority::new())));
}

#[test]
fn a_certificate_for_another_name() {
    let authority = Authority::new();
    let address = tls_server(&authority, "practice.example", None);
    let text = refusal(&config("localhost", address).tls(trusting(&authority)));
    assert!(text.contains("practice.example"), "{text}");
}

#[test]
fn every_certificate_is_accepted_where_that_was_said_aloud() {
    let address = tls_server(&Authority::new(), "practice.example", None);
    let tls = Tls::new().dangerously_skip_certificate_checks();
    assert!(format!("{tls:?}").contains("certificates_are_checked: false"));
    call(&Http::new(&config("localhost", address).tls(tls)).unwrap()).unwrap();
}

#[test]
fn a_client_shows_its_certificate() {
    let (authority, clients) = (Authority::new(), Authority::new());
    let address = tls_server(&authority, "localhost", Some(&clients));
    let (certificate, key) = clients.certify("ada");
    let tls = trusting(&authority).identity(certificate.pem(), key.serialize_pem());
    call(&Http::new(&config("localhost", address).tls(tls)).unwrap()).unwrap();

    // In TLS 1.3 the refusal arrives after the client's part of the handshake, with or before the answer.
    let without = config("localhost", address).tls(trusting(&authority));
    let error = call(&Http::new(&without).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Tls | ErrorKind::Connect), "{error:?}");
}

#[test]
fn what_cannot_be_used_is_told_when_the_transport_is_made() {
    let authority = Authority::new();
    let (certificate, key) = authority.certify("ada");
    let other = KeyPair::generate().unwrap();
    let refusal = |tls: Tls| {
        let error = Http::new(&Config::new("https://h").unwrap().tls(tls)).unwrap_err();
        assert!(error.kind() == ErrorKind::Tls && error.is_unsent(), "{error}");
        error.to_string()
    };
    assert!(refusal(Tls::new().roots_file("/nowhere/ca.pem")).contains("/nowhere/ca.pem"));
    assert!(refusal(Tls::new().roots("no PEM")).contains("no certificate"));
    assert!(refusal(Tls::new().roots(key.serialize_pem())).contains("no certificate"));
    let bad = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    assert!(refusal(Tls::new().roots(bad)).contains("is none"));
    let no_key = Tls::new().identity(certificate.pem(), certificate.pem());
    assert!(refusal(no_key).contains("no private key"));
    let text = refusal(Tls::new().identity(certificate.pem(), other.serialize_pem()));
    assert!(text.contains("cannot be used"), "{text}");
}

#[test]
fn a_server_without_tls() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let text = refusal(&config("127.0.0.1", address));
    assert!(text.contains("does not seem to speak TLS"), "{text}");
}

#[test]
fn a_server_that_closes_during_the_handshake() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 4096]);
    });
    refusal(&config("127.0.0.1", address));
}

#[test]
fn a_handshake_that_never_ends() {
    let address = serve(|mut stream| while matches!(stream.read(&mut [0; 4096]), Ok(1..)) {});
    let config = config("127.0.0.1", address).connect_timeout(Duration::from_millis(200));
    let error = call(&Http::new(&config).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.to_string().contains("no connection within 200ms"), "{error}");
    assert!(error.is_unsent());
}

//! TLS, by the feature `tls`; without it there is none to have.

use tokio::net::TcpStream;

#[cfg(feature = "tls")]
use crate::stop::Stage;
use crate::{connection, front::HttpService, options::Options, peer::Peer, stop::Stop};

/// What is between TCP and HTTP.
#[derive(Clone, Default)]
pub(crate) struct Tls {
    #[cfg(feature = "tls")]
    acceptor: Option<tokio_rustls::TlsAcceptor>,
}

impl Tls {
    /// Whether there is any.
    pub(crate) fn is_on(&self) -> bool {
        #[cfg(feature = "tls")]
        return self.acceptor.is_some();
        #[cfg(not(feature = "tls"))]
        false
    }

    /// Serves a connection, after the handshake if there is one. It has as much time as a head.
    pub(crate) async fn serve(
        &self,
        stream: TcpStream,
        front: HttpService,
        options: &Options,
        stop: &Stop,
    ) {
        // Of a connection that is gone already nobody will ask.
        let peer = stream.peer_addr().ok().map(|addr| Peer::Ip(addr.ip()));
        #[cfg(feature = "tls")]
        if let Some(acceptor) = &self.acceptor {
            let handshake = tokio::time::timeout(options.header_timeout, acceptor.accept(stream));
            let shaken = crate::race::unless(stop.reached(Stage::Settled), handshake).await;
            if let Some(Ok(Ok(stream))) = shaken {
                connection::serve(stream, peer, front, options, stop).await;
            }
            return;
        }
        connection::serve(stream, peer, front, options, stop).await;
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("is_on", &self.is_on()).finish()
    }
}

#[cfg(feature = "tls")]
mod on {
    use std::sync::Arc;

    use rustls::{
        ServerConfig,
        pki_types::{
            CertificateDer, PrivateKeyDer,
            pem::{self, PemObject as _},
        },
    };
    use xmlrpc_core::{Error, ErrorKind};

    use super::Tls;

    impl Tls {
        pub(crate) fn new(config: Arc<ServerConfig>) -> Self {
            Tls { acceptor: Some(config.into()) }
        }

        /// From a chain of certificates and its key, as files usually hold them.
        pub(crate) fn from_pem(certificates: &[u8], key: &[u8]) -> Result<Self, Error> {
            let failed = |what: &str, error: &dyn std::fmt::Display| {
                Error::new(ErrorKind::Tls, format!("{what}: {error}"))
            };
            let chain = CertificateDer::pem_slice_iter(certificates)
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| failed("the certificates cannot be read", &error))?;
            if chain.is_empty() {
                return Err(failed("the certificates cannot be read", &missing(certificates)));
            }
            // The error says what was expected, and nothing of the key.
            let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| match error {
                pem::Error::NoItemsFound => failed("the private key cannot be read", &missing(key)),
                error => failed("the private key cannot be read", &error),
            })?;
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let mut config = ServerConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .and_then(|config| config.with_no_client_auth().with_single_cert(chain, key))
                .map_err(|error| failed("the certificate cannot be used", &error))?;
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            Ok(Tls::new(Arc::new(config)))
        }
    }

    /// Why nothing of the kind is in it that was looked for.
    fn missing(pem: &[u8]) -> &'static str {
        const BEGIN: &[u8] = b"-----BEGIN ";
        if pem.windows(BEGIN.len()).any(|window| window == BEGIN) {
            "the PEM blocks in it are of another kind"
        } else {
            "no PEM block in it: give the file's content, not its path"
        }
    }
}

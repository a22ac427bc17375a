//! TLS around tokio's streams, with the certificates and keys of the configuration.

use std::{
    io,
    sync::{Arc, OnceLock},
};

use rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{
        CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
    },
    pki_types::{
        CertificateDer, PrivateKeyDer, ServerName, UnixTime,
        pem::{self, PemObject as _},
    },
};
use tokio_rustls::TlsConnector;
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

use super::Stream;
use crate::tls::Material;

/// What is needed to shake hands. What rustls makes of it is made when it is first needed.
pub(super) struct Tls {
    material: Material,
    config: OnceLock<Arc<ClientConfig>>,
}

impl Tls {
    pub(super) fn new(material: Material) -> Self {
        Tls { material, config: OnceLock::new() }
    }

    /// The stream, encrypted, to a server that is this host.
    ///
    /// # Errors
    ///
    /// What rustls says, as an I/O error; that of the stream.
    pub(super) async fn around(&self, host: &str, stream: Stream) -> io::Result<Stream> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connector = TlsConnector::from(self.config().map_err(io::Error::other)?);
        Ok(Box::new(connector.connect(name, stream).await?))
    }

    fn config(&self) -> Result<Arc<ClientConfig>, Box<dyn std::error::Error + Send + Sync>> {
        if let Some(config) = self.config.get() {
            return Ok(Arc::clone(config));
        }
        let config = Arc::new(config(&self.material)?);
        Ok(Arc::clone(self.config.get_or_init(|| config)))
    }
}

fn config(material: &Material) -> Result<ClientConfig, Box<dyn std::error::Error + Send + Sync>> {
    let builder = ClientConfig::builder_with_provider(Arc::clone(&material.provider))
        .with_safe_default_protocol_versions()?;
    let builder = if material.unchecked {
        let unchecked = Unchecked::new(&material.provider);
        builder.dangerous().with_custom_certificate_verifier(Arc::new(unchecked))
    } else {
        let mut roots = RootCertStore::empty();
        // The user's were looked at when they were read.
        let trusted = material.roots.as_deref().unwrap_or(TLS_SERVER_ROOT_CERTS);
        roots.add_parsable_certificates(trusted.iter().cloned());
        builder.with_root_certificates(roots)
    };
    Ok(match &material.identity {
        None => builder.with_no_client_auth(),
        Some((chain, key)) => {
            // What the parser says could quote the key.
            let key = PrivateKeyDer::from_pem_slice(key)
                .map_err(|_: pem::Error| "the private key cannot be used")?;
            builder.with_client_auth_cert(chain.clone(), key)?
        }
    })
}

/// Accepts every certificate, because the user said so.
#[derive(Debug)]
struct Unchecked(WebPkiSupportedAlgorithms);

impl Unchecked {
    fn new(provider: &CryptoProvider) -> Self {
        Unchecked(provider.signature_verification_algorithms)
    }
}

impl ServerCertVerifier for Unchecked {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}

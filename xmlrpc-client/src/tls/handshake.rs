//! What rustls makes of the certificates and keys of the configuration.

use std::{error::Error as StdError, sync::Arc};

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
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

use super::{Material, Tls};

impl Tls {
    /// The same for a program that speaks over its own sockets. It is for the command `xmlrpc`, and no part of what is stable.
    ///
    /// # Errors
    ///
    /// Kind `Tls`, unsent, as of a transport.
    #[doc(hidden)]
    pub fn rustls(&self) -> Result<Arc<ClientConfig>, xmlrpc_core::Error> {
        let config = config(&Material::read(self)?).map_err(|error| {
            xmlrpc_core::Error::new(xmlrpc_core::ErrorKind::Tls, error.to_string()).unsent()
        })?;
        Ok(Arc::new(config))
    }
}

pub(crate) fn config(material: &Material) -> Result<ClientConfig, Box<dyn StdError + Send + Sync>> {
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

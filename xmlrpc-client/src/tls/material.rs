//! Certificates and keys, read and checked before the first call.

use std::{fs, sync::Arc};

use rustls::{
    RootCertStore,
    crypto::CryptoProvider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    sign::CertifiedKey,
};
use xmlrpc_core::{Error, ErrorKind};

use super::{Pem, Tls};

/// Certificates and keys, read and checked.
pub(crate) struct Material {
    /// What is trusted, or `None` for Mozilla's roots.
    pub(crate) roots: Option<Vec<CertificateDer<'static>>>,
    /// A chain of certificates, and the text in PEM of its key.
    pub(crate) identity: Option<(Vec<CertificateDer<'static>>, Vec<u8>)>,
    pub(crate) unchecked: bool,
    /// What encrypts: what the program has chosen for all of it, or ring.
    pub(crate) provider: Arc<CryptoProvider>,
}

impl Material {
    /// Reads and checks what is configured.
    ///
    /// # Errors
    ///
    /// Kind `Tls`, unsent: a file cannot be read, a certificate is none, or a key does not fit its certificate.
    pub(crate) fn read(tls: &Tls) -> Result<Self, Error> {
        let provider = CryptoProvider::get_default()
            .cloned()
            .unwrap_or_else(|| Arc::new(rustls::crypto::ring::default_provider()));
        let identity = match &tls.identity {
            Some((certificate, key)) => Some(identity(certificate, key, &provider)?),
            None => None,
        };
        Ok(Material { roots: roots(tls)?, identity, unchecked: tls.unchecked, provider })
    }
}

impl Pem {
    fn read(&self) -> Result<Vec<u8>, Error> {
        match self {
            Pem::Bytes(bytes) => Ok(bytes.clone()),
            Pem::File(path) => fs::read(path).map_err(|error| {
                Error::new(ErrorKind::Tls, format!("cannot read {}: {error}", path.display()))
                    .unsent()
            }),
        }
    }
}

fn roots(tls: &Tls) -> Result<Option<Vec<CertificateDer<'static>>>, Error> {
    if tls.roots.is_empty() {
        return Ok(None);
    }
    let mut roots = Vec::new();
    for pem in &tls.roots {
        roots.extend(certificates(pem)?);
    }
    let mut store = RootCertStore::empty();
    for root in &roots {
        store.add(root.clone()).map_err(|error| {
            refused(format_args!("a certificate that is to be trusted is none: {error}"))
        })?;
    }
    if tls.mozilla {
        roots.extend_from_slice(webpki_root_certs::TLS_SERVER_ROOT_CERTS);
    }
    Ok(Some(roots))
}

fn identity(
    certificate: &Pem,
    key: &Pem,
    provider: &CryptoProvider,
) -> Result<(Vec<CertificateDer<'static>>, Vec<u8>), Error> {
    let chain = certificates(certificate)?;
    let text = key.read()?;
    // What the parser says could quote the key.
    let parsed = PrivateKeyDer::from_pem_slice(&text)
        .map_err(|_| refused(format_args!("{key} has no private key in PEM")))?;
    CertifiedKey::from_der(chain.clone(), parsed, provider).map_err(|error| {
        refused(format_args!(
            "the certificate in {certificate} and its key cannot be used: {error}"
        ))
    })?;
    Ok((chain, text))
}

fn certificates(pem: &Pem) -> Result<Vec<CertificateDer<'static>>, Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem.read()?).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => Err(refused(format_args!("{pem} has no certificate in PEM"))),
    }
}

fn refused(what: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Tls, what.to_string()).unsent()
}

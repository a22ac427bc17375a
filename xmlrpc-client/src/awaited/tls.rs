//! TLS around tokio's streams, with the certificates and keys of the configuration.

use std::{
    io,
    sync::{Arc, OnceLock},
};

use rustls::{ClientConfig, pki_types::ServerName};
use tokio_rustls::TlsConnector;

use super::Stream;
use crate::tls::{Material, config};

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

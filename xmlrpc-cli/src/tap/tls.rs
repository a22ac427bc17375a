//! TLS to the server.

use std::io;

use tokio::net::TcpStream;
use tokio_rustls::{TlsConnector, rustls::pki_types::ServerName};
use xmlrpc_client::Tls;
use xmlrpc_core::{Error, ErrorKind};

use super::listen::Stream;

/// What is needed to shake hands with a server.
pub(crate) struct Secured {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl Secured {
    /// # Errors
    ///
    /// When a file of it cannot be read, or the host is no name that a certificate can have.
    pub(crate) fn of(tls: &Tls, host: &str) -> Result<Self, Error> {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(bare.to_owned())
            .map_err(|error| Error::new(ErrorKind::Endpoint, error.to_string()))?;
        Ok(Secured { connector: tls.rustls()?.into(), name })
    }

    /// The stream, encrypted.
    pub(crate) async fn around(&self, stream: TcpStream) -> io::Result<Stream> {
        Ok(Box::pin(self.connector.connect(self.name.clone(), stream).await?))
    }
}

//! Opening connections.

use std::{error, fmt, sync::Arc};

use ureq::{
    Error,
    unversioned::transport::{
        ConnectProxyConnector, ConnectionDetails, Connector, Either, Transport,
    },
};

use crate::{
    endpoint::Place,
    lost::Watched,
    names::Names,
    socket::{Socket, end, told},
    stream::Stream,
};

/// Opens the connections of one endpoint, and marks its errors: what failed here failed before any byte of the call was
/// sent, which ureq's own errors do not tell.
#[derive(Debug)]
pub(crate) struct Opener {
    place: Place,
    names: Arc<Names>,
    /// Whether connections go through a proxy.
    proxied: bool,
    proxy: ConnectProxyConnector,
    #[cfg(feature = "tls")]
    tls: ureq::unversioned::transport::RustlsConnector,
}

impl Opener {
    pub(crate) fn new(place: Place, names: Arc<Names>, proxied: bool) -> Self {
        Opener {
            place,
            names,
            proxied,
            proxy: ConnectProxyConnector::default(),
            #[cfg(feature = "tls")]
            tls: ureq::unversioned::transport::RustlsConnector::default(),
        }
    }

    fn open(&self, details: &ConnectionDetails<'_>) -> Result<Box<dyn Transport>, Error> {
        let opened: Box<dyn Transport> = match self.proxy.connect(details, None::<()>)? {
            Some(Either::A(())) | None => Box::new(Socket::new(self.stream(details)?)),
            Some(Either::B(tunnel)) => tunnel,
        };
        #[cfg(feature = "tls")]
        if details.needs_tls() {
            let with_tls = self.tls.connect(details, Some(opened))?;
            return Ok(Box::new(with_tls.ok_or(Error::TlsRequired)?));
        }
        Ok(opened)
    }

    fn stream(&self, details: &ConnectionDetails<'_>) -> Result<Stream, Error> {
        let until = end(details.timeout);
        let stream = match &self.place {
            #[cfg(unix)]
            Place::Unix(path) => Stream::unix(path, until),
            Place::Net(_) => Stream::tcp(&details.addrs, until)
                // The name may have moved to other addresses.
                .inspect_err(|_| self.names.forget()),
        };
        stream.map_err(|error| told(error, details.timeout))
    }
}

impl Connector for Opener {
    type Out = Box<dyn Transport>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        _: Option<()>,
    ) -> Result<Option<Self::Out>, Error> {
        let opened = self.open(details).map_err(NotOpened::mark)?;
        // The connection to the proxy itself is opened by the same way, and watched from outside the tunnel.
        let is_proxy = self.proxied && details.config.proxy().is_none();
        Ok(Some(if is_proxy { opened } else { Box::new(Watched::new(opened)) }))
    }
}

/// The connection could not be opened: nothing of the call was sent.
#[derive(Debug)]
pub(crate) struct NotOpened(pub(crate) Error);

impl NotOpened {
    /// The same error, marked once.
    pub(crate) fn mark(error: Error) -> Error {
        match error {
            Error::Other(other) if other.is::<NotOpened>() => Error::Other(other),
            error => Error::Other(Box::new(NotOpened(error))),
        }
    }
}

impl fmt::Display for NotOpened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl error::Error for NotOpened {}

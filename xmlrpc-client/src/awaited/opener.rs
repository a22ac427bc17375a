//! Opening connections: look-up, socket, proxy, TLS, each within its time.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Instant,
};

use http::uri::Authority;
use tokio::time::timeout_at;
use xmlrpc_core::Error;

use super::{Stream, line, line::Line, tunnel};
use crate::{
    attempt::{Attempt, Phase},
    endpoint::{Address, Place, Protocol},
    names::Names,
    session::Session,
    stream::is_late,
};

/// Opens the connections of one endpoint.
pub(super) struct Opener {
    session: Arc<Session>,
    names: Arc<Names>,
    #[cfg(feature = "tls")]
    tls: Option<super::tls::Tls>,
}

impl Opener {
    pub(super) fn new(
        session: Arc<Session>,
        names: Arc<Names>,
        #[cfg(feature = "tls")] material: Option<crate::tls::Material>,
    ) -> Self {
        Opener {
            session,
            names,
            #[cfg(feature = "tls")]
            tls: material.map(super::tls::Tls::new),
        }
    }

    /// A connection over which calls can go.
    ///
    /// # Errors
    ///
    /// Unsent: why there is none.
    pub(super) async fn open(
        &self,
        attempt: &Attempt<'_>,
        until: Instant,
    ) -> Result<(Arc<Line>, Stream), Error> {
        let plan = &self.session.plan;
        let first = plan.proxy.as_ref().map_or(&plan.address, |proxy| &proxy.address);
        let addresses = addresses(attempt, first, &self.names, until).await?;
        let by = until.min(Instant::now() + attempt.connect);
        match timeout_at(by.into(), self.connect(attempt, first, &addresses, by)).await {
            Ok(opened) => opened,
            Err(_) => Err(attempt.timeout(Phase::Connect)),
        }
    }

    async fn connect(
        &self,
        attempt: &Attempt<'_>,
        first: &Address,
        addresses: &[SocketAddr],
        by: Instant,
    ) -> Result<(Arc<Line>, Stream), Error> {
        let line = socket(attempt, first, addresses, &self.names, by).await?;
        let mut stream: Stream = Box::new(line::Wire(Arc::clone(&line)));
        let plan = &self.session.plan;
        if let Some(proxy) = &plan.proxy {
            stream = self.secured(attempt, &proxy.address, stream).await?;
            let tunnel = tunnel::through(stream, &self.session.uri, proxy, &plan.user_agent).await;
            stream = tunnel.map_err(|error| attempt.not_connected(&error))?;
        }
        stream = self.secured(attempt, &plan.address, stream).await?;
        line.begin();
        Ok((line, stream))
    }

    /// The stream with TLS around it, where the other end has it.
    #[cfg(feature = "tls")]
    async fn secured(
        &self,
        attempt: &Attempt<'_>,
        address: &Address,
        stream: Stream,
    ) -> Result<Stream, Error> {
        let (Protocol::Https, Some(tls)) = (address.protocol, &self.tls) else { return Ok(stream) };
        let host = match &address.place {
            Place::Net(authority) => bare(authority.host()),
            #[cfg(unix)]
            Place::Unix(_) => "localhost",
        };
        let secured = tls.around(host, stream).await;
        secured.map_err(|error| {
            let error = match crate::stream::is_closed(&error) {
                true => attempt.tls_failed("the server closed the connection during the handshake"),
                false => attempt.tls_failed(error),
            };
            error.unsent()
        })
    }

    #[cfg(not(feature = "tls"))]
    async fn secured(
        &self,
        attempt: &Attempt<'_>,
        address: &Address,
        stream: Stream,
    ) -> Result<Stream, Error> {
        match address.protocol {
            Protocol::Https => Err(attempt.tls_failed("it is not built in").unsent()),
            Protocol::Http | Protocol::Scgi => Ok(stream),
        }
    }
}

/// The socket addresses of a place; a unix socket has none.
pub(crate) async fn addresses(
    attempt: &Attempt<'_>,
    address: &Address,
    names: &Arc<Names>,
    until: Instant,
) -> Result<Vec<SocketAddr>, Error> {
    let authority = match &address.place {
        Place::Net(authority) => authority,
        #[cfg(unix)]
        Place::Unix(_) => return Ok(Vec::new()),
    };
    let (host, port) = (bare(authority.host()), port(authority, address.protocol));
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![(address, port).into()]);
    }
    let by = until.min(Instant::now() + attempt.connect);
    let name = format!("{host}:{port}");
    match timeout_at(by.into(), names.addresses_async(&name)).await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(error)) => Err(attempt.not_resolved(&error)),
        Err(_) => Err(attempt.timeout(Phase::Resolve)),
    }
}

/// A connected socket.
pub(crate) async fn socket(
    attempt: &Attempt<'_>,
    address: &Address,
    addresses: &[SocketAddr],
    names: &Names,
    by: Instant,
) -> Result<Arc<Line>, Error> {
    let connected = match timeout_at(by.into(), line::connect(&address.place, addresses, by)).await
    {
        Ok(connected) => connected,
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    };
    connected.map_err(|error| {
        // The name may have moved to other addresses.
        names.forget();
        match is_late(&error) {
            true => attempt.timeout(Phase::Connect),
            false => attempt.not_connected(&error),
        }
    })
}

/// The host without the brackets of IPv6.
fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host)
}

pub(super) fn port(authority: &Authority, protocol: Protocol) -> u16 {
    authority.port_u16().unwrap_or(if protocol == Protocol::Https { 443 } else { 80 })
}

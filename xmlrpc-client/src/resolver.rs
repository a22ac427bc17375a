//! ureq's way to socket addresses.

use std::{
    error, fmt, io,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use http::{Uri, uri::Scheme};
use ureq::{
    Error,
    config::Config,
    unversioned::{
        resolver::{ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

use crate::{connector::NotOpened, endpoint::Place, names::Names};

/// Gives ureq the addresses of one endpoint.
///
/// ureq asks on every call, and its own resolver starts a thread each time as soon as a time-out is set: an address needs
/// no look-up, and a name none that is known. A failed one is a [`NotResolved`] here, where ureq's is any I/O error.
#[derive(Debug)]
pub(crate) struct EndpointResolver {
    /// A unix socket has no address.
    named: bool,
    names: Arc<Names>,
}

impl EndpointResolver {
    pub(crate) fn new(place: &Place, names: Arc<Names>) -> Self {
        EndpointResolver { named: matches!(place, Place::Net(_)), names }
    }
}

impl Resolver for EndpointResolver {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let mut addresses = self.empty();
        if !self.named {
            // ureq wants one; nobody looks at it.
            addresses.push((Ipv4Addr::UNSPECIFIED, 0).into());
            return Ok(addresses);
        }
        let Some((host, port)) = host_and_port(uri) else {
            return Err(NotOpened::mark(Error::HostNotFound));
        };
        if let Ok(address) = host.parse::<IpAddr>() {
            addresses.push((address, port).into());
            return Ok(addresses);
        }
        let found = self.names.addresses(&format!("{host}:{port}"), *timeout.after);
        for address in found.map_err(|error| not_resolved(error, timeout))? {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

fn not_resolved(error: io::Error, timeout: NextTimeout) -> Error {
    NotOpened::mark(if crate::stream::is_late(&error) {
        Error::Timeout(timeout.reason)
    } else {
        Error::Other(Box::new(NotResolved(error)))
    })
}

/// The host without brackets, and the port, which the scheme has one for.
fn host_and_port(uri: &Uri) -> Option<(&str, u16)> {
    let host = uri.host()?;
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let usual = if uri.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    Some((bare, uri.port_u16().unwrap_or(usual)))
}

/// The system knows no address of the name.
#[derive(Debug)]
pub(crate) struct NotResolved(pub(crate) io::Error);

impl fmt::Display for NotResolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl error::Error for NotResolved {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_that_of_the_scheme_unless_it_is_given() {
        let found = |text: &'static str| {
            host_and_port(&Uri::from_static(text)).map(|(host, port)| format!("{host} {port}"))
        };
        assert_eq!(found("http://127.0.0.1:81/").as_deref(), Some("127.0.0.1 81"));
        assert_eq!(found("http://[::1]/").as_deref(), Some("::1 80"));
        assert_eq!(found("https://a.example/").as_deref(), Some("a.example 443"));
    }
}

//! Where a server listens.

use std::{
    io, iter,
    net::{self, SocketAddr, ToSocketAddrs},
};

use socket2::SockRef;
use xmlrpc_core::{Error, ErrorKind};

#[cfg(unix)]
use crate::socket::SocketFile;

/// How many connections may wait to be accepted: as many as may be open by default. std's 128 are too few for clients that
/// all come back at once, some of which would be reset.
const QUEUE: u16 = 1024;

/// A socket that is bound, before there is a runtime.
#[derive(Debug)]
pub(crate) enum Bound {
    Tcp(net::TcpListener, SocketAddr),
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener, SocketFile),
}

/// A connection that no runtime knows yet.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(net::TcpStream),
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixStream),
}

impl Bound {
    /// Binds the first of these addresses that can be.
    pub(crate) fn tcp(address: impl ToSocketAddrs) -> Result<Self, Error> {
        let addresses: Vec<SocketAddr> = address
            .to_socket_addrs()
            .map_err(|error| {
                Error::new(
                    ErrorKind::Resolve,
                    format!(
                        "no address to listen on: {error}; write a host and a port, such as 127.0.0.1:8000, or port 0 for \
                         any that is free"
                    ),
                )
            })?
            .collect();
        let bound = net::TcpListener::bind(&*addresses)
            .and_then(|listener| listener.local_addr().map(|addr| (listener, addr)));
        let (listener, addr) = bound.map_err(|error| {
            let names: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            let names = if names.is_empty() { "no address".to_owned() } else { names.join(", ") };
            Error::new(ErrorKind::Endpoint, format!("cannot listen on {names}: {error}"))
        })?;
        // Where it cannot be set, the queue is as long as std made it.
        let _ = SockRef::from(&listener).listen(QUEUE.into());
        Ok(Bound::Tcp(listener, addr))
    }

    /// The address, if it has one.
    pub(crate) fn addr(&self) -> Option<SocketAddr> {
        match self {
            Bound::Tcp(_, addr) => Some(*addr),
            #[cfg(unix)]
            Bound::Unix(..) => None,
        }
    }

    /// The URL under which programs on this machine call it.
    pub(crate) fn url(&self, path: &str, tls: bool) -> String {
        match self {
            Bound::Tcp(_, addr) => {
                let scheme = if tls { "https" } else { "http" };
                format!("{scheme}://{}{path}", reachable(*addr))
            }
            #[cfg(unix)]
            Bound::Unix(_, file) => file.url(path),
        }
    }
}

/// A [`Bound`] on a runtime.
pub(crate) enum Listener {
    Tcp(tokio::net::TcpListener),
    #[cfg(unix)]
    Unix(tokio::net::UnixListener, #[allow(dead_code, reason = "removes the file")] SocketFile),
}

impl Listener {
    pub(crate) fn new(bound: Bound) -> io::Result<Self> {
        match bound {
            Bound::Tcp(listener, _) => {
                listener.set_nonblocking(true)?;
                tokio::net::TcpListener::from_std(listener).map(Listener::Tcp)
            }
            #[cfg(unix)]
            Bound::Unix(listener, file) => {
                listener.set_nonblocking(true)?;
                Ok(Listener::Unix(tokio::net::UnixListener::from_std(listener)?, file))
            }
        }
    }

    /// Closes it, and gives the connections that wait to be accepted: to their clients they are open, and may carry calls.
    pub(crate) fn close(self) -> io::Result<Vec<Stream>> {
        match self {
            Listener::Tcp(listener) => {
                let listener = listener.into_std()?;
                Ok(waiting(|| {
                    let (stream, _) = listener.accept()?;
                    stream.set_nonblocking(true)?;
                    let _ = stream.set_nodelay(true);
                    Ok(Stream::Tcp(stream))
                }))
            }
            #[cfg(unix)]
            Listener::Unix(listener, _file) => {
                let listener = listener.into_std()?;
                Ok(waiting(|| {
                    let (stream, _) = listener.accept()?;
                    stream.set_nonblocking(true)?;
                    Ok(Stream::Unix(stream))
                }))
            }
        }
    }

    pub(crate) async fn accept(&self) -> io::Result<Stream> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Answers are written in one piece: waiting for more would only delay them. Where it cannot be set, they
                // are late.
                let _ = stream.set_nodelay(true);
                stream.into_std().map(Stream::Tcp)
            }
            #[cfg(unix)]
            Listener::Unix(listener, _) => {
                let (stream, _) = listener.accept().await?;
                stream.into_std().map(Stream::Unix)
            }
        }
    }
}

/// The connections that wait to be accepted, as this accepts one without waiting.
fn waiting<S>(accept: impl Fn() -> io::Result<S>) -> Vec<S> {
    let accepted = iter::repeat_with(accept).take(QUEUE.into());
    // Any other error is one of that connection.
    let is_none = |error: &io::Error| error.kind() == io::ErrorKind::WouldBlock;
    accepted.take_while(|one| !one.as_ref().is_err_and(is_none)).flatten().collect()
}

/// An address to which a program on this machine can connect.
fn reachable(mut addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        net::IpAddr::V4(ip) if ip.is_unspecified() => addr.set_ip(net::Ipv4Addr::LOCALHOST.into()),
        net::IpAddr::V6(ip) if ip.is_unspecified() => addr.set_ip(net::Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    addr
}

//! Where clients call.

use std::{
    io,
    net::{SocketAddr, ToSocketAddrs as _},
    pin::Pin,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
};

/// A connected stream, of whatever kind.
pub(crate) type Stream = Pin<Box<dyn Both>>;

pub(crate) trait Both: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Both for T {}

#[derive(Debug)]
pub(crate) enum Listening {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(tokio::net::UnixListener, std::path::PathBuf),
}

impl Listening {
    /// Listens on an address, or on a unix socket where the text has a slash. It is called inside a runtime.
    ///
    /// # Errors
    ///
    /// When the address is taken, or one that others can reach and that was not said.
    pub(crate) fn open(text: &str, public: bool) -> io::Result<Self> {
        if text.contains('/') {
            return unix(text);
        }
        let text = if text.starts_with(':') { format!("127.0.0.1{text}") } else { text.to_owned() };
        let addresses: Vec<SocketAddr> = text.to_socket_addrs()?.collect();
        if !public && addresses.iter().any(|address| !address.ip().is_loopback()) {
            return Err(io::Error::other("others can reach this address; --public allows it"));
        }
        let listener = std::net::TcpListener::bind(addresses.as_slice())?;
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener).map(Listening::Tcp)
    }

    pub(crate) async fn accept(&self) -> io::Result<Stream> {
        match self {
            Listening::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok(Box::pin(stream))
            }
            #[cfg(unix)]
            Listening::Unix(listener, _) => Ok(Box::pin(listener.accept().await?.0)),
        }
    }

    /// As a client names it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Listening::Tcp(listener) => match listener.local_addr() {
                Ok(address) => format!("http://{address}"),
                Err(error) => error.to_string(),
            },
            #[cfg(unix)]
            Listening::Unix(_, path) => format!("http+unix://{}", path.display()),
        }
    }
}

#[cfg(unix)]
fn unix(text: &str) -> io::Result<Listening> {
    use std::{
        fs,
        os::unix::{fs::FileTypeExt as _, net::UnixStream},
    };

    let path = std::path::absolute(text)?;
    // What a tap that was stopped left behind.
    let is_socket = fs::metadata(&path).is_ok_and(|data| data.file_type().is_socket());
    if is_socket && UnixStream::connect(&path).is_err() {
        fs::remove_file(&path)?;
    }
    Ok(Listening::Unix(tokio::net::UnixListener::bind(&path)?, path))
}

#[cfg(not(unix))]
fn unix(_: &str) -> io::Result<Listening> {
    Err(io::Error::other("there are no unix sockets here"))
}

//! A connected socket, TCP or unix, that knows whether a byte of a call has left and whether one of its answer came.

#[cfg(unix)]
use std::path::Path;
use std::{
    io::{self, ErrorKind as Io, IoSlice},
    mem::MaybeUninit,
    net::{Shutdown, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Instant,
};

use socket2::SockRef;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Duration, sleep, timeout},
};

use crate::{
    endpoint::Place,
    stream::{is_closed, left, share},
};

/// How often a unix socket is tried whose listener has no room.
#[cfg(unix)]
const ROOM: Duration = Duration::from_millis(5);

/// A socket, and what went over it since its call began.
#[derive(Debug)]
pub(crate) struct Line {
    socket: Socket,
    sent: AtomicBool,
    answered: AtomicBool,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// Connects to the place: to the first of these addresses that answers, or to its unix socket.
///
/// # Errors
///
/// As for [`Stream`](crate::stream::Stream).
pub(crate) async fn connect(
    place: &Place,
    addresses: &[SocketAddr],
    until: Instant,
) -> io::Result<Arc<Line>> {
    let socket = match place {
        Place::Net(_) => tcp(addresses, until).await?,
        #[cfg(unix)]
        Place::Unix(path) => unix(path, until).await?,
    };
    Ok(Arc::new(Line { socket, sent: AtomicBool::new(false), answered: AtomicBool::new(false) }))
}

async fn tcp(addresses: &[SocketAddr], until: Instant) -> io::Result<Socket> {
    let mut last = None;
    for (index, address) in addresses.iter().enumerate() {
        let share = share(left(until)?, addresses.len() - index);
        match timeout(share, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true)?;
                return Ok(Socket::Tcp(stream));
            }
            Ok(Err(error)) => last = Some(error),
            Err(_) => last = Some(Io::TimedOut.into()),
        }
    }
    left(until)?;
    Err(last.unwrap_or_else(|| Io::AddrNotAvailable.into()))
}

#[cfg(unix)]
async fn unix(path: &Path, until: Instant) -> io::Result<Socket> {
    loop {
        match UnixStream::connect(path).await {
            // The queue of the listener is full, which one that waits would wait out.
            Err(error) if error.kind() == Io::WouldBlock => sleep(left(until)?.min(ROOM)).await,
            connected => return connected.map(Socket::Unix),
        }
    }
}

impl Line {
    /// What is written from now on is a new call.
    pub(super) fn begin(&self) {
        self.sent.store(false, Relaxed);
        self.answered.store(false, Relaxed);
    }

    /// Whether a byte has left since the call began.
    pub(crate) fn sent(&self) -> bool {
        self.sent.load(Relaxed)
    }

    /// Whether a byte came since the call began.
    pub(super) fn answered(&self) -> bool {
        self.answered.load(Relaxed)
    }

    /// Whether the other side has neither closed nor sent anything, on a connection on which nothing is awaited.
    pub(super) fn is_open(&self) -> bool {
        // tokio's sockets never wait.
        let peeked = self.raw().peek(&mut [MaybeUninit::uninit()]);
        matches!(peeked, Err(error) if error.kind() == Io::WouldBlock)
    }

    fn raw(&self) -> SockRef<'_> {
        match &self.socket {
            Socket::Tcp(stream) => SockRef::from(stream),
            #[cfg(unix)]
            Socket::Unix(stream) => SockRef::from(stream),
        }
    }
}

impl Socket {
    fn poll_read(&self, cx: &mut Context<'_>, bytes: &mut [u8]) -> Poll<io::Result<usize>> {
        loop {
            let read = match self {
                Socket::Tcp(stream) => {
                    ready!(stream.poll_read_ready(cx))?;
                    stream.try_read(bytes)
                }
                #[cfg(unix)]
                Socket::Unix(stream) => {
                    ready!(stream.poll_read_ready(cx))?;
                    stream.try_read(bytes)
                }
            };
            match read {
                Err(error) if error.kind() == Io::WouldBlock => {}
                read => return Poll::Ready(read),
            }
        }
    }

    fn poll_write(&self, cx: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            let written = match self {
                Socket::Tcp(stream) => {
                    ready!(stream.poll_write_ready(cx))?;
                    stream.try_write_vectored(pieces)
                }
                #[cfg(unix)]
                Socket::Unix(stream) => {
                    ready!(stream.poll_write_ready(cx))?;
                    stream.try_write_vectored(pieces)
                }
            };
            match written {
                Err(error) if error.kind() == Io::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }
}

/// A line as a stream of bytes. There is one of it.
#[derive(Debug)]
pub(crate) struct Wire(pub(crate) Arc<Line>);

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(self.0.socket.poll_read(cx, bytes.initialize_unfilled()))?;
        if read > 0 {
            self.0.answered.store(true, Relaxed);
        }
        bytes.advance(read);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = match ready!(self.0.socket.poll_write(cx, pieces)) {
            // What the server has said before it closed may still be read, and that it has closed will be seen there.
            Err(error) if is_closed(&error) && self.0.sent() => {
                pieces.iter().map(|piece| piece.len()).sum()
            }
            written => written?,
        };
        if written > 0 {
            self.0.sent.store(true, Relaxed);
        }
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(self.0.raw().shutdown(Shutdown::Write))
    }
}

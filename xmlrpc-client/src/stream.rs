//! A connected socket, TCP or unix, that ends on time.

use std::{
    io::{self, ErrorKind as Io, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};
#[cfg(unix)]
use std::{
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::Path,
};

use socket2::SockRef;

/// The shortest time-out that every system can set.
const SHORTEST: Duration = Duration::from_millis(1);

/// No address of several gets less time than this, as long as there is so much.
const SHARE: Duration = Duration::from_secs(2);

/// A connected socket. Reading and writing end at a point in time.
///
/// The system's own time-outs are set only where what is wanted differs notably from what is set: each setting is a system
/// call, and the time that is left of a call is a little less each time that it is asked for. What is set may be longer
/// than what is wanted by 1/64, and by so much a call can end too late.
#[derive(Debug)]
pub(crate) struct Stream {
    socket: Socket,
    /// What the socket has been told to wait at most when it reads.
    reading: Option<Duration>,
    /// The same when it writes.
    writing: Option<Duration>,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// Writing failed, after so many bytes.
#[derive(Debug)]
pub(crate) struct Unwritten {
    pub(crate) written: usize,
    pub(crate) error: io::Error,
}

impl Stream {
    /// Connects to the first of these addresses that answers.
    ///
    /// # Errors
    ///
    /// That of the last address; [`is_late`] where the time is over.
    pub(crate) fn tcp(addresses: &[SocketAddr], until: Instant) -> io::Result<Self> {
        let mut last = None;
        for (index, address) in addresses.iter().enumerate() {
            let share = share(left(until)?, addresses.len() - index);
            match TcpStream::connect_timeout(address, share) {
                Ok(stream) => {
                    // Without it a call in two pieces would wait for an acknowledgement of the first: 40 ms.
                    stream.set_nodelay(true)?;
                    return Ok(Stream {
                        socket: Socket::Tcp(stream),
                        reading: None,
                        writing: None,
                    });
                }
                Err(error) => last = Some(error),
            }
        }
        left(until)?;
        Err(last.unwrap_or_else(|| Io::AddrNotAvailable.into()))
    }

    /// Connects to the socket of this path.
    ///
    /// # Errors
    ///
    /// The system's; [`is_late`] where the time is over.
    #[cfg(unix)]
    pub(crate) fn unix(path: &Path, until: Instant) -> io::Result<Self> {
        use socket2::{Domain, SockAddr, Type};
        let address = SockAddr::unix(path)?;
        let socket = socket2::Socket::new(Domain::UNIX, Type::STREAM, None)?;
        let mut writing = left(until)?.max(SHORTEST);
        loop {
            // It holds for connecting too, where the queue of the listener is full.
            socket.set_write_timeout(Some(writing))?;
            match socket.connect(&address) {
                Ok(()) => break,
                Err(error) if error.kind() == Io::Interrupted || error.kind() == Io::WouldBlock => {
                    writing = left(until)?.max(SHORTEST);
                }
                Err(error) => return Err(error),
            }
        }
        let socket = Socket::Unix(OwnedFd::from(socket).into());
        Ok(Stream { socket, reading: None, writing: Some(writing) })
    }

    /// Reads what is there, and waits for it if nothing is. 0 says that the other side has closed.
    ///
    /// # Errors
    ///
    /// The system's; [`is_late`] where the time is over.
    pub(crate) fn read(&mut self, bytes: &mut [u8], until: Instant) -> io::Result<usize> {
        loop {
            let left = left(until)?;
            limit(&mut self.reading, left, |time| match &self.socket {
                Socket::Tcp(stream) => stream.set_read_timeout(time),
                #[cfg(unix)]
                Socket::Unix(stream) => stream.set_read_timeout(time),
            })?;
            let read = match &mut self.socket {
                Socket::Tcp(stream) => stream.read(bytes),
                #[cfg(unix)]
                Socket::Unix(stream) => stream.read(bytes),
            };
            match read {
                Err(error) if is_early(&error) => {}
                read => return read,
            }
        }
    }

    /// Writes all of it, in one system call if the system takes it.
    ///
    /// # Errors
    ///
    /// The system's, with the number of bytes that it has taken; [`is_late`] where the time is over.
    pub(crate) fn write_all(&mut self, bytes: &[u8], until: Instant) -> Result<(), Unwritten> {
        let mut written = 0;
        while written < bytes.len() {
            match self.write(&bytes[written..], until) {
                Ok(0) => return Err(Unwritten { written, error: Io::WriteZero.into() }),
                Ok(more) => written += more,
                Err(error) => return Err(Unwritten { written, error }),
            }
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize> {
        loop {
            let left = left(until)?;
            limit(&mut self.writing, left, |time| match &self.socket {
                Socket::Tcp(stream) => stream.set_write_timeout(time),
                #[cfg(unix)]
                Socket::Unix(stream) => stream.set_write_timeout(time),
            })?;
            let written = match &mut self.socket {
                Socket::Tcp(stream) => stream.write(bytes),
                #[cfg(unix)]
                Socket::Unix(stream) => stream.write(bytes),
            };
            match written {
                Err(error) if is_early(&error) => {}
                written => return written,
            }
        }
    }

    /// Whether the other side has neither closed nor sent anything.
    ///
    /// For a connection on which nothing is awaited: bytes there are no answer to anything.
    pub(crate) fn is_open(&self) -> bool {
        let socket = match &self.socket {
            Socket::Tcp(stream) => SockRef::from(stream),
            #[cfg(unix)]
            Socket::Unix(stream) => SockRef::from(stream),
        };
        matches!(peek(&socket), Err(error) if error.kind() == Io::WouldBlock)
    }
}

/// One byte without taking it and without waiting for it.
#[cfg(unix)]
fn peek(socket: &SockRef<'_>) -> io::Result<usize> {
    let mut byte = [std::mem::MaybeUninit::uninit()];
    socket.recv_with_flags(&mut byte, libc::MSG_PEEK | libc::MSG_DONTWAIT)
}

#[cfg(not(unix))]
fn peek(socket: &SockRef<'_>) -> io::Result<usize> {
    socket.set_nonblocking(true)?;
    let peeked = socket.peek(&mut [std::mem::MaybeUninit::uninit()]);
    socket.set_nonblocking(false)?;
    peeked
}

/// Makes the system wait for about `wanted`, if it would not already.
fn limit(
    set: &mut Option<Duration>,
    wanted: Duration,
    apply: impl FnOnce(Option<Duration>) -> io::Result<()>,
) -> io::Result<()> {
    let wanted = wanted.max(SHORTEST);
    if set.is_some_and(|set| set.abs_diff(wanted) <= set / 64) {
        return Ok(());
    }
    match apply(Some(wanted)) {
        Ok(()) => *set = Some(wanted),
        // macOS refuses once the other side has closed, though what it has sent can still be read.
        Err(error) if cfg!(target_os = "macos") && error.kind() == Io::InvalidInput => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// How long the next of so many addresses may take to answer.
pub(crate) fn share(left: Duration, addresses: usize) -> Duration {
    let addresses = u32::try_from(addresses).unwrap_or(u32::MAX).max(1);
    (left / addresses).max(SHARE).min(left).max(SHORTEST)
}

/// The time that is left, which is more than none.
pub(crate) fn left(until: Instant) -> io::Result<Duration> {
    match until.checked_duration_since(Instant::now()) {
        None | Some(Duration::ZERO) => Err(Io::TimedOut.into()),
        Some(left) => Ok(left),
    }
}

/// Whether the system stopped waiting, which it may do before the time is over.
fn is_early(error: &io::Error) -> bool {
    match error.kind() {
        Io::Interrupted | Io::WouldBlock => true,
        Io::TimedOut => cfg!(windows),
        _ => false,
    }
}

/// Whether an error of a [`Stream`] says that the time is over.
///
/// The system gives the same kind, with a number of its own, to a connection that it gives up by itself.
pub(crate) fn is_late(error: &io::Error) -> bool {
    error.kind() == Io::TimedOut && error.raw_os_error().is_none()
}

/// Whether the other side closed the connection, in whichever way the system noticed.
pub(crate) fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe
    )
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn pair() -> (Stream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = Stream::tcp(&[listener.local_addr().unwrap()], soon()).unwrap();
        (stream, listener.accept().unwrap().0)
    }

    #[test]
    fn addresses_are_tried_in_turn() {
        let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let live = listener.local_addr().unwrap();
        assert!(Stream::tcp(&[dead, live], soon()).is_ok());
        let error = Stream::tcp(&[dead, dead], soon()).unwrap_err();
        assert_eq!(error.kind(), Io::ConnectionRefused);
        assert!(is_late(&Stream::tcp(&[live], Instant::now()).unwrap_err()));
    }

    #[test]
    fn what_is_set_is_set_again_only_where_it_differs_notably() {
        let mut set = None;
        let mut calls = Vec::new();
        let second = Duration::from_secs(1);
        for wanted in [second * 30, second * 30 - second / 10, second * 29, second * 29, second] {
            limit(&mut set, wanted, |time| {
                calls.push(time);
                Ok(())
            })
            .unwrap();
        }
        assert_eq!(calls, [Some(second * 30), Some(second * 29), Some(second)]);
        // A setting that failed was none.
        limit(&mut set, second * 2, |_| Err(Io::Other.into())).unwrap_err();
        assert_eq!(set, Some(second));
    }

    #[test]
    fn a_time_that_was_set_shorter_ends_nothing_early() {
        let (mut stream, other) = pair();
        stream.reading = Some(Duration::from_millis(64));
        if let Socket::Tcp(socket) = &stream.socket {
            socket.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
        }
        let until = Instant::now() + Duration::from_millis(64);
        let error = stream.read(&mut [0], until).unwrap_err();
        assert!(is_late(&error) && Instant::now() >= until, "{error}");
        drop(other);
    }

    #[test]
    fn open_is_what_has_neither_ended_nor_said_anything() {
        let (stream, mut other) = pair();
        assert!(stream.is_open());
        other.write_all(b"x").unwrap();
        // The byte is on its way.
        while stream.is_open() {
            thread::yield_now();
        }
        let (stream, other) = pair();
        drop(other);
        while stream.is_open() {
            thread::yield_now();
        }
    }

    #[test]
    fn what_is_written_to_a_full_connection_is_counted() {
        let (mut stream, _other) = pair();
        let until = Instant::now() + Duration::from_millis(50);
        let unwritten = stream.write_all(&vec![0; 64 << 20], until).unwrap_err();
        assert!(unwritten.written > 0 && is_late(&unwritten.error), "{unwritten:?}");
    }
}

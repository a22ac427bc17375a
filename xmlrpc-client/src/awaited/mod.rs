//! Calls that are awaited, on tokio: the same plan, the same words, other sockets.
//!
//! A call belongs to the runtime on which it is awaited, and so do its connections.

mod http;
mod line;
mod opener;
mod pool;
#[cfg(feature = "tls")]
mod tls;
mod tunnel;

use tokio::{
    io::{AsyncRead, AsyncWrite},
    runtime::{Handle, Id},
    task::JoinHandle,
};
use xmlrpc_core::{Error, ErrorKind};

pub(crate) use http::Http;
pub(crate) use line::Wire;
pub(crate) use opener::{addresses, socket};

/// A connection, through whatever lies around its socket.
trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

type Stream = Box<dyn Io>;

/// The runtime that awaits the call to this endpoint.
///
/// # Errors
///
/// Kind `Mode`, unsent: it is not awaited on tokio.
pub(crate) fn runtime(endpoint: &str) -> Result<Id, Error> {
    Handle::try_current().map(|runtime| runtime.id()).map_err(|_| {
        let what = format!(
            "{endpoint}: the call is awaited outside of a tokio runtime, which it needs for its sockets and timers"
        );
        Error::new(ErrorKind::Mode, what).unsent()
    })
}

/// A task that ends with what it is for.
#[derive(Debug)]
struct Task(JoinHandle<()>);

impl Task {
    fn of(work: impl Future + Send + 'static) -> Self {
        Task(tokio::spawn(async move {
            // Whoever waits for an answer is told of what went wrong.
            work.await;
        }))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

//! A server in the background, and the handle to it.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener},
    sync::{Arc, Condvar, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use tokio::{
    runtime,
    sync::{Semaphore, watch},
    time::timeout,
};
use xmlrpc_core::{Error, ErrorKind, Router};

use crate::{accept::Acceptor, front::Front, guard::Guard, options::Options};

/// A server that runs on a thread of its own.
///
/// Dropping the handle detaches: the server goes on until the process ends. [`stop`](Running::stop) ends it.
///
/// ```
/// use xmlrpc_server::Server;
///
/// # fn main() -> Result<(), xmlrpc_core::Error> {
/// let running = Server::bind("127.0.0.1:0")?.spawn()?;
/// assert_eq!(running.url(), format!("http://127.0.0.1:{}/RPC2", running.addr().port()));
/// assert!(running.stop());
/// # Ok(())
/// # }
/// ```
pub struct Running {
    addr: SocketAddr,
    url: String,
    state: Arc<State>,
}

struct State {
    stop: watch::Sender<bool>,
    /// Whether every call had ended, once the server has.
    ended: Mutex<Option<bool>>,
    bell: Condvar,
}

impl Running {
    /// The address it listens on, with the port that the system chose where 0 was bound.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The URL under which programs on this machine call it: `http://127.0.0.1:43211/RPC2`.
    ///
    /// For a server that listens on all addresses (`0.0.0.0`, `[::]`) it names the loopback one.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops the server, and returns when it has.
    ///
    /// From now on connections are refused. Calls in flight are answered if they end within the
    /// [`stop_timeout`](crate::Server::stop_timeout), then everything is closed. A second call waits for the same end.
    ///
    /// Returns whether all calls had ended: `false` says that some were cut off. Methods among them run on until
    /// they return, and keep their service alive so long.
    ///
    /// It blocks the calling thread; a method of this very server must not call it.
    pub fn stop(&self) -> bool {
        self.state.stop.send_replace(true);
        self.state.wait()
    }

    /// Waits until the server has ended because [`stop`](Running::stop) was called on another thread. Returns what it
    /// returns.
    pub fn wait(&self) -> bool {
        self.state.wait()
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("url", &self.url).finish_non_exhaustive()
    }
}

impl State {
    fn wait(&self) -> bool {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(clean) = *ended {
                return clean;
            }
            ended = self.bell.wait(ended).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Tells those who wait that the server has ended, whatever ended it.
struct Ending {
    state: Arc<State>,
    clean: bool,
}

impl Drop for Ending {
    fn drop(&mut self) {
        *self.state.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.clean);
        self.state.bell.notify_all();
    }
}

/// Starts the thread of a server, and returns when it listens.
pub(crate) fn spawn(
    listener: TcpListener,
    addr: SocketAddr,
    router: Router,
    options: Options,
) -> Result<Running, Error> {
    let url = format!("http://{}{}", reachable(addr), options.path);
    let state = Arc::new(State {
        stop: watch::Sender::new(false),
        ended: Mutex::new(None),
        bell: Condvar::new(),
    });
    let (started, start) = mpsc::sync_channel(1);
    let ending = Ending { state: state.clone(), clean: false };
    thread::Builder::new()
        .name("xmlrpc-server".to_owned())
        .spawn(move || run(listener, addr, router, options, ending, &started))
        .map_err(|error| failed("start a thread", &error))?;
    match start.recv() {
        Ok(Ok(())) => Ok(Running { addr, url, state }),
        Ok(Err(error)) => Err(error),
        Err(_) => Err(Error::new(ErrorKind::Transport, "the server ended before it had started")),
    }
}

/// The thread of a server.
fn run(
    listener: TcpListener,
    addr: SocketAddr,
    router: Router,
    options: Options,
    mut ending: Ending,
    started: &mpsc::SyncSender<Result<(), Error>>,
) {
    let runtime = runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(options.max_calls.max(1))
        .thread_name("xmlrpc-call")
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = started.send(Err(failed("start its runtime", &error)));
            return;
        }
    };
    let stop = ending.state.stop.subscribe();
    ending.clean = runtime.block_on(async move {
        let listener = listener
            .set_nonblocking(true)
            .and_then(|()| tokio::net::TcpListener::from_std(listener))
            .map_err(|error| failed("listen", &error));
        let listener = match listener {
            Ok(listener) => listener,
            Err(error) => {
                let _ = started.send(Err(error));
                return false;
            }
        };
        let _ = started.send(Ok(()));
        let connections = Permits::new(options.max_connections);
        let calls = Permits::new(options.max_calls);
        let guard = Guard::new(addr, &options);
        let limit = options.stop_timeout;
        let acceptor = Acceptor {
            front: Front::new(router, guard, calls.semaphore.clone(), &options),
            options: Arc::new(options),
            connections: connections.semaphore.clone(),
            stop,
        };
        acceptor.run(listener).await;
        // A call can outlive its connection, which the client may have closed.
        let all_back = async {
            connections.all_back().await;
            calls.all_back().await;
        };
        timeout(limit, all_back).await.is_ok()
    });
    // Not dropped, which would wait for the methods that were cut off.
    runtime.shutdown_timeout(Duration::ZERO);
    drop(ending);
}

/// A bounded number of things that may exist at once.
struct Permits {
    semaphore: Arc<Semaphore>,
    count: u32,
}

impl Permits {
    fn new(count: usize) -> Self {
        // More than the semaphore can hold is as good as no limit.
        let count = u32::try_from(count).unwrap_or(u32::MAX).min(1 << 28);
        Permits { semaphore: Arc::new(Semaphore::new(count as usize)), count }
    }

    /// Waits until none exists.
    async fn all_back(&self) {
        let _ = self.semaphore.acquire_many(self.count).await;
    }
}

fn failed(what: &str, error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Transport, format!("the server cannot {what}: {error}"))
}

/// An address to which a program on this machine can connect.
fn reachable(mut addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => addr.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => addr.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    addr
}

//! A server in the background, and the handle to it.

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Condvar, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use tokio::{
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};
use xmlrpc_core::{Error, ErrorKind, Router};

use crate::{
    accept::Acceptor,
    front::HttpService,
    guard::Guard,
    listener::{Bound, Listener},
    options::Options,
    stop::{MOMENT, Stage, Stop},
    tls::Tls,
    worker::{Shared, Workers, runtime},
};

/// How long the callers of calls in flight may take to read that these were cut off.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A server that runs on threads of its own.
///
/// Dropping the handle detaches: the server goes on until the process ends. [`stop`](Running::stop) ends it.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_core::*; pub use xmlrpc_server::*; }
/// use xmlrpc_proxy::Server;
///
/// # fn main() -> Result<(), xmlrpc_proxy::Error> {
/// let running = Server::bind("127.0.0.1:0")?.spawn()?;
/// assert_eq!(running.url(), format!("http://127.0.0.1:{}/RPC2", running.addr().port()));
/// assert!(running.stop());
/// # Ok(())
/// # }
/// ```
pub struct Running {
    addr: SocketAddr,
    urls: Vec<String>,
    state: Arc<State>,
}

struct State {
    stage: watch::Sender<Stage>,
    /// Whether every call had ended, once the server has.
    ended: Mutex<Option<bool>>,
    bell: Condvar,
}

impl Running {
    /// The address it listens on, with the port that the system chose where 0 was bound: the first, where there are several.
    /// `0.0.0.0:0` for a server that listens on unix sockets only.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The URL under which programs on this machine call it: `http://127.0.0.1:43211/RPC2`.
    ///
    /// For a server that listens on all addresses (`0.0.0.0`, `[::]`) it names the loopback one, and for one that listens
    /// in several places the first of them.
    pub fn url(&self) -> &str {
        self.urls.first().map_or("", String::as_str)
    }

    /// The URLs of all places where it listens, in the order in which they were bound.
    pub fn urls(&self) -> &[String] {
        &self.urls
    }

    /// Stops the server, and returns when it has.
    ///
    /// From now on connections are refused. Those that are open stay so for a moment (100 ms), for calls that are on
    /// their way; each has one more answer, which tells the client that it is the last. Calls in flight are answered if they end within the
    /// [`stop_timeout`](crate::Server::stop_timeout). Those that do not are answered then with 503 and a text that says that
    /// they may have run, and everything is closed. A second call waits for the same end.
    ///
    /// Returns whether all calls had ended: `false` says that some were cut off. Methods among them run on until
    /// they return, and keep their service alive so long. A limit of less than 100 milliseconds cuts off connections that are
    /// idle, too, which are kept open so long.
    ///
    /// It blocks the calling thread; a method of this very server must not call it. A method of a service declared inline
    /// that does not return holds a thread of the server, and with it this: what is inline returns soon.
    pub fn stop(&self) -> bool {
        self.begin_stop();
        self.state.wait()
    }

    /// Begins to stop the server as [`stop`](Running::stop) does, and returns at once: for a thread that must not wait, such as
    /// that of a window. [`wait`](Running::wait) waits for the end.
    pub fn begin_stop(&self) {
        self.state.enter(Stage::Stopping);
    }

    /// Waits until the server has ended because [`stop`](Running::stop) or [`begin_stop`](Running::begin_stop) was called, here
    /// or on another thread. Returns what `stop` returns.
    pub fn wait(&self) -> bool {
        self.state.wait()
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("urls", &self.urls).finish_non_exhaustive()
    }
}

impl State {
    /// Tells the whole server of a stage, unless it is past that.
    fn enter(&self, stage: Stage) {
        self.stage.send_if_modified(|now| {
            let later = *now < stage;
            if later {
                *now = stage;
            }
            later
        });
    }

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

/// Starts the first thread of a server, and returns when it listens.
pub(crate) fn spawn(
    bound: Vec<Bound>,
    router: Router,
    options: Options,
    tls: Tls,
) -> Result<Running, Error> {
    let urls = bound.iter().map(|bound| bound.url(&options.path, tls.is_on())).collect();
    let addr = bound.iter().find_map(Bound::addr).unwrap_or((Ipv4Addr::UNSPECIFIED, 0).into());
    let state = Arc::new(State {
        stage: watch::Sender::new(Stage::Serving),
        ended: Mutex::new(None),
        bell: Condvar::new(),
    });
    let (started, start) = mpsc::sync_channel(1);
    let ending = Ending { state: state.clone(), clean: false };
    thread::Builder::new()
        .name("xmlrpc-server".to_owned())
        .spawn(move || run(bound, router, options, tls, ending, &started))
        .map_err(|error| failed("start a thread", &error))?;
    match start.recv() {
        Ok(Ok(())) => Ok(Running { addr, urls, state }),
        Ok(Err(error)) => Err(error),
        Err(_) => Err(Error::new(ErrorKind::Transport, "the server ended before it had started")),
    }
}

/// The first thread of a server.
fn run(
    bound: Vec<Bound>,
    router: Router,
    options: Options,
    tls: Tls,
    mut ending: Ending,
    started: &mpsc::SyncSender<Result<(), Error>>,
) {
    let runtime = match runtime(options.max_calls) {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = started.send(Err(failed("start its runtime", &error)));
            return;
        }
    };
    let state = ending.state.clone();
    ending.clean = runtime.block_on(async move {
        let addrs: Vec<SocketAddr> = bound.iter().filter_map(Bound::addr).collect();
        let listeners = match bound.into_iter().map(Listener::new).collect::<Result<Vec<_>, _>>() {
            Ok(listeners) => listeners,
            Err(error) => {
                let _ = started.send(Err(failed("listen", &error)));
                return false;
            }
        };
        let _ = started.send(Ok(()));
        let connections = Permits::new(options.max_connections);
        let calls = Permits::new(options.max_calls);
        let guard = Guard::new(&addrs, &options);
        let limit = options.stop_timeout;
        let workers = Workers::new(Shared {
            front: HttpService::new(router, guard, calls.semaphore.clone(), &options),
            options: Arc::new(options),
            tls,
            stop: Stop::new(state.stage.subscribe()),
        });
        let acceptor = Arc::new(Acceptor::new(workers, connections.semaphore.clone()));
        let accepting: Vec<_> = listeners
            .into_iter()
            .map(|listener| {
                let acceptor = acceptor.clone();
                tokio::spawn(async move { acceptor.run(listener).await })
            })
            .collect();
        for one in accepting {
            // One that panicked accepts no more either.
            let _ = one.await;
        }
        state.enter(Stage::Leaving);
        let settling = state.clone();
        tokio::spawn(async move {
            sleep(MOMENT).await;
            settling.enter(Stage::Settled);
        });
        // A call can outlive its connection, which the client may have closed.
        let all_back = async {
            connections.all_back().await;
            calls.all_back().await;
        };
        let clean = timeout(limit, all_back).await.is_ok();
        if !clean {
            state.enter(Stage::Over);
            let _ = timeout(LAST_WORDS, connections.all_back()).await;
        }
        if let Some(acceptor) = Arc::into_inner(acceptor) {
            acceptor.workers.end();
        }
        clean
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

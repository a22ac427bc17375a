//! The threads on which connections live, each with a runtime of its own.
//!
//! A connection stays where it was put: nothing of it is shared between cores. A further thread is started only when all
//! that run have a connection, so that a server of few clients is a server of few threads.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::{
    runtime::{self, Runtime},
    sync::{OwnedSemaphorePermit, mpsc, watch},
};

use crate::{
    connection, front::HttpService, listener::Stream, options::Options, peer::Peer, race::unless,
    stop::Stop, tls::Tls,
};

/// What the connections of a server have in common.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    pub(crate) front: HttpService,
    pub(crate) options: Arc<Options>,
    pub(crate) tls: Tls,
    pub(crate) stop: Stop,
}

/// A connection on its way to its thread.
struct Arrival {
    stream: Stream,
    permit: OwnedSemaphorePermit,
    open: Open,
}

/// Counts the connections of a thread, this one among them.
struct Open(Arc<AtomicUsize>);

impl Open {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Open(count.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The threads of a server. The first of them is the one that accepts.
pub(crate) struct Workers {
    shared: Shared,
    first: Arc<AtomicUsize>,
    others: Mutex<Vec<Worker>>,
    /// Closed when the threads are to end.
    end: watch::Sender<()>,
}

struct Worker {
    open: Arc<AtomicUsize>,
    arrivals: mpsc::UnboundedSender<Arrival>,
    thread: JoinHandle<()>,
}

impl Workers {
    pub(crate) fn new(shared: Shared) -> Self {
        Workers {
            shared,
            first: Arc::default(),
            others: Mutex::default(),
            end: watch::Sender::new(()),
        }
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Serves a connection on the thread that has fewest. To be called on the first of them.
    pub(crate) fn serve(&self, stream: Stream, permit: OwnedSemaphorePermit) {
        let count = |open: &AtomicUsize| open.load(Ordering::Relaxed);
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let fewest = |others: &[Worker]| {
            let least = others.iter().enumerate().min_by_key(|(_, worker)| count(&worker.open));
            least.map(|(index, worker)| (index, count(&worker.open)))
        };
        let mut least = fewest(&others);
        let busy = count(&self.first) > 0 && least.is_none_or(|(_, open)| open > 0);
        if busy
            && others.len() + 1 < self.shared.options.threads
            // Where there is no thread to have, those that run have to do.
            && let Ok(worker) = self.start(others.len() + 2)
        {
            others.push(worker);
            least = fewest(&others);
        }
        if let Some((index, open)) = least
            && open < count(&self.first)
        {
            let worker = &others[index];
            let arrival = Arrival { stream, permit, open: Open::new(&worker.open) };
            // It listens until the server ends.
            let _ = worker.arrivals.send(arrival);
        } else {
            let arrival = Arrival { stream, permit, open: Open::new(&self.first) };
            tokio::spawn(run(arrival, self.shared.clone()));
        }
    }

    fn start(&self, number: usize) -> io::Result<Worker> {
        let runtime = runtime(self.shared.options.max_calls)?;
        let (sender, mut arrivals) = mpsc::unbounded_channel();
        let (shared, mut end) = (self.shared.clone(), self.end.subscribe());
        let thread =
            thread::Builder::new().name(format!("xmlrpc-server-{number}")).spawn(move || {
                runtime.block_on(async {
                    let arriving = async {
                        while let Some(arrival) = arrivals.recv().await {
                            tokio::spawn(run(arrival, shared.clone()));
                        }
                    };
                    // Nothing is ever sent: it is closed, which is an error.
                    unless(end.changed(), arriving).await;
                });
                // Not dropped, which would wait for the methods that were cut off.
                runtime.shutdown_timeout(Duration::ZERO);
            })?;
        Ok(Worker { open: Arc::default(), arrivals: sender, thread })
    }

    /// Ends the other threads, and what is left of their connections.
    pub(crate) fn end(self) {
        drop(self.end);
        for worker in self.others.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // One that panicked has ended as well.
            let _ = worker.thread.join();
        }
    }
}

/// A runtime for one thread.
pub(crate) fn runtime(max_calls: usize) -> io::Result<Runtime> {
    runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(max_calls.max(1))
        .thread_name("xmlrpc-call")
        .build()
}

async fn run(arrival: Arrival, shared: Shared) {
    let Arrival { stream, permit, open } = arrival;
    let Shared { front, options, tls, stop } = shared;
    // A socket that the runtime does not take is closed.
    match stream {
        Stream::Tcp(stream) => {
            if let Ok(stream) = tokio::net::TcpStream::from_std(stream) {
                tls.serve(stream, front, &options, &stop).await;
            }
        }
        #[cfg(unix)]
        Stream::Unix(stream) => {
            if let Ok(stream) = tokio::net::UnixStream::from_std(stream) {
                connection::serve(stream, Some(Peer::Unix), front, &options, &stop).await;
            }
        }
    }
    drop((open, permit));
}

//! Connections that are kept from one call to the next.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::SendRequest;
use tokio::runtime::Id;

use super::{Task, line::Line};
use crate::http::IDLE_CONNECTIONS;

/// A connection that was idle for longer is not used again: many a server closes it at that age.
const IDLE: Duration = Duration::from_secs(15);

/// A connection that serves one call at a time. Dropped, it closes.
pub(super) struct Connection {
    pub(super) sender: SendRequest<Full<Bytes>>,
    pub(super) line: Arc<Line>,
    /// Whether it has served a call before.
    pub(super) kept: bool,
    /// It can be used on this runtime only.
    pub(super) runtime: Id,
    pub(super) task: Task,
}

/// A connection without a call. Its socket is its task's alone, so that it closes with its runtime.
struct Idle {
    sender: SendRequest<Full<Bytes>>,
    line: Weak<Line>,
    runtime: Id,
    task: Task,
    since: Instant,
}

impl Idle {
    fn is_of_use(&self) -> bool {
        !self.sender.is_closed() && self.since.elapsed() < IDLE
    }
}

/// The connections that are kept.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Idle>>);

impl Pool {
    /// A connection of this runtime, on which nothing has happened since its last call. The latest is the first.
    pub(super) fn take(&self, runtime: Id) -> Option<Connection> {
        loop {
            let Idle { sender, line, task, .. } = {
                let mut idle = self.lock();
                let index = idle.iter().rposition(|it| it.runtime == runtime && it.is_of_use())?;
                idle.remove(index)
            };
            if let Some(line) = line.upgrade()
                && line.is_open()
            {
                line.begin();
                return Some(Connection { sender, line, kept: true, runtime, task });
            }
        }
    }

    /// Keeps a connection that is ready for another call, and gives up those of no use any more.
    pub(super) fn put(&self, connection: Connection) {
        let Connection { sender, line, runtime, task, .. } = connection;
        let line = Arc::downgrade(&line);
        let mut idle = self.lock();
        idle.retain(Idle::is_of_use);
        if idle.len() >= IDLE_CONNECTIONS {
            idle.remove(0);
        }
        idle.push(Idle { sender, line, runtime, task, since: Instant::now() });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

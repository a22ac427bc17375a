//! The calls themselves.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use xmlrpc_core::Error;

use super::figures::{Figures, Mode};
use crate::{document::Document, report::Problem, server::Server};

/// How long it goes on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    calls: u64,
    time: Duration,
}

impl Bounds {
    /// Whichever comes first, and 5 seconds where nothing is said.
    pub(crate) fn new(calls: Option<u64>, time: Option<Duration>) -> Self {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);
        let default = if calls.is_some() { LONGEST } else { Duration::from_secs(5) };
        Bounds { calls: calls.unwrap_or(u64::MAX), time: time.unwrap_or(default).min(LONGEST) }
    }
}

/// What is called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) server: &'a Server,
    pub(crate) method: &'a str,
    pub(crate) call: &'a [u8],
    pub(crate) bounds: Bounds,
}

/// What the threads share.
struct Shared {
    begun: Instant,
    /// Calls that were begun.
    taken: AtomicU64,
    running: AtomicUsize,
}

/// Calls on so many connections at once, each on a thread of its own.
pub(crate) fn all(job: &Job<'_>, mode: Mode, connections: usize) -> Figures {
    let shared = Shared {
        begun: Instant::now(),
        taken: AtomicU64::new(0),
        running: AtomicUsize::new(connections),
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..connections)
            .map(|_| {
                scope.spawn(|| {
                    let figures = one(job, mode, &shared);
                    shared.running.fetch_sub(1, Ordering::Relaxed);
                    figures
                })
            })
            .collect();
        if io::stderr().is_terminal() {
            show_progress(mode, &shared);
        }
        let mut all = Figures::new(mode, connections);
        for thread in threads {
            match thread.join() {
                Ok(figures) => all.add(figures),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all.took = shared.begun.elapsed();
        all
    })
}

/// One line that is written over until the last thread ends.
fn show_progress(mode: Mode, shared: &Shared) {
    let mut err = io::stderr().lock();
    while shared.running.load(Ordering::Relaxed) > 0 {
        let calls = shared.taken.load(Ordering::Relaxed);
        let time = shared.begun.elapsed().as_secs_f64();
        // Where nobody listens, there is nobody to tell.
        let _ = write!(err, "\r{}: {calls} calls, {time:.1} s\u{1b}[K", mode.word());
        let _ = err.flush();
        thread::sleep(Duration::from_millis(50));
    }
    let _ = write!(err, "\r\u{1b}[K");
}

/// Calls on one connection, or on one after the other.
fn one(job: &Job<'_>, mode: Mode, shared: &Shared) -> Figures {
    let mut figures = Figures::new(mode, 1);
    let mut server = job.server.anew();
    if let (Mode::Connected, Ok(server)) = (mode, &server) {
        // Connects. If it fails, the calls that are counted do.
        let _ = server.send(job.method, job.call);
    }
    while shared.begun.elapsed() < job.bounds.time
        && shared.taken.fetch_add(1, Ordering::Relaxed) < job.bounds.calls
    {
        if mode == Mode::Reconnecting {
            server = job.server.anew();
        }
        let begun = Instant::now();
        let answer = match &server {
            Ok(server) => server.send(job.method, job.call).map_err(Problem::from),
            Err(error) => Err(failed(error)),
        };
        let took = begun.elapsed();
        match answer.and_then(|answer| job.server.read(job.method, &answer)) {
            Ok(Document::Fault(_)) => figures.fault(took),
            Ok(_) => figures.result(took),
            Err(problem) => figures.error(problem),
        }
    }
    figures
}

fn failed(error: &Error) -> Problem {
    Problem::new(error.kind(), error.to_string())
}

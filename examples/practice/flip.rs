//! The switch, turned while many threads call.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use xmlrpc_proxy::{
    Config, Error, Remote, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::people::{Person, PersonDb, PersonDbProxy, PersonError};

/// What was seen while the switch was turned.
#[derive(Debug, Default)]
pub struct Flipped {
    pub turns: u64,
    pub calls: u64,
    pub errors: u64,
    pub local: u64,
    pub remote: u64,
}

/// An implementation that counts its calls.
struct Counted<L> {
    inner: L,
    calls: Arc<AtomicU64>,
}

impl<L: PersonDb> PersonDb for Counted<L> {
    fn get_person(&self, id: &str) -> Result<Person, PersonError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.inner.get_person(id)
    }
    fn find(&self, words: &[String], limit: Option<u32>) -> Result<Vec<Person>, PersonError> {
        self.inner.find(words, limit)
    }
}

/// A transport that counts its calls.
struct CountedTransport {
    inner: Remote,
    calls: Arc<AtomicU64>,
}

impl Transport for CountedTransport {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.inner.call(request)
    }
    fn describe(&self) -> String {
        self.inner.describe()
    }
    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }
    fn reading(&self) -> Reading {
        self.inner.reading()
    }
}

/// Lets eight threads call for a second, and turns the switch every few milliseconds.
pub fn flip(db: impl PersonDb + Send + Sync, server: &Config) -> Result<Flipped, Error> {
    const THREADS: usize = 8;
    let (local, remote) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let transport =
        Remote::new(CountedTransport { inner: server.connect()?, calls: remote.clone() });
    let people = PersonDbProxy::local(Counted { inner: db, calls: local.clone() });
    let ended = AtomicBool::new(false);
    let (calls, errors) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut turns = 0;

    let turned = thread::scope(|scope| {
        for thread in 0..THREADS {
            let (people, ended, calls, errors) = (&people, &ended, &calls, &errors);
            scope.spawn(move || {
                let id = (1 + thread).to_string();
                while !ended.load(Ordering::Relaxed) {
                    calls.fetch_add(1, Ordering::Relaxed);
                    let right =
                        people.get_person(&id).is_ok_and(|person| person.id.to_string() == id);
                    if !right {
                        errors.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        let start = Instant::now();
        let turn = || -> Result<(), Error> {
            while start.elapsed() < Duration::from_secs(1) {
                people.switch().remote(&transport)?;
                thread::sleep(Duration::from_millis(5));
                people.switch().local()?;
                thread::sleep(Duration::from_millis(5));
                turns += 2;
            }
            Ok(())
        };
        let turned = { turn }();
        ended.store(true, Ordering::Relaxed);
        turned
    });
    turned?;

    Ok(Flipped {
        turns,
        calls: calls.into_inner(),
        errors: errors.into_inner(),
        local: local.load(Ordering::Relaxed),
        remote: remote.load(Ordering::Relaxed),
    })
}

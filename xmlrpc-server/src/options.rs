//! What can be set, and what it is when it is not.

use std::{num::NonZero, time::Duration};

use xmlrpc_core::wire::{Dialect, Limits, Tolerance};

use crate::{auth::Auth, peer::Proxies};

/// The most bytes of a request's head. Hyper answers 431 above it.
pub(crate) const HEAD_BYTES: usize = 32 << 10;

/// How long a connection that is being closed is still read from, so that what the client is sending does not reset
/// the connection before the answer was read.
pub(crate) const LINGER: Duration = Duration::from_secs(2);

/// The most bytes of a body that are not counted against what all bodies together may take.
pub(crate) const SMALL: usize = 64 << 10;

#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// Where calls are answered, with its first slash.
    pub(crate) path: String,
    pub(crate) hosts: Vec<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) public: bool,
    /// Whether credentials may travel where others can read them.
    pub(crate) plaintext: bool,
    pub(crate) auth: Auth,
    pub(crate) proxies: Proxies,
    /// What [`limits`](Options::limits) is made of.
    pub(crate) limits: Limits,
    pub(crate) max_body: Option<usize>,
    pub(crate) tolerance: Tolerance,
    pub(crate) dialect: Dialect,
    pub(crate) header_timeout: Duration,
    pub(crate) body_timeout: Duration,
    pub(crate) idle_timeout: Duration,
    pub(crate) stop_timeout: Duration,
    pub(crate) max_connections: usize,
    pub(crate) max_calls: usize,
    /// Bytes of bodies that are longer than [`SMALL`], of all requests together.
    pub(crate) max_buffered: usize,
    /// Threads that read and write.
    pub(crate) threads: usize,
}

impl Options {
    /// What a call may hold.
    pub(crate) fn limits(&self) -> Limits {
        match self.max_body {
            Some(bytes) => self.limits.body(bytes),
            None => self.limits,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            path: "/RPC2".to_owned(),
            hosts: Vec::new(),
            origins: Vec::new(),
            public: false,
            plaintext: false,
            auth: Auth::default(),
            proxies: Proxies::default(),
            limits: Limits::default(),
            max_body: None,
            tolerance: Tolerance::default(),
            dialect: Dialect::default(),
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(60),
            stop_timeout: Duration::from_secs(5),
            max_connections: 1024,
            max_calls: 512,
            max_buffered: 256 << 20,
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

//! What can be set, and what it is when it is not.

use std::time::Duration;

use xmlrpc_core::wire::{Dialect, Limits, Tolerance};

/// The most bytes of a request's head. Hyper answers 431 above it.
pub(crate) const HEAD_BYTES: usize = 32 << 10;

/// How long a connection that is being closed is still read from, so that what the client is sending does not reset
/// the connection before the answer was read.
pub(crate) const LINGER: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// Where calls are answered, with its first slash.
    pub(crate) path: String,
    pub(crate) hosts: Vec<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) public: bool,
    pub(crate) limits: Limits,
    pub(crate) tolerance: Tolerance,
    pub(crate) dialect: Dialect,
    pub(crate) header_timeout: Duration,
    pub(crate) body_timeout: Duration,
    pub(crate) idle_timeout: Duration,
    pub(crate) stop_timeout: Duration,
    pub(crate) max_connections: usize,
    pub(crate) max_calls: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            path: "/RPC2".to_owned(),
            hosts: Vec::new(),
            origins: Vec::new(),
            public: false,
            limits: Limits::default(),
            tolerance: Tolerance::default(),
            dialect: Dialect::default(),
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(60),
            stop_timeout: Duration::from_secs(5),
            max_connections: 1024,
            max_calls: 512,
        }
    }
}

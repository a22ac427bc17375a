//! The tests of calls that block, with calls that are awaited: both ways fail and succeed alike, in the same words.
#![cfg(feature = "async")]
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]
#![allow(clippy::duplicate_mod, reason = "each is a program of its own elsewhere")]

#[path = "call.rs"]
mod call;
#[path = "failures.rs"]
mod failures;
#[path = "hostile.rs"]
mod hostile;
#[path = "options.rs"]
mod options;
#[path = "repeat.rs"]
mod repeat;
#[path = "scgi.rs"]
mod scgi;
#[path = "stale.rs"]
mod stale;
#[cfg(feature = "tls")]
#[path = "tls.rs"]
mod tls;
#[cfg(unix)]
#[path = "unix.rs"]
mod unix;

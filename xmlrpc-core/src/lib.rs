//! The heart of `xmlrpc-proxy`: values, the wire format, dispatch, and the proxy with its run-time switch.
//!
//! There is no I/O here, no thread and no async runtime. Programs depend on `xmlrpc-proxy`, which re-exports what
//! they need.

mod base64;
mod datetime;
mod error;
mod fault;
mod method;
mod router;
mod service;
mod structure;
mod system;
mod target;
mod transport;
mod value;
pub mod wire;

pub use base64::Base64;
pub use datetime::DateTime;
pub use error::{Error, ErrorKind};
pub use fault::Fault;
pub use method::Method;
pub use router::{Route, Router};
pub use service::Service;
pub use structure::{Iter as StructIter, Struct};
pub use target::{ConnectFn, LOCAL, Resolve, Target};
pub use transport::{Missing, Remote, Request, Response, Transport};
pub use value::Value;

/// What a call gives: a value, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

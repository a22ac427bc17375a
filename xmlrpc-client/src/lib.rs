//! The client side of `xmlrpc-proxy`: where calls go, and the transport that carries them there.
//!
//! Programs depend on `xmlrpc-proxy`, which re-exports what they need. There is
//!
//! * [`Endpoint`], parsed from text: `local`, `http://host[:port][/path]`, `https://...` (feature `tls`),
//!   `http+unix:///socket[:/path]`, `scgi://host:port` and `scgi+unix:///socket`;
//! * [`Config`], all options in one place, filled in code or by serde;
//! * [`Http`], the [`Transport`](xmlrpc_core::Transport) over HTTP/1.1 with connections kept alive;
//! * [`Scgi`], the transport over SCGI, one connection a call;
//! * [`Retrying`] and [`Failover`], transports over others: calls that are made again, and several endpoints that stand
//!   for one;
//! * `Watch`, a switch that follows a file (feature `watch`);
//! * [`connect`], from text straight to a transport, for the code that `#[service]` writes.
//!
//! Nothing here opens a connection before the first call. With the feature `async` each of these transports can be awaited
//! too, on a tokio runtime with I/O and timers ([`Transport::call_async`](xmlrpc_core::Transport::call_async)); without it such
//! a call fails and says so.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod attempt;
mod auth;
#[cfg(feature = "async")]
mod awaited;
mod balance;
mod budget;
mod buffers;
mod challenge;
mod compose;
mod config;
mod connector;
#[cfg(feature = "cookies")]
mod cookies;
mod endpoint;
mod explain;
mod failover;
#[cfg(test)]
mod failover_tests;
#[cfg(feature = "gzip")]
mod gzip;
mod headers;
mod health;
#[doc(hidden)]
pub mod hint;
mod http;
mod lost;
mod names;
mod plan;
mod proxy;
mod repeat;
mod resolver;
mod retry;
mod retrying;
mod scgi;
mod session;
mod socket;
mod span;
mod stream;
mod tls;
mod unfold;
#[cfg(feature = "watch")]
mod watch;

pub use auth::Auth;
pub use balance::{Balance, Order};
pub use config::Config;
pub use endpoint::{DEFAULT_PATH, Endpoint};
pub use failover::Failover;
pub use headers::Headers;
pub use http::Http;
pub use proxy::HttpProxy;
pub use retry::Retry;
pub use retrying::Retrying;
pub use scgi::Scgi;
pub use tls::Tls;
#[cfg(feature = "watch")]
pub use watch::{Watch, Watching};

use std::time::Duration;

use xmlrpc_core::{Error, Remote};

/// Time-outs end here, so that a point in time can be computed from each.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What a call that is awaited gives where nothing was built in to await it.
#[cfg(not(feature = "async"))]
fn not_built<'a>(
    transport: &impl xmlrpc_core::Transport,
) -> xmlrpc_core::BoxFuture<'a, Result<xmlrpc_core::Response, Error>> {
    let what = format!(
        "{}: calls that are awaited need a feature: build xmlrpc-proxy with its feature `async`",
        transport.describe()
    );
    Box::pin(std::future::ready(Err(Error::new(xmlrpc_core::ErrorKind::Mode, what).unsent())))
}

/// Makes the transport of an endpoint, with every option at its default.
///
/// It has the shape of [`ConnectFn`](xmlrpc_core::ConnectFn), by which core, which knows no HTTP, is given a client.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use xmlrpc_proxy::Transport;
///
/// let remote = xmlrpc_proxy::connect("http://127.0.0.1:8080")?;
/// assert_eq!(remote.describe(), "http://127.0.0.1:8080/RPC2");
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// # Errors
///
/// Kind `Endpoint`: the text is no endpoint (see [`Endpoint`]), or is `local`, which needs no transport.
pub fn connect(text: &str) -> Result<Remote, Error> {
    Config::new(text)?.connect()
}

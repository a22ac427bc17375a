//! The transport over SCGI, which rTorrent and programs behind a web server speak.

mod answer;
#[cfg(feature = "async")]
mod awaited;
mod document;

use std::{fmt, io, net::SocketAddr, sync::Arc, time::Instant};

use answer::Answer;
use xmlrpc_core::{
    BoxFuture, Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{
    Config, LONGEST,
    attempt::{Attempt, Phase},
    endpoint::{Place, Protocol},
    names::Names,
    plan::Plan,
    stream::{Stream, Unwritten, is_closed, is_late},
};

/// How much is read at a time.
const PIECE: usize = 64 << 10;

/// Calls one XML-RPC server over [SCGI], on the network or through a unix socket. Each call has a connection of its own, as
/// the protocol wants it.
///
/// The answer has a head as in CGI (`Status`, `Content-Type`, `Content-Length`); an answer without a length ends with its
/// connection. SCGI has neither authentication nor encryption: who can connect can call.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use xmlrpc_proxy::{Config, Scgi};
///
/// let scgi = Scgi::new(&Config::new("scgi://127.0.0.1:5000")?)?;
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// [SCGI]: https://python.ca/scgi/protocol.txt
#[derive(Clone)]
pub struct Scgi {
    plan: Arc<Plan>,
    names: Arc<Names>,
}

impl Scgi {
    /// A transport with these settings. A call opens a connection, not this.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the endpoint is not SCGI, or as for [`Config::connect`].
    pub fn new(config: &Config) -> Result<Self, Error> {
        let plan = Plan::new(config)?;
        if plan.address.protocol != Protocol::Scgi {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "the endpoint speaks HTTP and no SCGI: its transport is `Http`",
            )
            .unsent());
        }
        Ok(Scgi { names: Names::new(plan.config.names_kept), plan: Arc::new(plan) })
    }

    fn connect(&self, attempt: &Attempt<'_>, until: Instant) -> Result<Stream, Error> {
        let by = until.min(Instant::now() + self.plan.config.connect_timeout);
        let stream = match &self.plan.address.place {
            #[cfg(unix)]
            Place::Unix(path) => Stream::unix(path, by),
            Place::Net(authority) => {
                let addresses = self.addresses(attempt, authority.as_str(), by)?;
                // Looking the name up and connecting have a time each.
                let by = until.min(Instant::now() + self.plan.config.connect_timeout);
                Stream::tcp(&addresses, by).inspect_err(|_| self.names.forget())
            }
        };
        stream.map_err(|error| match is_late(&error) {
            true => attempt.timeout(Phase::Connect),
            false => attempt.not_connected(&error),
        })
    }

    fn addresses(
        &self,
        attempt: &Attempt<'_>,
        host: &str,
        by: Instant,
    ) -> Result<Vec<SocketAddr>, Error> {
        if let Ok(address) = host.parse::<SocketAddr>() {
            return Ok(vec![address]);
        }
        let time = by.saturating_duration_since(Instant::now());
        self.names.addresses(host, time).map_err(|error| match is_late(&error) {
            true => attempt.timeout(Phase::Resolve),
            false => attempt.not_resolved(&error),
        })
    }

    fn attempt(&self, request: &Request<'_>) -> Attempt<'_> {
        let config = &self.plan.config;
        Attempt {
            endpoint: &self.plan.shown,
            tls: false,
            proxy: None,
            connect: config.connect_timeout,
            whole: request.timeout.unwrap_or(config.timeout).min(LONGEST),
        }
    }

    /// The document that is sent.
    fn document(&self, attempt: &Attempt<'_>, request: &Request<'_>) -> Result<Vec<u8>, Error> {
        let Plan { config, address, headers, .. } = &*self.plan;
        if request.body.len() > config.max_request {
            return Err(attempt.too_large(request.body.len(), config.max_request));
        }
        if attempt.whole.is_zero() {
            return Err(attempt.timeout(Phase::Connect));
        }
        let once = self.plan.headers_of(request)?;
        Ok(document::call(&address.path, headers, &once, request.body))
    }
}

fn failed(attempt: &Attempt<'_>, error: &io::Error) -> Error {
    match is_late(error) {
        true => attempt.timeout(Phase::Answer),
        false => attempt.broken(error),
    }
}

impl Transport for Scgi {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let attempt = self.attempt(request);
        let until = Instant::now() + attempt.whole;
        let document = self.document(&attempt, request)?;
        let mut stream = self.connect(&attempt, until)?;
        let broken = match stream.write_all(&document, until) {
            Ok(()) => None,
            Err(Unwritten { written: 0, error }) if is_late(&error) => {
                return Err(attempt.timeout(Phase::Connect));
            }
            Err(Unwritten { written: 0, error }) => return Err(attempt.unsent(&error)),
            // What the server has said before it closed may still be read.
            Err(Unwritten { error, .. }) if is_closed(&error) => Some(failed(&attempt, &error)),
            Err(Unwritten { error, .. }) => return Err(failed(&attempt, &error)),
        };
        let mut answer = Answer::new(attempt, self.plan.config.max_response);
        let mut piece = vec![0; PIECE];
        loop {
            let read = stream.read(&mut piece, until).map_err(|error| failed(&attempt, &error));
            let told = match read {
                Ok(read) => answer.read(&piece[..read]),
                Err(error) => answer.failed(error),
            };
            match told {
                Ok(Some(response)) => return Ok(response),
                Ok(None) => {}
                Err(error) if answer.is_in_head() => return Err(broken.unwrap_or(error)),
                Err(error) => return Err(error),
            }
        }
    }

    #[cfg(feature = "async")]
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        Box::pin(self.call_awaited(request))
    }

    #[cfg(not(feature = "async"))]
    fn call_async<'a>(&'a self, _: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        crate::not_built(self)
    }

    fn describe(&self) -> String {
        self.plan.shown.clone()
    }

    fn dialect(&self) -> Dialect {
        self.plan.config.dialect
    }

    fn reading(&self) -> Reading {
        self.plan.config.reading()
    }
}

impl fmt::Debug for Scgi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scgi({})", self.plan.shown)
    }
}

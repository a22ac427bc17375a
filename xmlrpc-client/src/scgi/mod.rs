//! The transport over SCGI, which rTorrent and programs behind a web server speak.

mod document;

use std::{
    fmt, io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use http::{HeaderMap, StatusCode};
use xmlrpc_core::{
    Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{
    Config, LONGEST,
    answer::{End, Judge, Received},
    attempt::{Attempt, Phase},
    endpoint::{Place, Protocol},
    names::Names,
    plan::Plan,
    stream::{Stream, Unwritten, is_closed, is_late},
};

/// How long a head may be, in bytes.
const MOST_HEAD: usize = 64 << 10;

/// How much is read at a time.
const PIECE: usize = 64 << 10;

/// Calls one XML-RPC server over [SCGI], on the network or through a unix socket. Each call has a connection of its own, as
/// the protocol wants it.
///
/// The answer has a head as in CGI (`Status`, `Content-Type`, `Content-Length`); an answer without a length ends with its
/// connection. SCGI has neither authentication nor encryption: who can connect can call.
///
/// ```
/// use xmlrpc_client::{Config, Scgi};
///
/// let scgi = Scgi::new(&Config::new("scgi://127.0.0.1:5000")?)?;
/// # Ok::<(), xmlrpc_core::Error>(())
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

    /// Reads the head of the answer. What was read of the body comes with it.
    fn head(
        attempt: &Attempt<'_>,
        stream: &mut Stream,
        until: Instant,
    ) -> Result<(StatusCode, HeaderMap, Vec<u8>), Error> {
        let mut bytes = Vec::new();
        loop {
            let looked = bytes.len();
            let more =
                more(stream, &mut bytes, PIECE, until).map_err(|error| failed(attempt, &error))?;
            if let Some(end) = document::end_of_head(&bytes, looked) {
                if end > MOST_HEAD {
                    return Err(attempt.head_too_large(MOST_HEAD));
                }
                let (status, headers) = document::head(&bytes[..end]).map_err(|what| {
                    attempt.error(
                        ErrorKind::Transport,
                        format_args!("the server's answer is not SCGI as it should be: {what}"),
                    )
                })?;
                return Ok((status, headers, bytes.split_off(end)));
            }
            if bytes.len() > MOST_HEAD {
                return Err(attempt.head_too_large(MOST_HEAD));
            }
            if !more {
                return Err(attempt.broken(&io::ErrorKind::UnexpectedEof.into()));
            }
        }
    }
}

/// Reads the body to its length, or to the end of the connection where it has none, or to one byte more than `limit`.
fn body(
    attempt: &Attempt<'_>,
    stream: &mut Stream,
    mut bytes: Vec<u8>,
    length: Option<u64>,
    limit: usize,
    until: Instant,
) -> Received {
    let wanted = length.and_then(|length| usize::try_from(length).ok()).unwrap_or(usize::MAX);
    let end = loop {
        if bytes.len() >= wanted {
            bytes.truncate(wanted);
            break if wanted > limit { End::TooLarge } else { End::Whole };
        }
        if bytes.len() > limit {
            break End::TooLarge;
        }
        match more(stream, &mut bytes, PIECE, until) {
            Ok(true) => {}
            Ok(false) if length.is_none() => break End::Whole,
            Ok(false) => break End::Failed(attempt.cut_short(bytes.len(), length)),
            Err(error) => break End::Failed(failed(attempt, &error)),
        }
    };
    bytes.truncate(limit);
    Received { bytes, end }
}

/// Reads what comes, up to so many bytes. `false` at the end of the connection.
fn more(stream: &mut Stream, bytes: &mut Vec<u8>, most: usize, until: Instant) -> io::Result<bool> {
    let filled = bytes.len();
    bytes.resize(filled + most, 0);
    let read = stream.read(&mut bytes[filled..], until);
    bytes.truncate(filled + read.as_ref().unwrap_or(&0));
    Ok(read? > 0)
}

fn failed(attempt: &Attempt<'_>, error: &io::Error) -> Error {
    match is_late(error) {
        true => attempt.timeout(Phase::Answer),
        false => attempt.broken(error),
    }
}

impl Transport for Scgi {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let whole = request.timeout.unwrap_or(self.plan.config.timeout).min(LONGEST);
        let until = Instant::now() + whole;
        let attempt = Attempt {
            endpoint: &self.plan.shown,
            tls: false,
            proxy: None,
            connect: self.plan.config.connect_timeout,
            whole,
        };
        if request.body.len() > self.plan.config.max_request {
            return Err(attempt.too_large(request.body.len(), self.plan.config.max_request));
        }
        if whole == Duration::ZERO {
            return Err(attempt.timeout(Phase::Connect));
        }
        let document = document::call(
            &self.plan.address.path,
            &self.plan.headers,
            &self.plan.headers_of(request)?,
            request.body,
        );
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
        let (status, headers, begun) =
            Scgi::head(&attempt, &mut stream, until).map_err(|error| broken.unwrap_or(error))?;
        let judge = Judge {
            attempt,
            limit: self.plan.config.max_response,
            caller: None,
            compressed: false,
        };
        judge.check_head(status, &headers)?;
        let length = crate::answer::announced(&headers);
        let received = body(&attempt, &mut stream, begun, length, judge.limit, until);
        judge.response(status, &headers, received)
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

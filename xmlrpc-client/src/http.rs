//! The transport over HTTP/1.1.

use std::{
    fmt,
    io::Read as _,
    time::{Duration, Instant},
};

use http::{
    HeaderValue, Uri,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use ureq::{Agent, Body, config::ConfigBuilder, typestate::AgentScope};
use xmlrpc_core::{
    Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{
    Config, LONGEST,
    answer::{End, Judge, Received, announced},
    attempt::Attempt,
    connector::Opener,
    endpoint::{Address, Protocol},
    lost::Lost,
    names::Names,
    resolver::EndpointResolver,
};

const USER_AGENT: &str = concat!("xmlrpc-proxy/", env!("CARGO_PKG_VERSION"));

/// How many idle connections are kept: as many threads call at a time without connecting anew.
const IDLE_CONNECTIONS: usize = 32;

/// How often a call is made again on another connection at most.
const AGAIN: u32 = 3;

/// Calls one XML-RPC server over HTTP or HTTPS, on the network or through a unix socket, and keeps its connections alive.
///
/// A call is one `POST` of `text/xml` with its exact `Content-Length`, written in one piece. The body of an answer with
/// status 200 is handed up whatever its content type, and so is an XML-RPC response under any other status, so that its
/// fault is seen. Redirects are not followed, cookies not kept, bodies not compressed, and proxies named in the
/// environment not used.
///
/// A connection that the server closed while it was idle is noticed before the call is sent and replaced. One that closes
/// later, before any byte of the answer came, is replaced only where no byte of the call had left, or where the call
/// may run twice ([`idempotent`](Request#structfield.idempotent)); any other call fails, and the error says that it may have run.
///
/// ```
/// use std::time::Duration;
/// use xmlrpc_client::{Config, Http};
///
/// let config = Config::new("http://127.0.0.1:8080/RPC2")?.timeout(Duration::from_secs(2));
/// let http = Http::new(&config)?;
/// # Ok::<(), xmlrpc_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Http {
    pub(crate) agent: Agent,
    address: Address,
    uri: Uri,
    shown: String,
    config: Config,
}

impl Http {
    /// A transport with these settings. The first call opens a connection, not this.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the endpoint is `local` or SCGI, or a time-out is zero.
    pub fn new(config: &Config) -> Result<Self, Error> {
        let config = config.checked()?;
        let address = config.endpoint.address()?.clone();
        if address.protocol == Protocol::Scgi {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "the endpoint speaks SCGI and no HTTP: its transport is `Scgi`",
            )
            .unsent());
        }
        Ok(Http {
            agent: agent(settings(&config), &address, &config),
            uri: address.uri()?,
            shown: address.to_string(),
            address,
            config,
        })
    }

    fn judge<'a>(&self, attempt: Attempt<'a>) -> Judge<'a> {
        Judge {
            attempt,
            limit: self.config.max_response,
            authorized: self.address.authorization.is_some(),
        }
    }

    /// Sends the call once and reads the head of the answer.
    fn send(
        &self,
        body: &[u8],
        timeout: Option<Duration>,
    ) -> Result<http::Response<Body>, ureq::Error> {
        let mut post =
            self.agent.post(&self.uri).header(CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        if let Some(authorization) = &self.address.authorization {
            post = post.header(AUTHORIZATION, authorization);
        }
        if timeout.is_some() {
            post = post.config().timeout_global(timeout).build();
        }
        post.send(body)
    }

    /// Sends the call, and once more where a kept connection turns out to be lost and this is safe.
    fn send_safely(
        &self,
        request: &Request<'_>,
        whole: Duration,
    ) -> Result<http::Response<Body>, ureq::Error> {
        let begun = Instant::now();
        let mut timeout = request.timeout.map(|_| whole);
        for _ in 0..AGAIN {
            match self.send(request.body, timeout) {
                Err(error) if may_go_again(&error, request.idempotent) => {
                    timeout = Some(whole.saturating_sub(begun.elapsed()));
                }
                answer => return answer,
            }
        }
        self.send(request.body, timeout)
    }

    /// Reads what is answered.
    fn receive(
        &self,
        attempt: Attempt<'_>,
        answer: http::Response<Body>,
    ) -> Result<Response, Error> {
        let judge = self.judge(attempt);
        let (head, body) = answer.into_parts();
        judge.check_head(head.status, &head.headers)?;
        let received = read(&attempt, body, announced(&head.headers), judge.limit);
        judge.response(head.status, &head.headers, received)
    }
}

/// Whether a call is sent again after this.
fn may_go_again(error: &ureq::Error, idempotent: bool) -> bool {
    let ureq::Error::Other(error) = error else { return false };
    error.downcast_ref::<Lost>().is_some_and(|lost| lost.kept && (idempotent || !lost.sent))
}

/// Reads a body to its end, which is what lets the connection be used again, or to `limit` bytes.
fn read(attempt: &Attempt<'_>, mut body: Body, announced: Option<u64>, limit: usize) -> Received {
    let expected = announced.and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
    let mut bytes = Vec::with_capacity(expected.min(limit));
    // One byte more tells a body of exactly the limit from a longer one.
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let end = match body.as_reader().take(most).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() > limit => End::TooLarge,
        Ok(_) => End::Whole,
        Err(error) => End::Failed(match ureq::Error::from(error) {
            ureq::Error::Io(_) => attempt.cut_short(bytes.len(), announced),
            error => attempt.explain(error),
        }),
    };
    bytes.truncate(limit);
    Received { bytes, end }
}

impl Transport for Http {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let whole = request.timeout.unwrap_or(self.config.timeout).min(LONGEST);
        let attempt = Attempt {
            endpoint: &self.shown,
            tls: self.address.protocol == Protocol::Https,
            connect: self.config.connect_timeout,
            whole,
        };
        if request.body.len() > self.config.max_request {
            return Err(attempt.too_large(request.body.len(), self.config.max_request));
        }
        match self.send_safely(request, whole) {
            Ok(answer) => self.receive(attempt, answer),
            Err(error) => Err(attempt.explain(error)),
        }
    }

    fn describe(&self) -> String {
        self.shown.clone()
    }

    fn dialect(&self) -> Dialect {
        self.config.dialect
    }

    fn reading(&self) -> Reading {
        self.config.reading()
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Http({})", self.shown)
    }
}

/// The HTTP client behind one transport. Each has its own, so that nothing of one endpoint reaches another.
pub(crate) fn agent(
    settings: ConfigBuilder<AgentScope>,
    address: &Address,
    config: &Config,
) -> Agent {
    let names = Names::new(config.names_kept);
    let resolver = EndpointResolver::new(&address.place, names.clone());
    Agent::with_parts(settings.build(), Opener::new(address.place.clone(), names, false), resolver)
}

pub(crate) fn settings(config: &Config) -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .user_agent(USER_AGENT)
        .accept("")
        .accept_encoding("")
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .timeout_resolve(Some(config.connect_timeout))
        .timeout_connect(Some(config.connect_timeout))
        .timeout_global(Some(config.timeout))
        .max_idle_connections(IDLE_CONNECTIONS)
        .max_idle_connections_per_host(IDLE_CONNECTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_credentials() {
        let http = Http::new(&Config::new("http://ada:s3cret@h/x").unwrap()).unwrap();
        assert_eq!(format!("{http:?}"), "Http(http://h/x)");
        assert_eq!(http.describe(), "http://h/x");
    }

    #[test]
    fn local_has_no_transport() {
        let error = Http::new(&Config::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Endpoint);
    }

    #[test]
    fn a_timeout_of_zero_is_refused_and_an_endless_one_bounded() {
        let config = Config::new("http://h").unwrap();
        assert!(Http::new(&config.clone().timeout(Duration::ZERO)).is_err());
        assert!(Http::new(&config.clone().connect_timeout(Duration::ZERO)).is_err());
        let http = Http::new(&config.timeout(Duration::MAX)).unwrap();
        assert_eq!(http.config.timeout, LONGEST);
    }
}

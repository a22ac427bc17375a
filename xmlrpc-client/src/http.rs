//! The transport over HTTP/1.1.

use std::{fmt, time::Duration};

use ureq::{
    Agent,
    config::ConfigBuilder,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, LOCATION},
    },
    typestate::AgentScope,
};
use xmlrpc_core::{
    Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{
    Config,
    body::{self, End},
    connector::Opener,
    endpoint::HttpAddress,
    failure::Attempt,
    resolver::SystemResolver,
};

const USER_AGENT: &str = concat!("xmlrpc-proxy/", env!("CARGO_PKG_VERSION"));

/// How many idle connections are kept: as many threads call at a time without connecting anew.
const IDLE_CONNECTIONS: usize = 32;

/// Time-outs end here, so that a point in time can be computed from each.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Calls one XML-RPC server over HTTP or HTTPS, and keeps its connections alive.
///
/// A call is one `POST` of `text/xml` with its exact `Content-Length`. The body of an answer with status 200 is handed
/// up whatever its content type, and so is an XML-RPC response under any other status, so that its fault is
/// seen. Redirects are not followed, cookies not kept, bodies not compressed, and proxies named in the environment not
/// used. Nothing is ever sent twice: a connection that the server closed while it was idle is noticed before the
/// call is sent and replaced; one that closes later fails the call.
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
    address: HttpAddress,
    shown: String,
    config: Config,
}

impl Http {
    /// A transport with these settings. The first call opens a connection, not this.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the endpoint is `local`, or a time-out is zero.
    pub fn new(config: &Config) -> Result<Self, Error> {
        let Some(address) = config.endpoint.http().cloned() else {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "`local` is the implementation in this process: it has no transport",
            ));
        };
        if config.connect_timeout.is_zero() || config.timeout.is_zero() {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "a time-out of zero allows no call at all",
            ));
        }
        let mut config = config.clone();
        config.connect_timeout = config.connect_timeout.min(LONGEST);
        config.timeout = config.timeout.min(LONGEST);
        Ok(Http {
            agent: agent(settings(&config)),
            shown: address.uri.to_string(),
            address,
            config,
        })
    }

    /// Hands an answer up, or says why it is none.
    fn receive(
        &self,
        attempt: &Attempt<'_>,
        answer: ureq::http::Response<ureq::Body>,
    ) -> Result<Response, Error> {
        let (head, mut body) = answer.into_parts();
        let announced = body.content_length();
        let limit = self.config.max_response;
        if head.status == StatusCode::OK {
            check_head(attempt, &head.headers, announced, limit)?;
        }
        let received = body::read(&mut body, limit);
        let whole = matches!(received.end, End::Whole);
        let is_answer = head.status == StatusCode::OK
            || whole && !head.status.is_redirection() && body::is_xml_rpc(&received.bytes);
        if !is_answer {
            return Err(attempt
                .error(ErrorKind::Status, self.describe_status(head.status, &head.headers))
                .with_status(head.status.as_u16())
                .with_body(&received.bytes));
        }
        match received.end {
            End::Whole => Ok(Response::new(received.bytes).charset(body::charset(&head.headers))),
            End::TooLarge => Err(attempt.error(
                ErrorKind::Limit,
                format_args!("the answer has more than the {limit} bytes allowed"),
            )),
            End::Failed(error) => Err(cut_short(attempt, error, received.bytes.len(), announced)),
        }
    }

    /// The status, and what it means here.
    fn describe_status(&self, status: StatusCode, headers: &HeaderMap) -> String {
        let name = format!(
            "HTTP status {} {}",
            status.as_u16(),
            status.canonical_reason().unwrap_or("(unknown)")
        );
        match status.as_u16() {
            300..=399 => match headers.get(LOCATION) {
                Some(location) => format!(
                    "{name}: redirects are not followed, and this one leads to {}",
                    shortened(location)
                ),
                None => format!("{name}: redirects are not followed"),
            },
            401 if self.address.authorization.is_some() => {
                format!("{name}: the server does not accept this user and password")
            }
            401 => format!("{name}: the server wants a user and a password"),
            404 => format!("{name}: the server has nothing at this path"),
            _ => name,
        }
    }
}

impl Transport for Http {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let timeout = request.timeout.map(|timeout| timeout.min(LONGEST));
        let attempt = Attempt {
            endpoint: &self.shown,
            tls: self.address.uri.scheme_str() == Some("https"),
            connect: self.config.connect_timeout,
            whole: timeout.unwrap_or(self.config.timeout),
        };
        if request.body.len() > self.config.max_request {
            return Err(attempt.error(
                ErrorKind::Limit,
                format_args!(
                    "the call has {} bytes, more than the {} bytes allowed; nothing was sent",
                    request.body.len(),
                    self.config.max_request
                ),
            ));
        }
        let mut post = self
            .agent
            .post(&self.address.uri)
            .header(CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        if let Some(authorization) = &self.address.authorization {
            post = post.header(AUTHORIZATION, authorization);
        }
        if let Some(timeout) = timeout {
            post = post.config().timeout_global(Some(timeout)).build();
        }
        match post.send(request.body) {
            Ok(answer) => self.receive(&attempt, answer),
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
        let limits = self.config.limits.body(self.config.max_response);
        Reading::new().limits(limits).tolerance(self.config.tolerance)
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Http({})", self.shown)
    }
}

/// The HTTP client behind one transport. Each has its own, so that nothing of one endpoint reaches another.
pub(crate) fn agent(settings: ConfigBuilder<AgentScope>) -> Agent {
    Agent::with_parts(settings.build(), Opener::default(), SystemResolver::default())
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

/// What the head of an answer tells before its body is read.
fn check_head(
    attempt: &Attempt<'_>,
    headers: &HeaderMap,
    announced: Option<u64>,
    limit: usize,
) -> Result<(), Error> {
    if let Some(length) = announced
        && usize::try_from(length).map_or(true, |length| length > limit)
    {
        return Err(attempt.error(
            ErrorKind::Limit,
            format_args!("the answer has {length} bytes, more than the {limit} bytes allowed"),
        ));
    }
    match headers.get(CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => Err(attempt.error(
            ErrorKind::Transport,
            format_args!(
                "the answer is compressed ({}), though no compression was offered",
                shortened(coding)
            ),
        )),
        _ => Ok(()),
    }
}

/// Why a body ended before its end.
fn cut_short(
    attempt: &Attempt<'_>,
    error: ureq::Error,
    received: usize,
    announced: Option<u64>,
) -> Error {
    match (error, announced) {
        (ureq::Error::Io(_), Some(length)) => attempt.error(
            ErrorKind::Transport,
            format_args!("the body ended after {received} of {length} bytes; the call has run"),
        ),
        (ureq::Error::Io(_), None) => attempt.error(
            ErrorKind::Transport,
            format_args!("the body ended after {received} bytes, before its end; the call has run"),
        ),
        (error, _) => attempt.explain(error),
    }
}

/// A header's value for a message: bounded, and nothing that could be a password of a URL.
fn shortened(value: &HeaderValue) -> String {
    const MOST: usize = 200;
    let text = String::from_utf8_lossy(value.as_bytes());
    let text = match text.split_once('@') {
        Some((before, after)) => match before.split_once("://") {
            Some((scheme, _)) => format!("{scheme}://{after}"),
            None => after.to_owned(),
        },
        None => text.into_owned(),
    };
    let start: String = text.chars().take(MOST).collect();
    format!("{start:?}{}", if start.len() < text.len() { "..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_of_a_redirect_is_bounded_and_has_no_credentials() {
        let shown = |text: &str| shortened(&HeaderValue::from_str(text).unwrap());
        assert_eq!(shown("https://a/b"), "\"https://a/b\"");
        assert_eq!(shown("https://ada:s3cret@a/b"), "\"https://a/b\"");
        assert_eq!(shown(&"x".repeat(1000)).len(), 205);
    }

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

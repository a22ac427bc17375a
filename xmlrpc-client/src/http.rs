//! The transport over HTTP/1.1.

use std::{
    fmt,
    io::Read as _,
    sync::Arc,
    time::{Duration, Instant},
};

use ureq::{Agent, Body};
use xmlrpc_core::{
    BoxFuture, Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{
    Config,
    answer::{End, Received, announced},
    attempt::Attempt,
    connector::Opener,
    lost::Lost,
    names::Names,
    plan::Plan,
    repeat,
    resolver::EndpointResolver,
    session::{Outgoing, Session},
};

/// How many idle connections are kept: as many threads call at a time without connecting anew.
pub(crate) const IDLE_CONNECTIONS: usize = 32;

/// How often a call is made again on another connection at most.
pub(crate) const AGAIN: u32 = 3;

/// Calls one XML-RPC server over HTTP or HTTPS, on the network or through a unix socket, and keeps its connections alive.
///
/// A call is one `POST` of `text/xml` with its exact `Content-Length`, written in one piece. The body of an answer with
/// status 200 is handed up whatever its content type, and so is a fault under any other status; a result under a status that
/// says that something failed is none. Redirects are not followed; unless the configuration says so, cookies are not kept, bodies not
/// compressed, and proxies named in the environment not used.
///
/// A connection that the server closed while it was idle is noticed before the call is sent and replaced. One that closes
/// later, before any byte of the answer came, is replaced only where no byte of the call had left, or where the call
/// may run twice ([`idempotent`](Request#structfield.idempotent)); any other call fails, and the error says that it may have run.
///
/// With the feature `async` its calls can be awaited too, on a tokio runtime with I/O and timers, and on any of several:
/// each runtime has connections of its own. A call that is dropped ends its connection.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use std::time::Duration;
/// use xmlrpc_proxy::{Config, Http};
///
/// let config = Config::new("http://127.0.0.1:8080/RPC2")?.timeout(Duration::from_secs(2));
/// let http = Http::new(&config)?;
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[derive(Clone)]
pub struct Http {
    session: Arc<Session>,
    agent: Agent,
    /// The same for calls that are awaited.
    #[cfg(feature = "async")]
    awaited: Arc<crate::awaited::Http>,
}

impl Http {
    /// A transport with these settings. The first call opens a connection, not this.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the endpoint is SCGI, or as for [`Config::connect`]. Kind `Tls`: as there.
    pub fn new(config: &Config) -> Result<Self, Error> {
        let session = Arc::new(Session::new(config)?);
        let plan = &session.plan;
        let names = Names::new(plan.config.names_kept);
        #[cfg(feature = "tls")]
        let material = match plan.uses_tls() {
            true => Some(crate::tls::Material::read(&plan.config.tls)?),
            false => None,
        };
        Ok(Http {
            agent: agent(
                plan,
                &names,
                #[cfg(feature = "tls")]
                material.as_ref(),
            )?,
            #[cfg(feature = "async")]
            awaited: Arc::new(crate::awaited::Http::new(
                Arc::clone(&session),
                names,
                #[cfg(feature = "tls")]
                material,
            )),
            session,
        })
    }

    /// Sends the call once and reads the head of the answer.
    fn send(
        &self,
        call: &Outgoing<'_>,
        timeout: Option<Duration>,
    ) -> Result<http::Response<Body>, ureq::Error> {
        let mut post = self.agent.post(&self.session.uri);
        for (name, value) in self.session.headers(call) {
            post = post.header(name, value);
        }
        if timeout.is_some() {
            post = post.config().timeout_global(timeout).build();
        }
        post.send(&*call.body)
    }

    /// Sends the call, and once more where a kept connection turns out to be lost and this is safe.
    fn send_safely(
        &self,
        request: &Request<'_>,
        call: &Outgoing<'_>,
        whole: Duration,
    ) -> Result<http::Response<Body>, ureq::Error> {
        let begun = Instant::now();
        let mut timeout = request.timeout.map(|_| whole);
        for _ in 0..AGAIN {
            match self.send(call, timeout) {
                Err(error) if may_go_again(&error, request.idempotent) => {
                    timeout = Some(whole.saturating_sub(begun.elapsed()));
                }
                answer => return answer,
            }
        }
        self.send(call, timeout)
    }

    /// Reads what is answered.
    fn receive(
        &self,
        attempt: Attempt<'_>,
        answer: http::Response<Body>,
    ) -> Result<Response, Error> {
        let (head, body) = answer.into_parts();
        let judge = self.session.judge(attempt, head.status, &head.headers)?;
        let received = read(&attempt, body, announced(&head.headers), judge.limit);
        judge.response(head.status, &head.headers, received)
    }
}

/// Whether a call is sent again after this.
fn may_go_again(error: &ureq::Error, idempotent: bool) -> bool {
    let ureq::Error::Other(error) = error else { return false };
    error.downcast_ref::<Lost>().is_some_and(|lost| {
        let is_late = matches!(lost.error, ureq::Error::Timeout(_));
        !is_late && repeat::on_another_connection(lost.kept, lost.sent, idempotent)
    })
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
        let attempt = self.session.attempt(request);
        let call = self.session.outgoing(request)?;
        match self.send_safely(request, &call, attempt.whole) {
            Ok(answer) => self.receive(attempt, answer),
            Err(error) => Err(attempt.explain(error)),
        }
    }

    #[cfg(feature = "async")]
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        Box::pin(self.awaited.call(request))
    }

    #[cfg(not(feature = "async"))]
    fn call_async<'a>(&'a self, _: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        crate::not_built(self)
    }

    fn describe(&self) -> String {
        self.session.plan.shown.clone()
    }

    fn dialect(&self) -> Dialect {
        self.session.plan.config.dialect
    }

    fn reading(&self) -> Reading {
        self.session.plan.config.reading()
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Http({})", self.session.plan.shown)
    }
}

/// The HTTP client behind one transport. Each has its own, so that nothing of one endpoint reaches another.
fn agent(
    plan: &Plan,
    names: &Arc<Names>,
    #[cfg(feature = "tls")] material: Option<&crate::tls::Material>,
) -> Result<Agent, Error> {
    let Plan { config, address, .. } = plan;
    let proxy = match &plan.proxy {
        None => None,
        Some(proxy) => Some(ureq::Proxy::new(&proxy.text).map_err(|error| {
            Error::new(ErrorKind::Endpoint, format!("the proxy {proxy} cannot be used: {error}"))
                .unsent()
        })?),
    };
    let proxied = proxy.is_some();
    let settings = Agent::config_builder()
        .user_agent(plan.user_agent.to_str().unwrap_or_default())
        .accept("")
        .accept_encoding("")
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .timeout_resolve(Some(config.connect_timeout))
        .timeout_connect(Some(config.connect_timeout))
        .timeout_global(Some(config.timeout))
        .max_idle_connections(IDLE_CONNECTIONS)
        .max_idle_connections_per_host(IDLE_CONNECTIONS);
    #[cfg(feature = "tls")]
    let settings = match material {
        Some(material) => settings.tls_config(secured(material)?),
        None => settings,
    };
    let resolver = EndpointResolver::new(&address.place, Arc::clone(names));
    let opener = Opener::new(address.place.clone(), Arc::clone(names), proxied);
    Ok(Agent::with_parts(settings.build(), opener, resolver))
}

/// Certificates and keys as ureq takes them.
#[cfg(feature = "tls")]
fn secured(material: &crate::tls::Material) -> Result<ureq::tls::TlsConfig, Error> {
    use rustls::pki_types::CertificateDer;
    use ureq::tls::{Certificate, ClientCert, PrivateKey, RootCerts, TlsConfig};

    let certificates = |chain: &[CertificateDer<'_>]| -> Vec<_> {
        chain.iter().map(|der| Certificate::from_der(der).to_owned()).collect()
    };
    let identity = match &material.identity {
        None => None,
        Some((chain, key)) => {
            let key = PrivateKey::from_pem(key).map_err(|_| {
                Error::new(ErrorKind::Tls, "the private key cannot be used").unsent()
            })?;
            Some(ClientCert::new_with_certs(&certificates(chain), key))
        }
    };
    let roots = match &material.roots {
        Some(roots) => RootCerts::new_with_certs(&certificates(roots)),
        None => RootCerts::WebPki,
    };
    Ok(TlsConfig::builder()
        .root_certs(roots)
        .client_cert(identity)
        .disable_verification(material.unchecked)
        .unversioned_rustls_crypto_provider(Arc::clone(&material.provider))
        .build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LONGEST;

    #[test]
    fn debug_shows_no_credentials() {
        let http = Http::new(&Config::new("http://ada:s3cret@h/x").unwrap().plaintext()).unwrap();
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
        assert_eq!(http.session.plan.config.timeout, LONGEST);
    }

    #[test]
    fn only_what_cannot_run_twice_unwanted_is_sent_again() {
        let again = |kept, sent, idempotent| {
            let error = ureq::Error::HostNotFound;
            let lost = ureq::Error::Other(Box::new(Lost { kept, sent, error }));
            may_go_again(&lost, idempotent)
        };
        assert!(again(true, false, false) && again(true, false, true));
        assert!(again(true, true, true) && !again(true, true, false));
        assert!(!again(false, true, true) && !again(false, false, true));
        assert!(!may_go_again(&ureq::Error::HostNotFound, true));
        let error = ureq::Error::Timeout(ureq::Timeout::Global);
        let late = Lost { kept: true, sent: false, error };
        assert!(!may_go_again(&ureq::Error::Other(Box::new(late)), true));
    }
}

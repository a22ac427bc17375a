//! All options of the client, in one place.

mod documents;
mod fields;
mod table;

use std::time::Duration;

use xmlrpc_core::{
    ConnectFn, Error, ErrorKind, Remote, Resolve, Target,
    wire::{Dialect, Limits, Reading, Tolerance},
};

use crate::{Auth, Balance, Endpoint, Headers, HttpProxy, Retry, Tls, compose};

/// Where calls go and how: the options of a client, filled in code or read by serde.
///
/// In a configuration file it is a table, or only the text of the endpoint where nothing else differs from the
/// defaults. In a table `endpoint` must be there. Another missing field has its default; an unknown one is an error.
///
/// ```
/// # extern crate xmlrpc_client as xmlrpc_proxy;
/// # #[derive(serde::Deserialize)]
/// # struct Program { people: xmlrpc_proxy::Config, stock: xmlrpc_proxy::Config }
/// let program: Program = toml::from_str(r#"
///     stock = "local"
///
///     [people]
///     endpoint = "http://practice.example/RPC2"
///     user = "ada"                # default none; or in the URL, or `token = "..."`
///     password = "s3cret"
///     plaintext = true            # credentials go there without TLS; default false
///     headers = { X-Tenant = "7" }
///     user_agent = "practice/2"   # default "xmlrpc-proxy/" and the version
///     proxy = "environment"       # or "http://proxy.example:3128"; default "none"
///     connect_timeout = "500ms"   # default "5s"
///     timeout = "2m 30s"          # default "30s"
///     names_kept = "10s"          # default "60s"
///     max_request = 1048576       # bytes, default 16 MiB
///     max_response = 1048576      # bytes, default 16 MiB
///     compress_over = 1400        # bytes, default: no call is compressed; needs the feature `gzip`
///     accept_compressed = true    # default false; needs the feature `gzip`
///     cookies = true              # default false; needs the feature `cookies`
///     tls = { roots = "ca.pem" }  # see `Tls`
///     limits = { depth = 16 }     # what an answer may hold
///     tolerance = { surroundings = true }          # what is read beyond the rules
///     dialect = { nil = "never", i8 = "never" }    # what calls are written in
///     also = ["http://standby.example/RPC2"]       # where calls go when the endpoint fails
///     balance = { order = "first_healthy" }        # how calls are spread over them
///     retry = { attempts = 3 }                     # default 1: no call is made again
/// "#)?;
/// # assert!(program.stock.endpoint.is_local());
/// # assert_eq!(program.people.timeout.as_secs(), 150);
/// # Ok::<(), toml::de::Error>(())
/// ```
///
/// In code:
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use std::time::Duration;
/// use xmlrpc_proxy::Config;
///
/// let config = Config::new("http://practice.example")?.timeout(Duration::from_secs(2));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// A configuration goes wherever an endpoint does: each use of it makes a transport of its own, with its settings and
/// its credentials. `Debug` and our own errors show no credentials; a parser's error may quote the line of the file
/// at which it stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Where calls go; in `Config::default()` it is `local`, and in a file it must be said.
    pub endpoint: Endpoint,
    /// How long looking up the host's name may take, and then how long connecting may, with the TLS handshake; by
    /// default 5 seconds. In a file a text with its units: `"5s"`, `"500ms"`.
    pub connect_timeout: Duration,
    /// How long a whole call may take, from the look-up of the name to the last byte of the answer; by default 30
    /// seconds. A method's own time-out takes its place. In a file a text with its units: `"30s"`, `"2m"`.
    pub timeout: Duration,
    /// How long the addresses of a host's name are used before it is looked up again; by default 60 seconds. Zero looks
    /// it up for each call. A failed look-up is not kept. In a file a text with its units: `"60s"`.
    pub names_kept: Duration,
    /// The longest body that is sent, in bytes; by default 16 MiB (16,777,216).
    pub max_request: usize,
    /// The longest body that is read, in bytes; by default 16 MiB (16,777,216).
    pub max_response: usize,
    /// Who calls, where the URL does not say it; by default nobody. In a file `user` and `password`, or `token`. Both here and in
    /// the URL is an error.
    pub auth: Option<Auth>,
    /// Whether credentials may be sent without TLS to another machine, for everybody on the way to read; by default they
    /// may not. It holds for those of a proxy too.
    pub plaintext: bool,
    /// What is sent in the head of every call beside what the transport writes itself; by default nothing. In a file a
    /// table.
    pub headers: Headers,
    /// What the client calls itself; by default `xmlrpc-proxy/` and its version.
    pub user_agent: Option<String>,
    /// Whether cookies that the server sets are sent back to it; by default not. Needs the feature `cookies`.
    pub cookies: bool,
    /// Through which HTTP proxy calls go; by default through none.
    pub proxy: HttpProxy,
    /// Calls of more bytes than this are sent compressed (gzip); by default none is. Nothing tells beforehand whether a server
    /// reads them. Needs the feature `gzip`; nothing is compressed over SCGI.
    pub compress_over: Option<usize>,
    /// Whether answers may be compressed (gzip); by default not. Unpacked they still have at most
    /// [`max_response`](Self::max_response) bytes. Needs the feature `gzip`.
    pub accept_compressed: bool,
    /// What TLS trusts, and what it shows of itself.
    pub tls: Tls,
    /// What an answer may hold. Its [`body`](Limits#structfield.body) is [`max_response`](Self::max_response).
    pub limits: Limits,
    /// What is read of an answer beyond what loses nothing; by default nothing is.
    pub tolerance: Tolerance,
    /// What calls are written in; by default what every peer reads.
    pub dialect: Dialect,
    /// Further addresses of the same service, with the same settings: see [`Failover`](crate::Failover). By default there
    /// are none. [`auth`](Self#structfield.auth) is sent to those whose URL has no credentials; what stands in a URL is
    /// sent there only.
    pub also: Vec<Endpoint>,
    /// How calls are spread over the endpoint and the further ones.
    pub balance: Balance,
    /// Whether calls that failed on their way are made again: see [`Retrying`](crate::Retrying). By default they are not.
    pub retry: Retry,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            endpoint: Endpoint::local(),
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(30),
            names_kept: Duration::from_secs(60),
            max_request: 16 << 20,
            max_response: 16 << 20,
            auth: None,
            plaintext: false,
            headers: Headers::default(),
            user_agent: None,
            cookies: false,
            proxy: HttpProxy::none(),
            compress_over: None,
            accept_compressed: false,
            tls: Tls::new(),
            limits: Limits::default(),
            tolerance: Tolerance::default(),
            dialect: Dialect::default(),
            also: Vec::new(),
            balance: Balance::default(),
            retry: Retry::default(),
        }
    }
}

impl Config {
    /// The defaults, with the endpoint that the text names.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`, when the text is none: see [`Endpoint`].
    pub fn new(endpoint: &str) -> Result<Self, Error> {
        endpoint.parse().map(|endpoint: Endpoint| endpoint.into())
    }

    /// The defaults, with the endpoint that an environment variable names; `None` where there is no such variable, or it is
    /// empty. Other options are read from the environment by whatever serde format a program reads it with.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`, when what it holds is none. The message does not show what could be a password.
    pub fn from_env(variable: &str) -> Result<Option<Self>, Error> {
        let named = |what: String| Error::new(ErrorKind::Endpoint, format!("{variable}: {what}"));
        match std::env::var(variable) {
            Ok(text) if text.trim().is_empty() => Ok(None),
            Ok(text) => Config::new(&text).map(Some).map_err(|error| named(error.to_string())),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => Err(named("this is no text".to_owned())),
        }
    }

    /// With this [time-out to connect](#structfield.connect_timeout).
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// With this [time-out of the whole call](#structfield.timeout).
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// With this [time for which addresses are kept](#structfield.names_kept).
    #[must_use]
    pub fn names_kept(mut self, time: Duration) -> Self {
        self.names_kept = time;
        self
    }

    /// With this limit of the bodies sent, in bytes.
    #[must_use]
    pub fn max_request(mut self, bytes: usize) -> Self {
        self.max_request = bytes;
        self
    }

    /// With this limit of the bodies read, in bytes.
    #[must_use]
    pub fn max_response(mut self, bytes: usize) -> Self {
        self.max_response = bytes;
        self
    }

    /// With these credentials.
    #[must_use]
    pub fn auth(mut self, auth: Auth) -> Self {
        self.auth = Some(auth);
        self
    }

    /// With credentials that [may be sent without TLS](#structfield.plaintext).
    #[must_use]
    pub fn plaintext(mut self) -> Self {
        self.plaintext = true;
        self
    }

    /// With one more header in every call. It is looked at by [`connect`](Config::connect).
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push(name, value);
        self
    }

    /// With this name of the client.
    #[must_use]
    pub fn user_agent(mut self, name: impl Into<String>) -> Self {
        self.user_agent = Some(name.into());
        self
    }

    /// With [cookies](#structfield.cookies).
    #[must_use]
    pub fn cookies(mut self) -> Self {
        self.cookies = true;
        self
    }

    /// Through this HTTP proxy.
    #[must_use]
    pub fn proxy(mut self, proxy: HttpProxy) -> Self {
        self.proxy = proxy;
        self
    }

    /// With [compressed calls](#structfield.compress_over) over this size, in bytes.
    #[must_use]
    pub fn compress_over(mut self, bytes: usize) -> Self {
        self.compress_over = Some(bytes);
        self
    }

    /// With [answers that may be compressed](#structfield.accept_compressed).
    #[must_use]
    pub fn accept_compressed(mut self) -> Self {
        self.accept_compressed = true;
        self
    }

    /// With these settings of TLS.
    #[must_use]
    pub fn tls(mut self, tls: Tls) -> Self {
        self.tls = tls;
        self
    }

    /// With these limits of what an answer may hold.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With this tolerance for what is read.
    #[must_use]
    pub fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// With calls in this dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// With one more address of the same service.
    #[must_use]
    pub fn also(mut self, endpoint: Endpoint) -> Self {
        self.also.push(endpoint);
        self
    }

    /// With calls spread like this over several endpoints.
    #[must_use]
    pub fn balance(mut self, balance: Balance) -> Self {
        self.balance = balance;
        self
    }

    /// With calls made again like this when they failed on their way.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Makes the transport. The first call opens a connection, not this.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: an endpoint is `local`; a time-out is zero; credentials are given twice, or would be sent to another
    /// machine without TLS; a header is none, or one that the transport writes itself; the proxy is none, or for an
    /// endpoint that cannot have one; something is wanted that was not built in. Kind `Tls`: certificates or keys cannot be
    /// read or used.
    pub fn connect(&self) -> Result<Remote, Error> {
        compose::connect(self)
    }

    /// How answers are read.
    pub(crate) fn reading(&self) -> Reading {
        let limits = self.limits.body(self.max_response);
        Reading::new().limits(limits).tolerance(self.tolerance)
    }
}

impl From<Endpoint> for Config {
    fn from(endpoint: Endpoint) -> Self {
        Config { endpoint, ..Config::default() }
    }
}

/// Makes its own transport, with its settings; the `ConnectFn` is not asked.
impl Resolve for Config {
    fn resolve(&self, _: Option<ConnectFn>) -> Result<Target, Error> {
        if self.endpoint.is_local() {
            return Ok(Target::Local);
        }
        self.connect().map(Target::Remote)
    }
}

/// Like a [`Config`] with this endpoint and the defaults.
impl Resolve for Endpoint {
    fn resolve(&self, connect: Option<ConnectFn>) -> Result<Target, Error> {
        Config::from(self.clone()).resolve(connect)
    }
}

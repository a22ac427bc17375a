//! All options of the client, in one place.

use std::{fmt, time::Duration};

use serde::{
    Deserialize, Deserializer,
    de::{self, value::MapAccessDeserializer},
};
use xmlrpc_core::{
    ConnectFn, Error, ErrorKind, Remote, Resolve, Target,
    wire::{Dialect, Limits, Reading, Tolerance},
};

use crate::{Balance, Endpoint, LONGEST, Retry, compose, tables};

/// Where calls go and how: the options of a client, filled in code or read by serde.
///
/// In a configuration file it is a table, or only the text of the endpoint where nothing else differs from the
/// defaults. A missing field has its default; an unknown one is an error.
///
/// ```
/// # #[derive(serde::Deserialize)]
/// # struct Program { people: xmlrpc_client::Config, stock: xmlrpc_client::Config }
/// let program: Program = toml::from_str(r#"
///     stock = "local"
///
///     [people]
///     endpoint = "http://ada:s3cret@practice.example/RPC2"
///     connect_timeout = "500ms"   # default "5s"
///     timeout = "2m 30s"          # default "30s"
///     max_request = 1048576       # bytes, default 16 MiB
///     max_response = 1048576      # bytes, default 16 MiB
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
/// use std::time::Duration;
/// use xmlrpc_client::Config;
///
/// let config = Config::new("http://practice.example")?.timeout(Duration::from_secs(2));
/// # Ok::<(), xmlrpc_core::Error>(())
/// ```
///
/// A configuration goes wherever an endpoint does: each use of it makes a transport of its own, with its settings and
/// its credentials. `Debug` and our own errors show no credentials; a parser's error may quote the line of the file
/// at which it stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Where calls go; by default `local`.
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
    /// What an answer may hold. Its [`body`](Limits#structfield.body) is [`max_response`](Self::max_response).
    pub limits: Limits,
    /// What is read of an answer beyond what loses nothing; by default nothing is.
    pub tolerance: Tolerance,
    /// What calls are written in; by default what every peer reads.
    pub dialect: Dialect,
    /// Further endpoints that answer the same calls, with these settings and the credentials in their own URLs: see
    /// [`Failover`](crate::Failover). By default there are none.
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

    /// With one more endpoint that answers the same calls.
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
    /// Kind `Endpoint`: an endpoint is `local`, or a time-out is zero.
    pub fn connect(&self) -> Result<Remote, Error> {
        compose::connect(self)
    }

    /// The same settings with time-outs that can be used.
    pub(crate) fn checked(&self) -> Result<Self, Error> {
        if self.connect_timeout.is_zero() || self.timeout.is_zero() {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "a time-out of zero allows no call at all",
            )
            .unsent());
        }
        let mut config = self.clone();
        config.connect_timeout = config.connect_timeout.min(LONGEST);
        config.timeout = config.timeout.min(LONGEST);
        Ok(config)
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

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> de::Visitor<'de> for TextOrTable {
            type Value = Config;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of an endpoint, or a table with `endpoint` in it")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Config, E> {
                Config::new(text).map_err(E::custom)
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Config, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}

/// The table form of a [`Config`]. serde checks that the fields are the same.
#[derive(Deserialize)]
#[serde(remote = "Config", default, deny_unknown_fields)]
struct Table {
    endpoint: Endpoint,
    #[serde(deserialize_with = "duration")]
    connect_timeout: Duration,
    #[serde(deserialize_with = "duration")]
    timeout: Duration,
    #[serde(deserialize_with = "lifetime")]
    names_kept: Duration,
    max_request: usize,
    max_response: usize,
    #[serde(deserialize_with = "tables::limits")]
    limits: Limits,
    #[serde(deserialize_with = "tables::tolerance")]
    tolerance: Tolerance,
    #[serde(deserialize_with = "tables::dialect")]
    dialect: Dialect,
    also: Vec<Endpoint>,
    balance: Balance,
    retry: Retry,
}

impl Default for Table {
    fn default() -> Self {
        let Config {
            endpoint,
            connect_timeout,
            timeout,
            names_kept,
            max_request,
            max_response,
            limits,
            tolerance,
            dialect,
            also,
            balance,
            retry,
        } = Config::default();
        Table {
            endpoint,
            connect_timeout,
            timeout,
            names_kept,
            max_request,
            max_response,
            limits,
            tolerance,
            dialect,
            also,
            balance,
            retry,
        }
    }
}

/// A time-out as people write it.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    match lifetime(deserializer)? {
        Duration::ZERO => Err(de::Error::custom("a time-out of zero allows no call at all")),
        duration => Ok(duration),
    }
}

/// A duration as people write it.
fn lifetime<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    struct Text;

    impl de::Visitor<'_> for Text {
        type Value = Duration;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a duration with its unit, such as \"5s\" or \"500ms\"")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
            humantime::parse_duration(text)
                .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Text)
}

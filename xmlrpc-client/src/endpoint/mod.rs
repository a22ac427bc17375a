//! Where calls go, parsed from text.

mod parts;
#[cfg(unix)]
mod path;
#[cfg(test)]
mod tests;

#[cfg(unix)]
use std::path::PathBuf;
use std::{fmt, net::IpAddr, str::FromStr};

use http::{
    HeaderValue, Uri,
    uri::{Authority, PathAndQuery, Scheme},
};
use serde::{Deserialize, Deserializer, de};
use xmlrpc_core::{Error, ErrorKind, LOCAL};

use crate::hint::LOCAL as LOCAL_TOO;

/// The path of an endpoint that is written without one.
pub const DEFAULT_PATH: &str = "/RPC2";

/// What can be written beside `local`, for error messages.
const KNOWN: &str = if cfg!(feature = "tls") {
    "`http://host[:port][/path]`, `https://host[:port][/path]`, `http+unix:///socket[:/path]`, `scgi://host:port[/path]` or \
     `scgi+unix:///socket[:/path]`"
} else {
    "`http://host[:port][/path]`, `http+unix:///socket[:/path]`, `scgi://host:port[/path]` or `scgi+unix:///socket[:/path]`"
};

/// The schemes that are known, also where they are not built in.
const SCHEMES: [&str; 5] = ["http", "https", "http+unix", "scgi", "scgi+unix"];

/// What a text without a scheme that is known was probably meant to be.
fn meant(text: &str, scheme: Option<&str>) -> String {
    let guess = match scheme {
        Some("unix") => text.replacen("unix", "http+unix", 1),
        Some(_) => return String::new(),
        None => match guess(text) {
            Some(guess) => guess,
            None => return String::new(),
        },
    };
    match guess.contains('@') {
        // There may be a password in it.
        true => String::new(),
        false => format!(" (`{guess}`?)"),
    }
}

/// The URL that a text without `://` was probably meant to be.
fn guess(text: &str) -> Option<String> {
    if text.starts_with('/') {
        return Some(format!("http+unix://{text}"));
    }
    if let Some((scheme, rest)) = text.split_once(':')
        && let Some(scheme) =
            SCHEMES.into_iter().find(|known| known.eq_ignore_ascii_case(scheme.trim()))
    {
        let rest = rest.trim_start_matches('/');
        let slashes = if scheme.ends_with("unix") { "///" } else { "//" };
        return (!rest.is_empty()).then(|| format!("{scheme}:{slashes}{rest}"));
    }
    if text.ends_with(".sock") {
        return Some(format!("http+unix:///path/to/{}", text.trim_start_matches("./")));
    }
    // A host, and perhaps a port and a path.
    text.contains(['.', ':', '/']).then(|| format!("http://{text}"))
}

/// Where calls go: `local`, or a URL.
///
/// | text | calls go |
/// | --- | --- |
/// | `local` | to the implementation in this process |
/// | `http://host[:port][/path][?query]` | over HTTP, port 80 by default |
/// | `https://host[:port][/path][?query]` | over HTTPS, port 443 by default; needs the feature `tls` |
/// | `http+unix:///run/people.sock[:/path]` | over HTTP through the unix socket `/run/people.sock` |
/// | `scgi://host:port[/path]` | over SCGI, as rTorrent and others behind a web server speak it |
/// | `scgi+unix:///run/rtorrent.sock[:/path]` | over SCGI through a unix socket |
///
/// A URL without a path means `/RPC2`; a path of `/` stays one. IPv6 addresses stand in brackets. A user and a
/// password (`https://user:password@host`) are sent as Basic authentication ([RFC 7617]); characters that have a
/// meaning in a URL are written with `%` there: `p%40ss` is `p@ss`. In the path of a socket a colon is `%3A`.
///
/// `Display` and `Debug` show neither user nor password. The query is shown: it is no place for a secret.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use xmlrpc_proxy::Endpoint;
///
/// let endpoint: Endpoint = "http://ada:s3cret@practice.example".parse()?;
/// assert_eq!(endpoint.to_string(), "http://practice.example/RPC2");
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// [RFC 7617]: https://www.rfc-editor.org/rfc/rfc7617
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Endpoint(Option<Address>);

/// A URL taken apart: what is shown and logged, and the credentials that never are.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) protocol: Protocol,
    pub(crate) place: Place,
    /// The path on the server, with the query.
    pub(crate) path: PathAndQuery,
    /// The value of the header `Authorization`.
    pub(crate) authorization: Option<HeaderValue>,
}

/// What is spoken there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Http,
    Https,
    Scgi,
}

/// Where the server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A host, with its port if that is not the usual one.
    Net(Authority),
    /// A socket in the file system.
    #[cfg(unix)]
    Unix(PathBuf),
}

impl Endpoint {
    /// The implementation in this process.
    #[must_use]
    pub fn local() -> Self {
        Endpoint(None)
    }

    /// Whether it is the implementation in this process.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.0.is_none()
    }

    /// The address of a server.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: it is `local`.
    pub(crate) fn address(&self) -> Result<&Address, Error> {
        self.0.as_ref().ok_or_else(|| {
            Error::new(
                ErrorKind::Endpoint,
                "`local` is the implementation in this process: it has no transport",
            )
            .unsent()
        })
    }
}

impl Address {
    /// The URI of the requests. What a unix socket serves is called `localhost`.
    ///
    /// # Errors
    ///
    /// None that a parsed address could cause.
    pub(crate) fn uri(&self) -> Result<Uri, Error> {
        let scheme = match self.protocol {
            Protocol::Https => Scheme::HTTPS,
            Protocol::Http | Protocol::Scgi => Scheme::HTTP,
        };
        let authority = match &self.place {
            Place::Net(authority) => authority.clone(),
            #[cfg(unix)]
            Place::Unix(_) => Authority::from_static("localhost"),
        };
        Uri::builder()
            .scheme(scheme)
            .authority(authority)
            .path_and_query(self.path.clone())
            .build()
            .map_err(|error| {
                Error::new(ErrorKind::Endpoint, format!("the endpoint is no URL: {error}"))
            })
    }
}

impl Address {
    /// Whether nothing sent there leaves this machine: a unix socket, a loopback address, or the name `localhost`.
    pub(crate) fn is_on_this_machine(&self) -> bool {
        let authority = match &self.place {
            Place::Net(authority) => authority,
            #[cfg(unix)]
            Place::Unix(_) => return true,
        };
        let host = authority.host();
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        match bare.parse::<IpAddr>() {
            Ok(address) => address.to_canonical().is_loopback(),
            Err(_) => {
                let name = bare.trim_end_matches('.').to_ascii_lowercase();
                name == "localhost" || name.ends_with(".localhost")
            }
        }
    }
}

impl FromStr for Endpoint {
    type Err = Error;

    /// Parses an endpoint. White space around it does not count.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: an unknown scheme, `https` without the feature `tls`, or a unix socket where the system has none; no
    /// host, or no path of a socket; a port that is no number from 1 to 65535, or none for SCGI; a user for SCGI, which
    /// has no authentication; spaces, a fragment, or characters that a URL cannot have. The message never shows what
    /// could be a password.
    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text == LOCAL {
            return Ok(Endpoint::local());
        }
        let refuse = |what: String| {
            // Whatever stands before an `@` may be a password, also in a text that is not well-formed.
            if text.contains('@') {
                return Error::new(ErrorKind::Endpoint, format!("the endpoint {what}"));
            }
            let shown: String = text.chars().take(100).collect();
            Error::new(ErrorKind::Endpoint, format!("the endpoint {shown:?} {what}"))
        };
        let Some((scheme, rest)) = text.split_once("://") else {
            let meant = meant(text, None);
            return Err(refuse(format!("has no scheme{meant}: write {KNOWN}{LOCAL_TOO}")));
        };
        let (protocol, in_file_system) = match scheme.to_ascii_lowercase().as_str() {
            "http" => (Protocol::Http, false),
            "https" if cfg!(feature = "tls") => (Protocol::Https, false),
            "https" => {
                return Err(refuse(
                    "needs TLS: build xmlrpc-proxy with its feature `tls`".to_owned(),
                ));
            }
            "http+unix" => (Protocol::Http, true),
            "scgi" => (Protocol::Scgi, false),
            "scgi+unix" => (Protocol::Scgi, true),
            scheme => {
                let meant = meant(text, Some(scheme));
                return Err(refuse(format!(
                    "has an unknown scheme{meant}: write {KNOWN}{LOCAL_TOO}"
                )));
            }
        };
        let parsed =
            if in_file_system { parts::socket(protocol, rest) } else { parts::net(protocol, rest) };
        parsed.map(|address| Endpoint(Some(address))).map_err(|what| refuse(what.to_owned()))
    }
}

/// As it is written, with its path unless that of a socket's server is the usual one, and without credentials.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.protocol {
            Protocol::Http => "http",
            Protocol::Https => "https",
            Protocol::Scgi => "scgi",
        };
        match &self.place {
            Place::Net(authority) => write!(f, "{scheme}://{authority}{}", self.path),
            #[cfg(unix)]
            Place::Unix(path) => {
                write!(f, "{scheme}+unix://{}", path::shown(path))?;
                if self.path != DEFAULT_PATH { write!(f, ":{}", self.path) } else { Ok(()) }
            }
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str(LOCAL),
            Some(address) => address.fmt(f),
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(Address { authorization: Some(_), .. }) => {
                write!(f, "Endpoint({self}, with credentials)")
            }
            _ => write!(f, "Endpoint({self})"),
        }
    }
}

impl<'de> Deserialize<'de> for Endpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl de::Visitor<'_> for Text {
            type Value = Endpoint;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an endpoint: {KNOWN}{LOCAL_TOO}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Endpoint, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

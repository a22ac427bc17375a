//! HTTP proxies: through which one the calls of an endpoint go.

mod environment;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, de};
use xmlrpc_core::{Error, ErrorKind};

use crate::endpoint::{Address, Endpoint, Place, Protocol};

/// Through which HTTP proxy calls go; by default through none, whatever the environment says.
///
/// In a file a text: `"none"`, `"environment"`, or the proxy's URL. A proxy is asked for a tunnel (`CONNECT`), for `http` as
/// for `https`, so it sees nothing of a call over TLS; some proxies allow tunnels to port 443 only.
///
/// `"environment"` reads `http_proxy` or `https_proxy`, after the endpoint's scheme, then `all_proxy`, and the exceptions in
/// `no_proxy`: `*`, names with all names below them, addresses, blocks of addresses such as `10.0.0.0/8`, each with a port
/// if wanted. Names in capitals count too, `HTTP_PROXY` only outside of CGI programs, where it is a header that the caller
/// made up. What is not on the network, or on this machine, is never called through it.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use xmlrpc_proxy::{Config, HttpProxy};
///
/// let proxy: HttpProxy = "http://ada:s3cret@127.0.0.1:3128".parse()?;
/// assert_eq!(format!("{proxy:?}"), "HttpProxy(http://127.0.0.1:3128, with credentials)");
/// let config = Config::new("http://practice.example")?.proxy(proxy);
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct HttpProxy(Choice);

#[derive(Clone, PartialEq, Eq, Default)]
enum Choice {
    #[default]
    None,
    Environment,
    At(ProxyUrl),
}

/// A proxy: the URL as it was written, which may hold credentials, and as it is shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ProxyUrl {
    /// Whole, for whoever connects to it.
    pub(crate) text: String,
    pub(crate) address: Address,
}

impl HttpProxy {
    /// No proxy.
    #[must_use]
    pub fn none() -> Self {
        HttpProxy(Choice::None)
    }

    /// The proxy that the environment names when the transport is made.
    #[must_use]
    pub fn environment() -> Self {
        HttpProxy(Choice::Environment)
    }

    /// The proxy of calls to this endpoint.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: a variable of the environment that is no URL of a proxy, or a proxy for an endpoint that cannot
    /// have one.
    pub(crate) fn of(&self, endpoint: &Address) -> Result<Option<ProxyUrl>, Error> {
        match &self.0 {
            Choice::None => Ok(None),
            Choice::Environment => environment::proxy(endpoint, |name| std::env::var(name).ok()),
            Choice::At(url) => match (&endpoint.place, endpoint.protocol) {
                (Place::Net(_), Protocol::Http | Protocol::Https) => Ok(Some(url.clone())),
                _ => Err(refused("there is a proxy, which only http and https endpoints can have")),
            },
        }
    }
}

impl FromStr for ProxyUrl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        // What has no scheme is meant for HTTP, and so others read it.
        let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let scheme = text.split_once("://").map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
        if scheme != "http" && scheme != "https" {
            return Err(refused("the proxy has another scheme than http and https"));
        }
        let endpoint: Endpoint =
            text.parse().map_err(|error| refused(format_args!("the proxy is no URL: {error}")))?;
        let address = endpoint.address()?.clone();
        Ok(ProxyUrl { text, address })
    }
}

/// Without credentials and without a path, which means nothing here.
impl fmt::Display for ProxyUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.address.protocol == Protocol::Https { "https" } else { "http" };
        match &self.address.place {
            Place::Net(authority) => write!(f, "{scheme}://{authority}"),
            #[cfg(unix)]
            Place::Unix(_) => f.write_str(scheme),
        }
    }
}

impl FromStr for HttpProxy {
    type Err = Error;

    /// Parses `none`, `environment` or a URL.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the text is none of these, or a URL of another scheme than `http` and `https`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim() {
            "none" => Ok(HttpProxy::none()),
            "environment" => Ok(HttpProxy::environment()),
            text => text.parse().map(|url| HttpProxy(Choice::At(url))),
        }
    }
}

impl fmt::Debug for HttpProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Choice::None => f.write_str("HttpProxy(none)"),
            Choice::Environment => f.write_str("HttpProxy(environment)"),
            Choice::At(url) if url.address.authorization.is_some() => {
                write!(f, "HttpProxy({url}, with credentials)")
            }
            Choice::At(url) => write!(f, "HttpProxy({url})"),
        }
    }
}

impl<'de> Deserialize<'de> for HttpProxy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

fn refused(what: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Endpoint, what.to_string()).unsent()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_a_url_with_or_without_its_scheme() {
        let shown = |text: &str| format!("{:?}", text.parse::<HttpProxy>().unwrap());
        assert_eq!(shown("http://p.example:3128"), "HttpProxy(http://p.example:3128)");
        assert_eq!(shown("p.example:3128/"), "HttpProxy(http://p.example:3128)");
        assert_eq!(shown("ada:s3cret@p.example"), "HttpProxy(http://p.example, with credentials)");
        assert_eq!(shown("none"), "HttpProxy(none)");
        assert_eq!(shown("environment"), "HttpProxy(environment)");
    }

    #[test]
    fn what_is_no_proxy_is_refused_without_being_quoted() {
        for text in ["socks5://ada:s3cret@h", "http://ada:s3cret@", "", "ada:s3cret@h:x"] {
            let error = text.parse::<HttpProxy>().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Endpoint);
            assert!(!error.to_string().contains("s3cret"), "{error}");
        }
    }

    #[test]
    fn only_http_on_the_network_has_one() {
        let proxy: HttpProxy = "http://p.example".parse().unwrap();
        let of = |text: &str| proxy.of(text.parse::<Endpoint>().unwrap().address().unwrap());
        assert!(of("http://a.example").unwrap().is_some());
        assert!(of("scgi://a.example:5000").is_err());
        #[cfg(unix)]
        assert!(of("http+unix:///run/a.sock").is_err());
    }
}

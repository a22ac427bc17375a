//! Where calls go, parsed from text.

use std::{fmt, net::Ipv6Addr, str::FromStr};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Deserializer, de};
use ureq::http::{
    HeaderValue, Uri,
    uri::{Authority, PathAndQuery, Scheme},
};
use xmlrpc_core::{Error, ErrorKind, LOCAL};

/// The path of an endpoint that is written without one.
pub const DEFAULT_PATH: &str = "/RPC2";

/// What can be written, for error messages.
const KNOWN: &str = if cfg!(feature = "tls") {
    "`local`, `http://host[:port][/path]` or `https://host[:port][/path]`"
} else {
    "`local` or `http://host[:port][/path]`"
};

/// Where calls go: `local`, or a URL.
///
/// | text | calls go |
/// | --- | --- |
/// | `local` | to the implementation in this process |
/// | `http://host[:port][/path][?query]` | over HTTP, port 80 by default |
/// | `https://host[:port][/path][?query]` | over HTTPS, port 443 by default; needs the feature `tls` |
///
/// A URL without a path means `/RPC2`; a path of `/` stays one. IPv6 addresses stand in brackets. A user and a
/// password (`http://user:password@host`) are sent as Basic authentication ([RFC 7617]); characters that have a
/// meaning in a URL are written with `%` there: `p%40ss` is `p@ss`.
///
/// `Display` and `Debug` show neither user nor password. The query is shown: it is no place for a secret.
///
/// ```
/// use xmlrpc_client::Endpoint;
///
/// let endpoint: Endpoint = "http://ada:s3cret@practice.example".parse()?;
/// assert_eq!(endpoint.to_string(), "http://practice.example/RPC2");
/// # Ok::<(), xmlrpc_core::Error>(())
/// ```
///
/// [RFC 7617]: https://www.rfc-editor.org/rfc/rfc7617
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Endpoint(Address);

#[derive(Clone, PartialEq, Eq, Default)]
enum Address {
    #[default]
    Local,
    Http(HttpAddress),
}

/// A URL taken apart: what is shown and logged, and the credentials that never are.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct HttpAddress {
    /// Scheme, authority without credentials, path.
    pub(crate) uri: Uri,
    /// The value of the header `Authorization`.
    pub(crate) authorization: Option<HeaderValue>,
}

impl Endpoint {
    /// The implementation in this process.
    #[must_use]
    pub fn local() -> Self {
        Endpoint(Address::Local)
    }

    /// Whether it is the implementation in this process.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.0 == Address::Local
    }

    /// The address of an HTTP server, if it is one.
    pub(crate) fn http(&self) -> Option<&HttpAddress> {
        match &self.0 {
            Address::Http(address) => Some(address),
            Address::Local => None,
        }
    }
}

impl FromStr for Endpoint {
    type Err = Error;

    /// Parses an endpoint. White space around it does not count.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: an unknown scheme, or `https` without the feature `tls`; no host; a port that is no number
    /// from 1 to 65535; spaces, a fragment, or characters that a URL cannot have. The message never shows what
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
            return Err(refuse(format!("has no scheme: write {KNOWN}")));
        };
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "http" => Scheme::HTTP,
            "https" if cfg!(feature = "tls") => Scheme::HTTPS,
            "https" => {
                return Err(refuse(
                    "needs TLS: build xmlrpc-proxy with its feature `tls`".to_owned(),
                ));
            }
            _ => return Err(refuse(format!("has an unknown scheme: write {KNOWN}"))),
        };
        HttpAddress::parse(scheme, rest)
            .map(|address| Endpoint(Address::Http(address)))
            .map_err(|what| refuse(what.to_owned()))
    }
}

impl HttpAddress {
    /// `rest` is what follows `://`. The error says what is wrong with it, and quotes nothing.
    fn parse(scheme: Scheme, rest: &str) -> Result<Self, &'static str> {
        if rest.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err("has a space in it: write %20 in a path");
        }
        if rest.contains('#') {
            return Err(
                "has a fragment (#), which no server ever sees: write %23 for the character",
            );
        }
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        let authorization = match userinfo {
            None | Some("") => None,
            Some(userinfo) => Some(basic(userinfo)?),
        };
        let authority = authority_of(host)?;
        let path = match path.as_bytes().first() {
            None => PathAndQuery::from_static(DEFAULT_PATH),
            Some(b'?') => path_of(&format!("{DEFAULT_PATH}{path}"))?,
            Some(_) => path_of(path)?,
        };
        let uri = Uri::builder()
            .scheme(scheme)
            .authority(authority)
            .path_and_query(path)
            .build()
            .map_err(|_| "is not a URL")?;
        Ok(HttpAddress { uri, authorization })
    }
}

/// Host and port, checked: the parser of the `http` crate leaves the port to whoever asks for it.
fn authority_of(text: &str) -> Result<Authority, &'static str> {
    if text.is_empty() || text.starts_with(':') && text.parse::<Ipv6Addr>().is_err() {
        return Err("has no host");
    }
    if !text.is_ascii() {
        return Err("has a host name that is not ASCII: write its xn-- form");
    }
    if !text.starts_with('[') && text.matches(':').count() > 1 {
        return Err(
            "has a host with colons in it: an IPv6 address stands in brackets, as in http://[::1]:8080",
        );
    }
    let authority: Authority =
        text.parse().map_err(|_| "has a host with characters that no host name has")?;
    let host = authority.host();
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        inner.parse::<Ipv6Addr>().map_err(|_| "has brackets around what is no IPv6 address")?;
    }
    if authority.as_str() != host && !matches!(authority.port_u16(), Some(1..)) {
        return Err("has a bad port: a port is a number from 1 to 65535");
    }
    Ok(authority)
}

fn path_of(text: &str) -> Result<PathAndQuery, &'static str> {
    text.parse().map_err(|_| "has a path with characters that no URL has: write them with %")
}

/// The header of Basic authentication for `user[:password]`, both written with `%`.
fn basic(userinfo: &str) -> Result<HeaderValue, &'static str> {
    let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
    let mut pair: Vec<u8> = percent_decode_str(user).collect();
    if pair.contains(&b':') {
        return Err("has a colon in the user's name, which Basic authentication cannot send");
    }
    pair.push(b':');
    pair.extend(percent_decode_str(password));
    let mut header = HeaderValue::try_from(format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .map_err(|_| "has a user or password that no header can hold")?;
    header.set_sensitive(true);
    Ok(header)
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Address::Local => f.write_str(LOCAL),
            Address::Http(address) => write!(f, "{}", address.uri),
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Address::Http(HttpAddress { authorization: Some(_), .. }) => {
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
                write!(f, "an endpoint: {KNOWN}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Endpoint, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        text.parse::<Endpoint>().unwrap().to_string()
    }

    fn refusal(text: &str) -> String {
        let error = text.parse::<Endpoint>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Endpoint);
        error.to_string()
    }

    /// The decoded `user:password` that is sent.
    fn credentials(text: &str) -> String {
        let endpoint: Endpoint = text.parse().unwrap();
        let header = endpoint.http().unwrap().authorization.clone().unwrap();
        let encoded = header.to_str().unwrap().strip_prefix("Basic ").unwrap().to_owned();
        String::from_utf8(BASE64_STANDARD.decode(encoded).unwrap()).unwrap()
    }

    #[test]
    fn local_is_a_word() {
        assert!("local".parse::<Endpoint>().unwrap().is_local());
        assert!(" local\n".parse::<Endpoint>().unwrap().is_local());
        assert_eq!(shown("local"), "local");
        assert_eq!(Endpoint::default(), Endpoint::local());
    }

    #[test]
    fn a_url_without_a_path_means_rpc2() {
        assert_eq!(shown("http://a.example"), "http://a.example/RPC2");
        assert_eq!(shown("http://a.example:8080"), "http://a.example:8080/RPC2");
        assert_eq!(shown("http://a.example?x=1"), "http://a.example/RPC2?x=1");
    }

    #[test]
    fn a_path_that_is_written_stays() {
        assert_eq!(shown("http://a.example/"), "http://a.example/");
        assert_eq!(shown("http://a.example/xml/rpc/"), "http://a.example/xml/rpc/");
        assert_eq!(shown("http://a.example/p%20q?a=1&b=%2F"), "http://a.example/p%20q?a=1&b=%2F");
    }

    #[test]
    fn the_scheme_may_be_in_capitals() {
        assert_eq!(shown("HTTP://a.example/x"), "http://a.example/x");
    }

    #[test]
    fn ipv6_stands_in_brackets() {
        assert_eq!(shown("http://[::1]:8080"), "http://[::1]:8080/RPC2");
        assert_eq!(shown("http://[2001:db8::1]/x"), "http://[2001:db8::1]/x");
        assert!(refusal("http://::1/").contains("brackets"));
        assert!(refusal("http://[::zz]/").contains("IPv6"));
        assert!(refusal("http://[::1/").contains("host"));
    }

    #[test]
    fn user_and_password_are_percent_decoded() {
        assert_eq!(credentials("http://ada:s3cret@h"), "ada:s3cret");
        assert_eq!(credentials("http://ada:p%40s%3As%2F@h/x"), "ada:p@s:s/");
        assert_eq!(credentials("http://ada:p:w@h"), "ada:p:w");
        assert_eq!(credentials("http://ada@h"), "ada:");
        assert_eq!(credentials("http://%C3%A4:%E2%82%AC@h"), "ä:€");
        assert!(refusal("http://a%3Ab:c@h").contains("colon"));
    }

    #[test]
    fn credentials_are_never_shown() {
        let endpoint: Endpoint = "http://ada:s3cret@h:1/x".parse().unwrap();
        assert_eq!(endpoint.to_string(), "http://h:1/x");
        assert_eq!(format!("{endpoint:?}"), "Endpoint(http://h:1/x, with credentials)");
        assert_ne!(endpoint, "http://h:1/x".parse().unwrap());
    }

    #[test]
    fn credentials_are_not_shown_in_refusals_either() {
        for text in [
            "ftp://ada:s3cret@h",
            "ada:s3cret@h",
            "http:ada:s3cret@h",
            "http://ada:s3cret@h:99999/",
            "http://ada:s3cret/x@h/",
            "http://ada:s3cret?x@h/",
            "http://ada:s3cret#x@h/",
            "http://ada:s3cret x@h/",
            "http://ada:s3cret@",
            "http://a%3Ab:s3cret@h",
        ] {
            let message = refusal(text);
            assert!(!message.contains("s3cret") && !message.contains("ada"), "{message}");
        }
    }

    #[test]
    fn an_unknown_scheme_is_told_what_is_known() {
        let message = refusal("ftp://a.example");
        assert!(message.contains("\"ftp://a.example\""), "{message}");
        assert!(message.contains("`local`") && message.contains("`http://"), "{message}");
        assert!(refusal("a.example:8080").contains("has no scheme"));
        assert!(refusal("").contains("has no scheme"));
        assert!(refusal("Local").contains("`local`"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(refusal("http://").contains("no host"));
        assert!(refusal("http:///RPC2").contains("no host"));
        assert!(refusal("http://:80/").contains("no host"));
        assert!(refusal("http://u:p@/").contains("no host"));
        assert!(refusal("http://h:0/").contains("bad port"));
        assert!(refusal("http://h:65536/").contains("bad port"));
        assert!(refusal("http://h:/").contains("bad port"));
        assert!(refusal("http://h:http/").contains("bad port"));
        assert!(refusal("http://h/a b").contains("space"));
        assert!(refusal("http://h/a\nb").contains("space"));
        assert!(refusal("http://h/a#b").contains("fragment"));
        assert!(refusal("http://müller.example/").contains("xn--"));
        assert!(refusal("http://a<b/").contains("host"));
        assert!(refusal("http://h/a<b").contains("path"));
    }

    #[cfg(feature = "tls")]
    #[test]
    fn https_is_known() {
        assert_eq!(shown("https://a.example"), "https://a.example/RPC2");
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn https_without_its_feature_says_so() {
        assert!(refusal("https://a.example").contains("feature `tls`"));
    }
}

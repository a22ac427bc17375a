//! Who may ask: the names this server goes by, the pages that may use it, the addresses it may listen on.
//!
//! A page can make the browser send requests to a loopback server. It gives itself away by the `Origin` header,
//! and where it rebinds a name of its own to this machine's address, by the `Host` header.

use std::net::{IpAddr, SocketAddr};

use hyper::{HeaderMap, Uri, Version, header, http::HeaderValue};
use xmlrpc_core::{Error, ErrorKind};

use crate::{fields::Fields, options::Options, refusal::Refusal};

/// Checks `Host` and `Origin`.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The addresses that were bound.
    bound: Vec<IpAddr>,
    /// Whether any address is as good as the bound one: rebinding needs a name, and a server that strangers reach may
    /// be behind an address that it does not know.
    any_address: bool,
    /// What clients that were given the address as it is write into `Host`: known without being read.
    usual: Vec<String>,
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Guard {
    pub(crate) fn new(bound: &[SocketAddr], options: &Options) -> Self {
        Guard {
            bound: bound.iter().map(|addr| addr.ip().to_canonical()).collect(),
            usual: bound.iter().map(ToString::to_string).collect(),
            any_address: options.public || options.auth.is_on(),
            hosts: options.hosts.iter().map(|host| without_port(host.trim()).to_owned()).collect(),
            origins: options.origins.iter().map(|origin| normal_origin(origin)).collect(),
        }
    }

    /// Whether this request may be looked at.
    pub(crate) fn check(
        &self,
        version: Version,
        uri: &Uri,
        headers: &HeaderMap,
        fields: &Fields<'_>,
    ) -> Result<(), Refusal> {
        if fields.has_origin
            && headers.get_all(header::ORIGIN).iter().any(|origin| !self.knows_origin(origin))
        {
            return Err(Refusal::Origin);
        }
        // RFC 9112, section 3.2: one Host in HTTP/1.1, and the name in the request line counts before it.
        let host = match fields.host.only() {
            Some(host) => Some(host.to_str().map_err(|_| Refusal::Host)?),
            None if !fields.host.is_missing() => return Err(Refusal::NoHost),
            None if version < Version::HTTP_11 => None,
            // RFC 9113, section 8.3.1: the target takes its place.
            None if version >= Version::HTTP_2 && uri.authority().is_some() => None,
            None => return Err(Refusal::NoHost),
        };
        let target = uri.authority().map(hyper::http::uri::Authority::as_str);
        if host.into_iter().chain(target).all(|name| self.knows_host(name)) {
            Ok(())
        } else {
            Err(Refusal::Host)
        }
    }

    fn knows_host(&self, host: &str) -> bool {
        if self.usual.iter().any(|usual| usual == host) {
            return true;
        }
        let name = without_port(host);
        if self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return true;
        }
        match address(name) {
            Some(ip) => self.any_address || ip.is_loopback() || self.bound.contains(&ip),
            None => name.eq_ignore_ascii_case("localhost"),
        }
    }

    fn knows_origin(&self, origin: &HeaderValue) -> bool {
        self.origins.iter().any(|known| origin.as_bytes().eq_ignore_ascii_case(known.as_bytes()))
    }
}

/// The host alone, without port, and without the dot of the root after a name.
fn without_port(host: &str) -> &str {
    let name = match host.rsplit_once(':') {
        // The colons of a bare IPv6 address separate no port.
        Some((name, port))
            if port.bytes().all(|byte| byte.is_ascii_digit())
                && (name.ends_with(']') || !name.contains(':')) =>
        {
            name
        }
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name)
}

/// The address that this is, if it is one and no name.
fn address(name: &str) -> Option<IpAddr> {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let ip = match bare {
        Some(inner) => IpAddr::V6(inner.parse().ok()?),
        None => name.parse().ok()?,
    };
    Some(ip.to_canonical())
}

/// An origin as browsers write it: no slash at the end and no port that the scheme has anyway.
fn normal_origin(origin: &str) -> String {
    let mut origin = origin.trim().trim_end_matches('/').to_ascii_lowercase();
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] {
        if origin.starts_with(scheme) && origin.ends_with(port) {
            origin.truncate(origin.len() - port.len());
        }
    }
    origin
}

/// Whether a server may listen there, with or without TLS.
pub(crate) fn check_address(
    address: SocketAddr,
    options: &Options,
    tls: bool,
) -> Result<(), Error> {
    if address.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    let refused = |why: &str| Err(Error::new(ErrorKind::Endpoint, format!("{address} {why}")));
    match options.auth.is_on() {
        true if tls || options.plaintext => Ok(()),
        true => refused(
            "is not a loopback address, and without TLS others on the way can read the credentials. Set up TLS, or say \
             `plaintext()` if that is meant",
        ),
        false if options.public => Ok(()),
        false => refused(
            "is not a loopback address: whoever reaches it could call every method. Bind 127.0.0.1, ask for credentials \
             over TLS, or say `public()` if that is meant",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(change: impl FnOnce(&mut Options)) -> Guard {
        let mut options = Options::default();
        change(&mut options);
        Guard::new(&["192.168.1.7:8000".parse().unwrap()], &options)
    }

    fn ask(guard: &Guard, headers: &[(&'static str, &str)]) -> Result<(), Refusal> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        guard.check(Version::HTTP_11, &Uri::from_static("/RPC2"), &map, &Fields::of(&map))
    }

    #[test]
    fn knows_loopback_names_and_the_bound_address() {
        let guard = guard(|_| {});
        for host in [
            "localhost",
            "LocalHost:8000",
            "localhost.",
            "127.0.0.1",
            "127.0.0.1:1",
            "127.9.9.9",
            "[::1]",
            "[::1]:8000",
            "[::ffff:127.0.0.1]:80",
            "192.168.1.7:8000",
        ] {
            assert_eq!(ask(&guard, &[("host", host)]), Ok(()), "{host}");
        }
    }

    #[test]
    fn knows_no_other() {
        let guard = guard(|_| {});
        for host in [
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example#127.0.0.1",
            "localhost@evil.example",
            "192.168.1.8",
            "[2001:db8::1]",
            "[localhost]",
            "::1:80:evil",
            "",
        ] {
            assert_eq!(ask(&guard, &[("host", host)]), Err(Refusal::Host), "{host}");
        }
    }

    #[test]
    fn knows_a_listed_name_with_any_port() {
        let guard = guard(|options| options.hosts = vec!["Practice.example:8000".into()]);
        assert_eq!(ask(&guard, &[("host", "practice.Example")]), Ok(()));
        assert_eq!(ask(&guard, &[("host", "practice.example:99")]), Ok(()));
        assert_eq!(ask(&guard, &[("host", "localhost")]), Ok(()));
        assert_eq!(ask(&guard, &[("host", "other.example")]), Err(Refusal::Host));
    }

    #[test]
    fn a_public_server_knows_every_address_but_no_unlisted_name() {
        let guard = guard(|options| options.public = true);
        assert_eq!(ask(&guard, &[("host", "203.0.113.9:80")]), Ok(()));
        assert_eq!(ask(&guard, &[("host", "[2001:db8::1]:80")]), Ok(()));
        assert_eq!(ask(&guard, &[("host", "evil.example")]), Err(Refusal::Host));
    }

    #[test]
    fn wants_exactly_one_host_of_http_1_1() {
        let guard = guard(|_| {});
        assert_eq!(ask(&guard, &[]), Err(Refusal::NoHost));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(ask(&guard, &two), Err(Refusal::NoHost));
        let none = HeaderMap::new();
        assert_eq!(
            guard.check(Version::HTTP_10, &Uri::from_static("/RPC2"), &none, &Fields::default()),
            Ok(())
        );
    }

    #[test]
    fn looks_at_the_name_in_the_request_line_too() {
        let guard = guard(|_| {});
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_static("localhost"));
        let check = |uri| {
            guard.check(Version::HTTP_11, &Uri::from_static(uri), &headers, &Fields::of(&headers))
        };
        assert_eq!(check("http://evil.example/RPC2"), Err(Refusal::Host));
        assert_eq!(check("http://localhost/RPC2"), Ok(()));
    }

    #[test]
    fn refuses_pages_unless_listed() {
        let guard = guard(|options| options.origins = vec!["https://Practice.example:443/".into()]);
        let ask = |origin| ask(&guard, &[("host", "localhost"), ("origin", origin)]);
        assert_eq!(ask("https://practice.example"), Ok(()));
        for origin in [
            "null",
            "",
            "http://localhost",
            "http://practice.example",
            "https://practice.example.evil",
        ] {
            assert_eq!(ask(origin), Err(Refusal::Origin), "{origin}");
        }
    }

    #[test]
    fn every_origin_must_be_listed() {
        let guard = guard(|options| options.origins = vec!["https://a.example".into()]);
        let headers = [
            ("host", "localhost"),
            ("origin", "https://a.example"),
            ("origin", "https://b.example"),
        ];
        assert_eq!(ask(&guard, &headers), Err(Refusal::Origin));
    }

    #[test]
    fn an_address_that_strangers_reach_needs_a_word() {
        let check =
            |addr: &str, options: &Options, tls| check_address(addr.parse().unwrap(), options, tls);
        let closed = Options::default();
        let public = Options { public: true, ..Options::default() };
        let mut secret = Options::default();
        secret.auth.add_token("t");
        let both = Options { public: true, ..secret.clone() };
        let plain = Options { plaintext: true, ..secret.clone() };
        for loopback in ["127.0.0.1:80", "127.1.2.3:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            for options in [&closed, &public, &secret] {
                assert!(check(loopback, options, false).is_ok(), "{loopback}");
            }
        }
        for reachable in ["0.0.0.0:80", "[::]:80", "192.168.1.7:80"] {
            let why = |options, tls| check(reachable, options, tls).unwrap_err().to_string();
            for error in [why(&closed, false), why(&closed, true)] {
                assert!(error.contains(reachable) && error.contains("public()"), "{error}");
            }
            for error in [why(&secret, false), why(&both, false)] {
                assert!(error.contains(reachable) && error.contains("plaintext()"), "{error}");
            }
            for (options, tls) in
                [(&public, false), (&public, true), (&secret, true), (&plain, false)]
            {
                assert!(check(reachable, options, tls).is_ok(), "{reachable}");
            }
        }
    }

    #[test]
    fn a_name_in_the_target_of_http_2_is_enough() {
        let guard = guard(|_| {});
        let check = |uri| {
            let none = HeaderMap::new();
            guard.check(Version::HTTP_2, &Uri::from_static(uri), &none, &Fields::default())
        };
        assert_eq!(check("http://localhost/RPC2"), Ok(()));
        assert_eq!(check("http://evil.example/RPC2"), Err(Refusal::Host));
        assert_eq!(check("/RPC2"), Err(Refusal::NoHost));
    }
}

//! Whose call it is: the address at the other end, or, behind a proxy that is trusted, the one it tells.

use std::{fmt, net::IpAddr};

use hyper::HeaderMap;
use ipnet::IpNet;
use xmlrpc_core::{Error, ErrorKind};

/// Who is at the other end of a connection.
///
/// A program that puts its own HTTP stack around an [`HttpService`](crate::HttpService) may put one into the extensions of
/// each request; without it the service knows no caller's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Peer {
    /// A program at this address.
    Ip(IpAddr),
    /// A program on this machine, over a unix socket.
    Unix,
}

/// The address, or `unix`.
impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Peer::Ip(address) => address.fmt(f),
            Peer::Unix => f.write_str("unix"),
        }
    }
}

/// The proxies that may tell whose call it is they pass on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Proxies {
    nets: Vec<IpNet>,
    unix: bool,
    /// Whether they write `Forwarded`, and not `X-Forwarded-For`. Never both are read: a proxy that writes one lets the
    /// caller's own other one pass.
    standard: bool,
    /// The first that was no address, if there is one.
    wrong: Option<String>,
}

impl Proxies {
    /// An address, a net (`10.0.0.0/8`), or `unix`.
    pub(crate) fn add(&mut self, text: &str) {
        let text = text.trim();
        match text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)) {
            Ok(net) => self.nets.push(net),
            Err(_) if text == "unix" => self.unix = true,
            Err(_) => drop(self.wrong.get_or_insert_with(|| text.to_owned())),
        }
    }

    pub(crate) fn write_forwarded(&mut self) {
        self.standard = true;
    }

    /// Whether all that was said is such as can be trusted.
    pub(crate) fn checked(&self) -> Result<(), Error> {
        match &self.wrong {
            None => Ok(()),
            Some(wrong) => Err(Error::new(
                ErrorKind::Endpoint,
                format!(
                    "the trusted proxy {wrong:?} is no address, no net such as 10.0.0.0/8, and not `unix`"
                ),
            )),
        }
    }

    /// The address of the caller.
    pub(crate) fn caller(&self, peer: Peer, headers: &HeaderMap) -> Option<IpAddr> {
        let direct = match peer {
            Peer::Ip(ip) => Some(ip.to_canonical()),
            Peer::Unix => None,
        };
        let trusted = direct.map_or(self.unix, |ip| self.trust(ip));
        if !trusted {
            return direct;
        }
        // From the last hop backwards: what stands before the first that is not trusted may have been made up.
        let name = if self.standard { "forwarded" } else { "x-forwarded-for" };
        let lines: Vec<&str> =
            headers.get_all(name).iter().map(|line| line.to_str().unwrap_or("")).collect();
        let mut caller = direct;
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            let told = if self.standard { element(hop) } else { Some(hop) };
            let Some(ip) = told.and_then(address) else { break };
            caller = Some(ip);
            if !self.trust(ip) {
                break;
            }
        }
        caller
    }

    fn trust(&self, ip: IpAddr) -> bool {
        self.nets.iter().any(|net| net.contains(&ip))
    }
}

/// What one element of `Forwarded` ([RFC 7239](https://www.rfc-editor.org/rfc/rfc7239)) says of where it came from.
fn element(text: &str) -> Option<&str> {
    text.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value)
    })
}

/// An address as proxies write it: quoted or not, with or without port and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let ip = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inner, _)) => inner.parse().ok()?,
        None => text
            .parse()
            .ok()
            .or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|addr| addr.ip()))?,
    };
    Some(IpAddr::to_canonical(&ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(texts: &[&str]) -> Proxies {
        let mut proxies = Proxies::default();
        texts.iter().for_each(|text| proxies.add(text));
        proxies.checked().unwrap();
        proxies
    }

    fn caller(proxies: &Proxies, peer: &str, headers: &[(&'static str, &str)]) -> Option<String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let peer = peer.parse().map_or(Peer::Unix, Peer::Ip);
        proxies.caller(peer, &map).map(|ip| ip.to_string())
    }

    #[test]
    fn nobody_is_trusted_unless_said() {
        let told = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")];
        let none = Proxies::default();
        assert_eq!(caller(&none, "127.0.0.1", &told).as_deref(), Some("127.0.0.1"));
        assert_eq!(caller(&none, "unix", &told), None);
        let other = proxies(&["10.0.0.1"]);
        assert_eq!(caller(&other, "10.0.0.2", &told).as_deref(), Some("10.0.0.2"));
    }

    #[test]
    fn a_trusted_proxy_tells_the_last_that_is_not_one() {
        let trusting = proxies(&["127.0.0.1", "10.0.0.0/8", "unix"]);
        for (told, found) in [
            ("192.0.2.1", "192.0.2.1"),
            ("203.0.113.9, 192.0.2.1", "192.0.2.1"),
            ("203.0.113.9, 192.0.2.1, 10.1.2.3", "192.0.2.1"),
            ("203.0.113.9,192.0.2.1:4711 ,10.1.2.3", "192.0.2.1"),
            ("[2001:db8::1]:99", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            // All are proxies: the outermost is as near to the caller as one gets.
            ("10.0.0.1, 10.0.0.2", "10.0.0.1"),
            // What cannot be read ends the chain: before it anything may stand.
            ("192.0.2.1, unknown, 10.1.2.3", "10.1.2.3"),
        ] {
            for peer in ["127.0.0.1", "::ffff:127.0.0.1", "unix"] {
                let answer = caller(&trusting, peer, &[("x-forwarded-for", told)]);
                assert_eq!(answer.as_deref(), Some(found), "{told} {peer}");
            }
        }
        let two = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(caller(&trusting, "10.0.0.1", &two).as_deref(), Some("192.0.2.1"));
        assert_eq!(caller(&trusting, "10.0.0.1", &[]).as_deref(), Some("10.0.0.1"));
        let nothing = [("x-forwarded-for", "")];
        assert_eq!(caller(&trusting, "10.0.0.1", &nothing).as_deref(), Some("10.0.0.1"));
    }

    #[test]
    fn of_the_two_headers_only_the_one_that_was_said_is_read() {
        let mut proxies = proxies(&["127.0.0.1"]);
        let told =
            [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=\"[2001:db8::1]:9\";proto=http")];
        assert_eq!(caller(&proxies, "127.0.0.1", &told).as_deref(), Some("192.0.2.1"));
        proxies.write_forwarded();
        assert_eq!(caller(&proxies, "127.0.0.1", &told).as_deref(), Some("2001:db8::1"));
        let hidden = [("forwarded", "for=203.0.113.9, by=10.0.0.1;For=_hidden")];
        assert_eq!(caller(&proxies, "127.0.0.1", &hidden).as_deref(), Some("127.0.0.1"));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let mut proxies = Proxies::default();
        proxies.add("10.0.0.0/99");
        assert!(proxies.checked().unwrap_err().to_string().contains("10.0.0.0/99"));
    }
}

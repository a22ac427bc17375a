//! The proxy that the environment names.

use std::net::IpAddr;

use http::uri::Authority;
use xmlrpc_core::Error;

use super::{ProxyUrl, refused};
use crate::endpoint::{Address, Place, Protocol};

/// The proxy of an endpoint, by variables that `get` knows.
pub(super) fn proxy(
    endpoint: &Address,
    get: impl Fn(&str) -> Option<String>,
) -> Result<Option<ProxyUrl>, Error> {
    #[cfg_attr(not(unix), allow(clippy::infallible_destructuring_match))]
    let authority = match &endpoint.place {
        Place::Net(authority) => authority,
        #[cfg(unix)]
        Place::Unix(_) => return Ok(None),
    };
    let (variable, usual) = match endpoint.protocol {
        Protocol::Http => ("http_proxy", 80),
        Protocol::Https => ("https_proxy", 443),
        Protocol::Scgi => return Ok(None),
    };
    if endpoint.is_on_this_machine() {
        return Ok(None);
    }
    let variable_of = |name: &str| {
        let capitals = name.to_ascii_uppercase();
        let is_header = capitals == "HTTP_PROXY" && get("REQUEST_METHOD").is_some();
        get(name)
            .or_else(|| if is_header { None } else { get(&capitals) })
            .filter(|value| !value.trim().is_empty())
    };
    let Some((variable, url)) = [variable, "all_proxy"]
        .into_iter()
        .find_map(|name| variable_of(name).map(|value| (name, value)))
    else {
        return Ok(None);
    };
    let except = variable_of("no_proxy").unwrap_or_default();
    if is_excepted(authority, usual, &except) {
        return Ok(None);
    }
    url.parse()
        .map(Some)
        .map_err(|error: Error| refused(format_args!("the variable {variable}: {error}")))
}

/// Whether a list of exceptions names this host.
fn is_excepted(authority: &Authority, usual: u16, list: &str) -> bool {
    let host = bare(authority.host()).to_ascii_lowercase();
    let port = authority.port_u16().unwrap_or(usual);
    list.split([',', ' ']).map(str::trim).filter(|entry| !entry.is_empty()).any(|entry| {
        let (entry, wanted) = split_port(entry);
        wanted.is_none_or(|wanted| wanted == port) && matches(&host, &entry.to_ascii_lowercase())
    })
}

fn split_port(entry: &str) -> (&str, Option<u16>) {
    let is_address = entry.parse::<IpAddr>().is_ok();
    match entry.rsplit_once(':') {
        Some((host, port)) if !is_address => match port.parse() {
            Ok(port) => (host, Some(port)),
            Err(_) => (entry, None),
        },
        _ => (entry, None),
    }
}

fn matches(host: &str, entry: &str) -> bool {
    let entry = bare(entry);
    if entry == "*" {
        return true;
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        return match entry.split_once('/') {
            Some((block, bits)) => in_block(address, block, bits),
            None => entry.parse() == Ok(address),
        };
    }
    let entry = entry.trim_start_matches('*').trim_start_matches('.');
    host == entry || host.strip_suffix(entry).is_some_and(|rest| rest.ends_with('.'))
}

/// Whether the first `bits` of the two addresses are the same.
fn in_block(address: IpAddr, block: &str, bits: &str) -> bool {
    let Ok(bits) = bits.parse::<u32>() else { return false };
    match (address, block.parse()) {
        (IpAddr::V4(address), Ok(IpAddr::V4(block))) if bits <= 32 => {
            let differ = u32::from(address) ^ u32::from(block);
            bits == 0 || differ >> (32 - bits) == 0
        }
        (IpAddr::V6(address), Ok(IpAddr::V6(block))) if bits <= 128 => {
            let differ = u128::from(address) ^ u128::from(block);
            bits == 0 || differ >> (128 - bits) == 0
        }
        _ => false,
    }
}

fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endpoint;

    fn of(endpoint: &str, variables: &[(&str, &str)]) -> Option<String> {
        let endpoint: Endpoint = endpoint.parse().unwrap();
        let get = |name: &str| {
            variables.iter().find(|(is, _)| *is == name).map(|(_, value)| (*value).to_owned())
        };
        proxy(endpoint.address().unwrap(), get).unwrap().map(|url| url.to_string())
    }

    #[test]
    fn the_scheme_has_its_variable() {
        let variables = [("http_proxy", "http://a"), ("https_proxy", "b:1"), ("all_proxy", "c")];
        assert_eq!(of("http://h.example", &variables).as_deref(), Some("http://a"));
        assert_eq!(of("http://h.example", &variables[1..]).as_deref(), Some("http://c"));
        #[cfg(feature = "tls")]
        assert_eq!(of("https://h.example", &variables).as_deref(), Some("http://b:1"));
        assert_eq!(of("http://h.example", &[("http_proxy", " ")]), None);
        assert_eq!(of("scgi://h.example:1", &variables), None);
    }

    #[test]
    fn a_header_of_cgi_is_no_variable() {
        let variables = [("HTTP_PROXY", "http://a"), ("REQUEST_METHOD", "POST")];
        assert_eq!(of("http://h.example", &variables[..1]).as_deref(), Some("http://a"));
        assert_eq!(of("http://h.example", &variables), None);
    }

    #[test]
    fn this_machine_is_never_called_through_it() {
        let variables = [("all_proxy", "http://a")];
        for endpoint in ["http://127.0.0.1", "http://localhost:8000", "http://[::1]"] {
            assert_eq!(of(endpoint, &variables), None, "{endpoint}");
        }
        #[cfg(unix)]
        assert_eq!(of("http+unix:///run/x", &variables), None);
    }

    #[test]
    fn exceptions_are_names_addresses_and_blocks() {
        let excepted = |endpoint: &str, list: &str| {
            of(endpoint, &[("all_proxy", "http://a"), ("NO_PROXY", list)]).is_none()
        };
        assert!(excepted("http://h.example", "*"));
        assert!(excepted("http://h.example", "other, example"));
        assert!(excepted("http://H.example", ".h.example"));
        assert!(excepted("http://h.example:81", "h.example:81"));
        assert!(excepted("http://10.1.2.3", "10.0.0.0/8"));
        assert!(excepted("http://10.1.2.3", "10.1.2.3"));
        assert!(excepted("http://[fd00::1]", "fd00::/8"));
        assert!(excepted("http://[fd00::1]:81", "[fd00::1]:81"));
        assert!(!excepted("http://h.example", "xample"));
        assert!(!excepted("http://h.example", "h.example:81"));
        assert!(!excepted("http://11.1.2.3", "10.0.0.0/8"));
        assert!(!excepted("http://h.example", ""));
    }

    #[test]
    fn a_variable_that_is_no_url_is_named() {
        let endpoint: Endpoint = "http://h.example".parse().unwrap();
        let error = proxy(endpoint.address().unwrap(), |name| {
            (name == "http_proxy").then(|| "http://ada:s3cret@h:x".to_owned())
        })
        .map(|_| ())
        .unwrap_err();
        let text = error.to_string();
        assert!(text.contains("http_proxy") && !text.contains("s3cret"), "{text}");
    }
}

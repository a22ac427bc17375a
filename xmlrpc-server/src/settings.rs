//! Settings that no request could ever meet, so that every one would be refused.

use std::net::Ipv6Addr;

use hyper::http::uri::PathAndQuery;
use xmlrpc_core::{Error, ErrorKind};

use crate::options::Options;

/// Whether path, names and origins are such as a request can have.
pub(crate) fn checked(options: &Options) -> Result<(), Error> {
    check_path(&options.path)?;
    options.hosts.iter().try_for_each(|host| check_host(host.trim()))?;
    options.origins.iter().try_for_each(|origin| check_origin(origin.trim()))
}

fn refused(what: String) -> Error {
    Error::new(ErrorKind::Endpoint, what)
}

/// The path of a request is compared as it was sent: without a query, and with `%20` for a space.
fn check_path(path: &str) -> Result<(), Error> {
    // The first slash may be the server's.
    let shown = path.strip_prefix('/').filter(|rest| rest.contains("://")).unwrap_or(path);
    let why = if shown.contains("://") {
        "is a URL: write what follows the host"
    } else if path.contains(['?', '#']) {
        "has a query or a fragment: write what is before it"
    } else if !path.is_ascii() || PathAndQuery::try_from(path).is_err() {
        "has characters that no URL has: write them as UTF-8 in percents, a space as %20"
    } else {
        return Ok(());
    };
    Err(refused(format!("path {shown:?} {why}, such as /RPC2")))
}

fn check_host(host: &str) -> Result<(), Error> {
    let why = if host.contains('*') {
        "is no name of one host: list each name by which clients call the server"
    } else if host.contains('/') {
        "is no name of a host: write it without a scheme and a path"
    } else if !host.is_ascii() {
        "is not as clients send it: write it in ASCII, with xn-- where it needs that"
    } else if !is_host(host) {
        "is no name of a host: write it alone"
    } else {
        return Ok(());
    };
    Err(refused(format!("host {host:?} {why}, such as {}", host_in(host, "practice.example"))))
}

fn check_origin(origin: &str) -> Result<(), Error> {
    // Whoever lists it means what browsers send for pages that have no origin to show.
    if origin == "null" {
        return Ok(());
    }
    let split = origin.split_once("://");
    let why = if origin.contains('*') {
        "is no one origin: list the origin of each page that may call"
    } else if !origin.is_ascii() {
        "is not as browsers send it: write it in ASCII, with xn-- where it needs that"
    } else {
        match split {
            Some((scheme, host)) if is_scheme(scheme) => {
                let host = host.trim_end_matches('/');
                if is_host(host) {
                    return Ok(());
                }
                if host.contains('/') {
                    "has a path: write the page's scheme, host and port"
                } else {
                    "names no host: write the page's scheme, host and port"
                }
            }
            _ => "has no scheme: write the page's scheme, host and port",
        }
    };
    let example = match split {
        Some((scheme, _)) if is_scheme(scheme) => {
            format!("{scheme}://{}", host_in(origin, "practice.example"))
        }
        _ => format!("https://{}", host_in(origin, "practice.example")),
    };
    Err(refused(format!("origin {origin:?} {why}, such as {example}")))
}

/// What is a host in a text that is more than one, or this example where there is none.
fn host_in<'a>(text: &'a str, example: &'a str) -> &'a str {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if is_host(host) { host } else { example }
}

/// RFC 3986, section 3.1.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// A name or an address, with or without a port. Names of other letters than those of the DNS are in use in local nets.
fn is_host(text: &str) -> bool {
    if text.parse::<Ipv6Addr>().is_ok() {
        return true;
    }
    if let Some(inner) = text.strip_prefix('[') {
        let Some((inner, port)) = inner.split_once(']') else { return false };
        return inner.parse::<Ipv6Addr>().is_ok()
            && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port));
    }
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (text, None),
    };
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    !name.is_empty() && name.bytes().all(fits) && port.is_none_or(is_port)
}

fn is_port(text: &str) -> bool {
    text.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of these settings, or nothing.
    fn said(change: impl FnOnce(&mut Options)) -> Option<String> {
        let mut options = Options::default();
        change(&mut options);
        checked(&options).err().map(|error| {
            assert_eq!(error.kind(), ErrorKind::Endpoint);
            error.to_string()
        })
    }

    fn of_host(host: &str) -> Option<String> {
        said(|options| options.hosts = vec![host.to_owned()])
    }

    fn of_origin(origin: &str) -> Option<String> {
        said(|options| options.origins = vec![origin.to_owned()])
    }

    fn of_path(path: &str) -> Option<String> {
        said(|options| options.path = path.to_owned())
    }

    #[test]
    fn what_a_request_can_have_is_taken() {
        for host in [
            "practice.example",
            "Practice.example:8000",
            "my_machine",
            " media.local. ",
            "192.168.1.7",
            "[::1]:80",
            "[2001:db8::1]",
            "2001:db8::1",
            "xn--mller-kva.example",
        ] {
            assert_eq!(of_host(host), None, "{host}");
        }
        for origin in [
            "https://practice.example",
            "HTTPS://Practice.example:443/",
            "http://[::1]:80",
            "tauri://localhost",
            "chrome-extension://abcdef",
            "null",
        ] {
            assert_eq!(of_origin(origin), None, "{origin}");
        }
        for path in ["/", "/RPC2", "/a/b.c", "/a%20b", "/a:b@c;d=1,2", "//"] {
            assert_eq!(of_path(path), None, "{path}");
        }
    }

    #[test]
    fn what_none_has_is_told_with_what_to_write() {
        let ends = |said: Option<String>, end: &str| {
            let said = said.expect("refused");
            assert!(said.ends_with(end), "{said}");
        };
        ends(of_host("http://media.local:8080/"), "such as media.local:8080");
        ends(of_host("media.local/RPC2"), "such as media.local");
        for host in
            ["*", "*.local", "", "a b", "a:b", "m\u{fc}ller.example", "a@b", "[::1", "http://"]
        {
            ends(of_host(host), "such as practice.example");
        }
        ends(of_origin("media.local"), "such as https://media.local");
        ends(of_origin("http://media.local:8080/page"), "such as http://media.local:8080");
        for origin in ["*", "https://*.example", "", "https://", "https://m\u{fc}ller.example"] {
            ends(of_origin(origin), "such as https://practice.example");
        }
        for path in ["/http://x/RPC", "/a b", "/a?x", "/a#x", "/m\u{fc}ller", "/a\n"] {
            ends(of_path(path), "such as /RPC2");
        }
        assert!(of_path("/http://x/RPC").unwrap().starts_with("path \"http://x/RPC\" is a URL"));
    }
}

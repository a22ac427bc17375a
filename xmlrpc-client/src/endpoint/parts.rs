//! The parts of a URL. What is wrong with one is said in words that follow "the endpoint", and nothing is quoted.

use std::net::Ipv6Addr;

use http::{
    HeaderValue,
    uri::{Authority, PathAndQuery},
};
use percent_encoding::percent_decode_str;

use super::{Address, DEFAULT_PATH, Place, Protocol};
use crate::auth;

/// A server on the network: `[user[:password]@]host[:port][/path][?query]`.
pub(super) fn net(protocol: Protocol, rest: &str) -> Result<Address, &'static str> {
    check_characters(rest)?;
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (authorization, host) = credentials(protocol, authority)?;
    let authority = host_and_port(host)?;
    if protocol == Protocol::Scgi && authority.port().is_none() {
        return Err("has no port: SCGI has no usual one");
    }
    Ok(Address { protocol, place: Place::Net(authority), path: path_of(path)?, authorization })
}

/// A server in the file system: `[user[:password]@]/socket[:/path][?query]`.
#[cfg(unix)]
pub(super) fn socket(protocol: Protocol, rest: &str) -> Result<Address, &'static str> {
    check_characters(rest)?;
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (authorization, host) = credentials(protocol, authority)?;
    if !host.is_empty() {
        return Err("has a host: the path of a unix socket follows three slashes");
    }
    let (socket, path) = match path.split_once(':') {
        Some((_, path)) if !path.starts_with('/') => {
            return Err("has a colon in the path of its socket: write %3A");
        }
        Some(parts) => parts,
        None => path.split_at(path.find('?').unwrap_or(path.len())),
    };
    let place = Place::Unix(super::path::parse(socket)?);
    Ok(Address { protocol, place, path: path_of(path)?, authorization })
}

#[cfg(not(unix))]
pub(super) fn socket(_: Protocol, _: &str) -> Result<Address, &'static str> {
    Err("is a unix socket, which this system does not have")
}

fn check_characters(rest: &str) -> Result<(), &'static str> {
    if rest.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("has a space in it: write %20 in a path");
    }
    if rest.contains('#') {
        return Err("has a fragment (#), which no server ever sees: write %23 for the character");
    }
    Ok(())
}

/// The header that a user and a password before the host make, and the rest.
fn credentials(
    protocol: Protocol,
    authority: &str,
) -> Result<(Option<HeaderValue>, &str), &'static str> {
    let Some((userinfo, host)) = authority.rsplit_once('@') else {
        return Ok((None, authority));
    };
    if userinfo.is_empty() {
        return Ok((None, host));
    }
    if protocol == Protocol::Scgi {
        return Err("has a user: SCGI has no authentication");
    }
    let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
    let user: Vec<u8> = percent_decode_str(user).collect();
    let password: Vec<u8> = percent_decode_str(password).collect();
    Ok((Some(auth::basic(&user, &password)?), host))
}

/// Host and port, checked: the parser of the `http` crate leaves the port to whoever asks for it.
fn host_and_port(text: &str) -> Result<Authority, &'static str> {
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

/// The path with its query, and the usual one where none is written.
fn path_of(text: &str) -> Result<PathAndQuery, &'static str> {
    match text.as_bytes().first() {
        None => return Ok(PathAndQuery::from_static(DEFAULT_PATH)),
        Some(b'?') => format!("{DEFAULT_PATH}{text}").parse(),
        Some(_) => text.parse(),
    }
    .map_err(|_| "has a path with characters that no URL has: write them with %")
}

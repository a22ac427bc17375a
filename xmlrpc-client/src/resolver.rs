//! From the host of an endpoint to socket addresses.

use std::{error, fmt, io, net::IpAddr};

use ureq::{
    Error,
    config::Config,
    http::{Uri, uri::Scheme},
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

/// Answers IP addresses at once and asks the system for names.
///
/// ureq asks its resolver on every call, and its own one starts a thread each time as soon as a time-out is set: an
/// address needs neither. It also gives a failed look-up as any other I/O error, where ours is a [`NotResolved`].
#[derive(Debug, Default)]
pub(crate) struct SystemResolver(DefaultResolver);

impl Resolver for SystemResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        match literal(uri) {
            Some(address) => {
                let mut addresses = self.empty();
                addresses.push(address.into());
                Ok(addresses)
            }
            None => self.0.resolve(uri, config, timeout).map_err(|error| match error {
                Error::Io(error) => Error::Other(Box::new(NotResolved(error))),
                other => other,
            }),
        }
    }
}

/// Address and port, if the host is an IP address.
fn literal(uri: &Uri) -> Option<(IpAddr, u16)> {
    let host = uri.host()?;
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let default = if uri.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    Some((bare.parse().ok()?, uri.port_u16().unwrap_or(default)))
}

/// The system knows no address of the name.
#[derive(Debug)]
pub(crate) struct NotResolved(io::Error);

impl fmt::Display for NotResolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        // What the standard library puts before the system's own words.
        f.write_str(text.strip_prefix("failed to lookup address information: ").unwrap_or(&text))
    }
}

impl error::Error for NotResolved {}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &'static str) -> Option<String> {
        literal(&Uri::from_static(text)).map(|(ip, port)| format!("{ip} {port}"))
    }

    #[test]
    fn addresses_need_no_look_up() {
        assert_eq!(found("http://127.0.0.1:81/").as_deref(), Some("127.0.0.1 81"));
        assert_eq!(found("http://[::1]/").as_deref(), Some("::1 80"));
        assert_eq!(found("https://192.0.2.1/").as_deref(), Some("192.0.2.1 443"));
    }

    #[test]
    fn names_do() {
        assert_eq!(found("http://localhost/"), None);
        assert_eq!(found("http://127.1/"), None);
    }
}

//! What users add to the head of a request.

use std::fmt;

use http::{HeaderName, HeaderValue};
use xmlrpc_core::{Error, ErrorKind};

/// Headers that are sent with every call, in addition to what the transport sends by itself.
///
/// `Debug` shows their names only: a value may be a secret.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// One more header. It is looked at when the transport is made.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// Names and values, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(crate) fn as_slice(&self) -> &[(String, String)] {
        &self.0
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|(name, _)| name)).finish()
    }
}

/// The headers that a transport writes itself, and what to use instead.
const OURS: &[(&str, &str)] = &[
    ("host", "it is the endpoint's"),
    ("content-length", "it is that of the body"),
    ("content-type", "a call is text/xml"),
    ("content-encoding", "use `compress_over`"),
    ("transfer-encoding", "a call is never sent in chunks"),
    ("accept-encoding", "use `accept_compressed`"),
    ("user-agent", "use `user_agent`"),
    ("connection", "connections are kept by the transport"),
    ("keep-alive", "connections are kept by the transport"),
    ("te", "it belongs to the connection"),
    ("trailer", "it belongs to the connection"),
    ("upgrade", "it belongs to the connection"),
    ("expect", "calls are sent at once"),
    ("proxy-authorization", "write user and password into the URL of the proxy"),
    ("proxy-connection", "it belongs to the connection"),
];

/// Whether a header of this name says who calls.
pub(crate) fn is_secret(name: &HeaderName) -> bool {
    name == http::header::AUTHORIZATION || name == http::header::COOKIE
}

/// Names and values as they are sent.
///
/// # Errors
///
/// Kind `Endpoint`, unsent: a name that is none or that the transport writes itself, or a value that no header can hold. The
/// value is not quoted.
pub(crate) fn checked(
    headers: &[(String, String)],
) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
    headers.iter().map(|(name, value)| check(name, value)).collect()
}

fn check(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Error> {
    let refuse = |what: &str| {
        let shown: String = name.chars().take(60).collect();
        Error::new(ErrorKind::Endpoint, format!("the header {shown:?} {what}; nothing was sent"))
            .unsent()
    };
    let parsed = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| refuse("has a name that no header can have"))?;
    if let Some((_, instead)) = OURS.iter().find(|(ours, _)| parsed == *ours) {
        return Err(refuse(&format!("is not to be set: {instead}")));
    }
    let mut value = HeaderValue::from_str(value).map_err(|_| {
        refuse("has a value that no header can hold: only visible ASCII can be sent")
    })?;
    value.set_sensitive(is_secret(&parsed));
    Ok((parsed, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(name: &str, value: &str) -> String {
        let error = checked(&[(name.to_owned(), value.to_owned())]).unwrap_err();
        assert!(error.kind() == ErrorKind::Endpoint && error.is_unsent());
        error.to_string()
    }

    #[test]
    fn names_and_values_are_looked_at() {
        assert!(refusal("X Y", "z").contains("\"X Y\" has a name"));
        assert!(refusal("", "z").contains("has a name"));
        assert!(refusal("X", "a\r\nHost: b").contains("\"X\" has a value"));
        assert!(!refusal("X", "s3cret\n").contains("s3cret"));
        assert!(checked(&[("X-Tenant".to_owned(), "7".to_owned())]).is_ok());
    }

    #[test]
    fn what_the_transport_writes_is_its_own() {
        assert!(refusal("Content-Length", "5").contains("not to be set"));
        assert!(refusal("HOST", "h").contains("the endpoint's"));
        assert!(refusal("User-Agent", "x").contains("`user_agent`"));
        for (name, _) in OURS {
            refusal(name, "x");
        }
    }

    #[test]
    fn debug_shows_names_only() {
        let mut headers = Headers::default();
        headers.push("X-Key", "s3cret");
        assert_eq!(format!("{headers:?}"), "{\"X-Key\"}");
    }
}

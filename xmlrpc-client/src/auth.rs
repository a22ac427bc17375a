//! Who calls: the header `Authorization`.

use std::fmt;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::HeaderValue;
use xmlrpc_core::{Error, ErrorKind};

/// Credentials that are sent with every call.
///
/// They belong to one endpoint, and to further addresses of the same service ([`Config::also`](crate::Config#structfield.also)): a
/// configuration with another endpoint does not have them. `Debug` does not show them.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use xmlrpc_proxy::{Auth, Config};
///
/// let config = Config::new("http://127.0.0.1:8000")?.auth(Auth::basic("ada", "s3cret")?);
/// assert!(!format!("{config:?}").contains("s3cret"));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Auth {
    header: HeaderValue,
    kind: AuthKind,
}

/// What a server is told about the caller, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthKind {
    User,
    Token,
    /// A header that the user wrote.
    Header,
}

impl Auth {
    /// A user and a password, for Basic authentication ([RFC 7617]).
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the user's name has a colon in it, which cannot be sent.
    ///
    /// [RFC 7617]: https://www.rfc-editor.org/rfc/rfc7617
    pub fn basic(user: &str, password: &str) -> Result<Self, Error> {
        match basic(user.as_bytes(), password.as_bytes()) {
            Ok(header) => Ok(Auth { header, kind: AuthKind::User }),
            Err(what) => Err(refused(format_args!("the configuration {what}"))),
        }
    }

    /// A bearer token ([RFC 6750]).
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: the token is empty, or has a character that no token has, such as a space.
    ///
    /// [RFC 6750]: https://www.rfc-editor.org/rfc/rfc6750
    pub fn bearer(token: &str) -> Result<Self, Error> {
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~+/=:".contains(byte);
        if token.is_empty() || !token.as_bytes().iter().all(allowed) {
            return Err(refused("the token is empty or has a character that no token has"));
        }
        let mut header = HeaderValue::try_from(format!("Bearer {token}"))
            .map_err(|_| refused("the token is none that a header can hold"))?;
        header.set_sensitive(true);
        Ok(Auth { header, kind: AuthKind::Token })
    }

    pub(crate) fn header(&self) -> &HeaderValue {
        &self.header
    }

    pub(crate) fn kind(&self) -> AuthKind {
        self.kind
    }
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            AuthKind::User => "Auth(a user and a password)",
            AuthKind::Token | AuthKind::Header => "Auth(a token)",
        })
    }
}

/// The header of Basic authentication. The error says what is wrong, and quotes nothing.
pub(crate) fn basic(user: &[u8], password: &[u8]) -> Result<HeaderValue, &'static str> {
    if user.contains(&b':') {
        return Err("has a colon in the user's name, which Basic authentication cannot send");
    }
    let pair = [user, b":", password].concat();
    let mut header = HeaderValue::try_from(format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .map_err(|_| "has a user or password that no header can hold")?;
    header.set_sensitive(true);
    Ok(header)
}

fn refused(what: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Endpoint, what.to_string()).unsent()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_those_of_the_standards() {
        let basic = Auth::basic("ada", "p@ss").unwrap();
        assert_eq!(basic.header(), "Basic YWRhOnBAc3M=");
        assert_eq!(Auth::bearer("abc.def-1=").unwrap().header(), "Bearer abc.def-1=");
    }

    #[test]
    fn what_cannot_be_sent_is_refused_without_being_quoted() {
        for error in [
            Auth::basic("a:da", "s3cret").unwrap_err(),
            Auth::bearer("s3cret\r\nX: y").unwrap_err(),
            Auth::bearer("").unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Endpoint);
            assert!(!error.to_string().contains("s3cret") && error.is_unsent(), "{error}");
        }
    }

    #[test]
    fn debug_shows_nothing() {
        let shown = format!("{:?}", (Auth::basic("ada", "s3cret"), Auth::bearer("s3cret")));
        assert!(!shown.contains("ada") && !shown.contains("s3cret"), "{shown}");
    }
}

//! What a client without credentials is asked for.

use hyper::header::HeaderValue;

/// The schemes by which a caller can show who it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Challenge {
    Basic,
    Bearer,
    Either,
}

impl Challenge {
    /// For `WWW-Authenticate`.
    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Challenge::Basic => r#"Basic realm="XML-RPC", charset="UTF-8""#,
            Challenge::Bearer => r#"Bearer realm="XML-RPC""#,
            Challenge::Either => {
                r#"Basic realm="XML-RPC", charset="UTF-8", Bearer realm="XML-RPC""#
            }
        })
    }

    /// The same for people.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Challenge::Basic => {
                "Send `Authorization: Basic` with a name and a password that this server knows.\n"
            }
            Challenge::Bearer => {
                "Send `Authorization: Bearer` with a token that this server knows.\n"
            }
            Challenge::Either => {
                "Send `Authorization: Basic` with a name and a password that this server knows, or \
                `Authorization: Bearer` with a token.\n"
            }
        }
    }
}

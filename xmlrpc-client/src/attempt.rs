//! What went wrong on the way, in plain words, whatever carries the call.

use std::{fmt, io, time::Duration};

use xmlrpc_core::{Error, ErrorKind};

use crate::stream::is_closed;

/// What every message about one call needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt<'a> {
    /// Where the call goes, without credentials.
    pub(crate) endpoint: &'a str,
    /// Whether it goes there over TLS.
    pub(crate) tls: bool,
    /// The proxy by which it goes, without credentials.
    pub(crate) proxy: Option<&'a str>,
    /// The time allowed for the connection.
    pub(crate) connect: Duration,
    /// The time allowed for the whole call.
    pub(crate) whole: Duration,
}

/// What a call was waiting for when its time was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Resolve,
    Connect,
    Answer,
}

impl Attempt<'_> {
    /// An error that names the endpoint.
    #[cold]
    pub(crate) fn error(&self, kind: ErrorKind, what: impl fmt::Display) -> Error {
        Error::new(kind, format!("{}: {what}", self.endpoint))
    }

    /// The call has more bytes than are allowed.
    pub(crate) fn too_large(&self, bytes: usize, allowed: usize) -> Error {
        self.error(
            ErrorKind::Limit,
            format_args!(
                "the call has {bytes} bytes, more than the {allowed} bytes allowed; nothing was sent"
            ),
        )
        .unsent()
    }

    /// The answer has more bytes than are allowed.
    pub(crate) fn answer_too_large(&self, allowed: usize) -> Error {
        self.error(
            ErrorKind::Limit,
            format_args!("the answer has more than the {allowed} bytes allowed"),
        )
    }

    /// The head of the answer has more bytes than are allowed.
    pub(crate) fn head_too_large(&self, allowed: usize) -> Error {
        self.error(
            ErrorKind::Limit,
            format_args!("the head of the answer has more than the {allowed} bytes allowed"),
        )
    }

    /// The answer ended early.
    pub(crate) fn cut_short(&self, received: usize, announced: Option<u64>) -> Error {
        match announced {
            Some(length) => self.error(
                ErrorKind::Transport,
                format_args!("the body ended after {received} of {length} bytes; the call has run"),
            ),
            None => self.error(
                ErrorKind::Transport,
                format_args!(
                    "the body ended after {received} bytes, before its end; the call has run"
                ),
            ),
        }
    }

    /// The name has no address.
    pub(crate) fn not_resolved(&self, error: &dyn fmt::Display) -> Error {
        let text = error.to_string();
        // What the standard library puts before the system's own words.
        let text = text.strip_prefix("failed to lookup address information: ").unwrap_or(&text);
        self.error(ErrorKind::Resolve, format_args!("the host name could not be resolved: {text}"))
            .unsent()
    }

    /// No connection.
    pub(crate) fn not_connected(&self, error: &io::Error) -> Error {
        let error = match (error.kind(), self.proxy) {
            (io::ErrorKind::ConnectionRefused, None) => self
                .error(ErrorKind::Connect, "connection refused: no server listens at this address"),
            (io::ErrorKind::ConnectionRefused, Some(proxy)) => self.error(
                ErrorKind::Connect,
                format_args!("connection refused: no proxy listens at {proxy}"),
            ),
            (_, Some(proxy)) => {
                let error = error.to_string();
                // Of what a proxy answers, not more is known than its status.
                let hint = if error.contains(" 407") {
                    "; the proxy wants a user and a password that it accepts, in its URL"
                } else {
                    ""
                };
                self.error(
                    ErrorKind::Connect,
                    format_args!("no connection by way of the proxy {proxy}: {error}{hint}"),
                )
            }
            (io::ErrorKind::NotFound, None) => {
                self.error(ErrorKind::Connect, "no connection: there is no socket at this path")
            }
            _ => self.error(ErrorKind::Connect, format_args!("no connection: {error}")),
        };
        error.unsent()
    }

    /// TLS failed, before or after the handshake.
    pub(crate) fn tls_failed(&self, error: impl fmt::Display) -> Error {
        let error = error.to_string();
        // How rustls says it of an answer in plain text, the commonest mistake with `https`.
        let hint = if error.contains("InvalidContentType") {
            "the server does not seem to speak TLS: "
        } else {
            ""
        };
        self.error(ErrorKind::Tls, format_args!("TLS failed: {hint}{error}"))
    }

    /// The connection broke while the call was under way.
    pub(crate) fn broken(&self, error: &io::Error) -> Error {
        if is_closed(error) {
            return self.error(
                ErrorKind::Connect,
                "the server closed the connection before it answered; the call may have run",
            );
        }
        if self.tls && error.kind() == io::ErrorKind::InvalidData {
            return self.tls_failed(error);
        }
        self.error(
            ErrorKind::Transport,
            format_args!("the connection failed: {error}; the call may have run"),
        )
    }

    /// The connection broke before any byte of the call was written.
    pub(crate) fn unsent(&self, error: &dyn fmt::Display) -> Error {
        self.error(
            ErrorKind::Connect,
            format_args!("the connection failed before anything was sent: {error}"),
        )
        .unsent()
    }

    /// The time is over.
    pub(crate) fn timeout(&self, phase: Phase) -> Error {
        let Attempt { connect, whole, .. } = *self;
        let what = match phase {
            _ if whole.is_zero() => {
                "a time-out of zero allows no call at all; nothing was sent".to_owned()
            }
            Phase::Resolve if connect < whole => {
                format!("the host name was not resolved within {connect:?} (time-out to connect)")
            }
            Phase::Connect if connect < whole => {
                format!("no connection within {connect:?} (time-out to connect)")
            }
            Phase::Resolve | Phase::Connect => {
                format!("no connection within {whole:?} (time-out of the whole call)")
            }
            Phase::Answer => {
                format!("no answer within {whole:?} (time-out of the whole call); it may have run")
            }
        };
        let error = self.error(ErrorKind::Timeout, what);
        if phase == Phase::Answer && !whole.is_zero() { error } else { error.unsent() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTEMPT: Attempt<'_> = Attempt {
        endpoint: "http://h/RPC2",
        tls: false,
        proxy: None,
        connect: Duration::from_secs(5),
        whole: Duration::from_secs(30),
    };

    #[test]
    fn a_timeout_says_which_and_how_long() {
        let text = |attempt: Attempt<'_>, phase| attempt.timeout(phase).to_string();
        let short = Attempt { whole: Duration::from_millis(200), ..ATTEMPT };
        assert_eq!(
            text(ATTEMPT, Phase::Connect),
            "http://h/RPC2: no connection within 5s (time-out to connect)"
        );
        assert_eq!(
            text(short, Phase::Connect),
            "http://h/RPC2: no connection within 200ms (time-out of the whole call)"
        );
        assert!(text(ATTEMPT, Phase::Resolve).contains("not resolved within 5s"));
        assert!(text(ATTEMPT, Phase::Answer).contains("within 30s (time-out of the whole call)"));
    }

    #[test]
    fn only_a_call_without_a_connection_is_known_not_to_have_run() {
        assert!(ATTEMPT.timeout(Phase::Resolve).is_unsent());
        assert!(ATTEMPT.timeout(Phase::Connect).is_unsent());
        assert!(!ATTEMPT.timeout(Phase::Answer).is_unsent());
        assert!(!ATTEMPT.broken(&io::ErrorKind::ConnectionReset.into()).is_unsent());
        assert!(ATTEMPT.too_large(2, 1).is_unsent());
    }
}

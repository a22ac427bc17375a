//! What went wrong on the way, in plain words.

use std::{io, time::Duration};

use ureq::Timeout;
use xmlrpc_core::{Error, ErrorKind};

use crate::{connector::NotOpened, resolver::NotResolved};

/// What every message about one call needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt<'a> {
    /// Where the call goes, without credentials.
    pub(crate) endpoint: &'a str,
    /// Whether it goes there over TLS.
    pub(crate) tls: bool,
    /// The time allowed for the connection.
    pub(crate) connect: Duration,
    /// The time allowed for the whole call.
    pub(crate) whole: Duration,
}

impl Attempt<'_> {
    /// An error that names the endpoint.
    #[cold]
    pub(crate) fn error(&self, kind: ErrorKind, what: impl std::fmt::Display) -> Error {
        Error::new(kind, format!("{}: {what}", self.endpoint))
    }

    /// What ureq's error means for the call.
    #[cold]
    pub(crate) fn explain(&self, error: ureq::Error) -> Error {
        use ureq::Error as Http;
        match error {
            Http::Timeout(phase) => self.timeout(phase),
            Http::HostNotFound => {
                self.error(ErrorKind::Resolve, "the host name could not be resolved")
            }
            Http::Other(error) => match error.downcast::<NotOpened>() {
                Ok(error) => self.not_opened(error.0),
                Err(error) if error.is::<NotResolved>() => self.error(
                    ErrorKind::Resolve,
                    format_args!("the host name could not be resolved: {error}"),
                ),
                Err(error) => self.failed(error),
            },
            Http::Io(error) => self.broken(&error),
            Http::LargeResponseHeader(_, most) => self.error(
                ErrorKind::Limit,
                format_args!("the head of the answer has more than the {most} bytes allowed"),
            ),
            Http::Protocol(error) => self.error(
                ErrorKind::Transport,
                format_args!("the server's answer is not HTTP as it should be: {error}"),
            ),
            other => self.failed(other),
        }
    }

    fn failed(&self, error: impl std::fmt::Display) -> Error {
        self.error(ErrorKind::Transport, format_args!("the call failed: {error}"))
    }

    fn tls_failed(&self, error: impl std::fmt::Display) -> Error {
        let error = error.to_string();
        // How rustls says it of an answer in plain text, the commonest mistake with `https`.
        let hint = if error.contains("InvalidContentType") {
            "the server does not seem to speak TLS: "
        } else {
            ""
        };
        self.error(ErrorKind::Tls, format_args!("TLS failed: {hint}{error}"))
    }

    /// No connection: nothing was sent.
    fn not_opened(&self, error: ureq::Error) -> Error {
        use io::ErrorKind as Io;
        use ureq::Error as Http;
        match error {
            Http::Io(error) if error.kind() == Io::ConnectionRefused => self
                .error(ErrorKind::Connect, "connection refused: no server listens at this address"),
            // rustls gives what it found wrong with the other side this way.
            Http::Io(error) if self.tls && error.kind() == Io::InvalidData => {
                self.tls_failed(error)
            }
            Http::Io(error) if self.tls && is_closed(&error) => {
                self.tls_failed("the server closed the connection during the handshake")
            }
            Http::Io(error) => {
                self.error(ErrorKind::Connect, format_args!("no connection: {error}"))
            }
            Http::Tls(what) => self.tls_failed(what),
            #[cfg(feature = "tls")]
            Http::Rustls(error) => self.tls_failed(error),
            other => self.error(ErrorKind::Connect, format_args!("no connection: {other}")),
        }
    }

    /// The connection broke while the call was under way.
    fn broken(&self, error: &io::Error) -> Error {
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

    fn timeout(&self, phase: Timeout) -> Error {
        let Attempt { connect, whole, .. } = *self;
        let what = match phase {
            _ if whole.is_zero() => {
                "a time-out of zero allows no call at all; nothing was sent".to_owned()
            }
            // Of two time-outs that end together, ureq may name either.
            Timeout::Resolve if connect < whole => {
                format!("the host name was not resolved within {connect:?} (time-out to connect)")
            }
            Timeout::Connect if connect < whole => {
                format!("no connection within {connect:?} (time-out to connect)")
            }
            Timeout::Resolve | Timeout::Connect => {
                format!("no connection within {whole:?} (time-out of the whole call)")
            }
            _ => {
                format!("no answer within {whole:?} (time-out of the whole call); it may have run")
            }
        };
        self.error(ErrorKind::Timeout, what)
    }
}

/// Whether the other side closed the connection, in whichever way the system noticed.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind as Io;
    matches!(
        error.kind(),
        Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTEMPT: Attempt<'_> = Attempt {
        endpoint: "http://h/RPC2",
        tls: false,
        connect: Duration::from_secs(5),
        whole: Duration::from_secs(30),
    };

    #[test]
    fn a_timeout_says_which_and_how_long() {
        let text = |attempt: Attempt<'_>, phase| attempt.timeout(phase).to_string();
        let short = Attempt { whole: Duration::from_millis(200), ..ATTEMPT };
        assert_eq!(
            text(ATTEMPT, Timeout::Connect),
            "http://h/RPC2: no connection within 5s (time-out to connect)"
        );
        assert_eq!(
            text(short, Timeout::Connect),
            "http://h/RPC2: no connection within 200ms (time-out of the whole call)"
        );
        assert!(text(ATTEMPT, Timeout::Resolve).contains("not resolved within 5s"));
        assert!(text(ATTEMPT, Timeout::Global).contains("within 30s (time-out of the whole call)"));
    }

    fn io(kind: io::ErrorKind) -> ureq::Error {
        io::Error::from(kind).into()
    }

    fn not_opened(kind: io::ErrorKind) -> ureq::Error {
        ureq::Error::Other(Box::new(NotOpened(io(kind))))
    }

    #[test]
    fn an_unreachable_network_is_no_connection() {
        let error = ATTEMPT.explain(not_opened(io::ErrorKind::NetworkUnreachable));
        assert_eq!(error.kind(), ErrorKind::Connect);
        assert!(error.to_string().starts_with("http://h/RPC2: no connection: "), "{error}");
    }

    #[test]
    fn only_what_was_sent_may_have_run() {
        let kind = io::ErrorKind::ConnectionReset;
        assert!(!ATTEMPT.explain(not_opened(kind)).to_string().contains("may have run"));
        assert!(ATTEMPT.explain(io(kind)).to_string().contains("may have run"));
    }

    #[test]
    fn a_reset_during_a_handshake_is_a_failure_of_tls() {
        let attempt = Attempt { tls: true, ..ATTEMPT };
        let error = attempt.explain(not_opened(io::ErrorKind::ConnectionReset));
        assert_eq!(error.kind(), ErrorKind::Tls);
    }
}

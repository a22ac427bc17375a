//! What went wrong on the way, in plain words.

use std::{io, time::Duration};

use ureq::Timeout;
use xmlrpc_core::{Error, ErrorKind};

use crate::resolver::NotResolved;

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
            Http::Other(error) if error.is::<NotResolved>() => self.error(
                ErrorKind::Resolve,
                format_args!("the host name could not be resolved: {error}"),
            ),
            Http::Io(error) => self.io(&error),
            Http::ConnectionFailed => self.error(ErrorKind::Connect, "no connection"),
            Http::Tls(what) => self.error(ErrorKind::Tls, format_args!("TLS failed: {what}")),
            #[cfg(feature = "tls")]
            Http::Rustls(error) => self.error(ErrorKind::Tls, format_args!("TLS failed: {error}")),
            Http::LargeResponseHeader(_, most) => self.error(
                ErrorKind::Limit,
                format_args!("the head of the answer has more than the {most} bytes allowed"),
            ),
            Http::Protocol(error) => self.error(
                ErrorKind::Transport,
                format_args!("the server's answer is not HTTP as it should be: {error}"),
            ),
            other => self.error(ErrorKind::Transport, format_args!("the call failed: {other}")),
        }
    }

    fn timeout(&self, phase: Timeout) -> Error {
        let Attempt { connect, whole, .. } = *self;
        let what = match phase {
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

    fn io(&self, error: &io::Error) -> Error {
        use io::ErrorKind as Io;
        match error.kind() {
            Io::ConnectionRefused => self
                .error(ErrorKind::Connect, "connection refused: no server listens at this address"),
            Io::HostUnreachable
            | Io::NetworkUnreachable
            | Io::NetworkDown
            | Io::AddrNotAvailable
            | Io::PermissionDenied
            | Io::NotConnected => {
                self.error(ErrorKind::Connect, format_args!("no connection: {error}"))
            }
            // rustls gives what it found wrong with the handshake this way.
            Io::InvalidData if self.tls => {
                self.error(ErrorKind::Tls, format_args!("TLS failed: {error}"))
            }
            Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe => {
                self.error(
                    ErrorKind::Connect,
                    "the server closed the connection before it answered; the call may have run",
                )
            }
            Io::TimedOut => {
                self.error(ErrorKind::Timeout, format_args!("the system gave up: {error}"))
            }
            _ => self.error(ErrorKind::Transport, format_args!("the connection failed: {error}")),
        }
    }
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

    #[test]
    fn an_unreachable_network_is_no_connection() {
        let error = ATTEMPT.explain(io::Error::from(io::ErrorKind::NetworkUnreachable).into());
        assert_eq!(error.kind(), ErrorKind::Connect);
        assert!(error.to_string().starts_with("http://h/RPC2: no connection: "), "{error}");
    }

    #[test]
    fn an_expired_system_timeout_is_a_timeout() {
        let error = ATTEMPT.explain(io::Error::from(io::ErrorKind::TimedOut).into());
        assert_eq!(error.kind(), ErrorKind::Timeout);
    }
}

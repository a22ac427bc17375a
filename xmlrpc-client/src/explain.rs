//! What ureq's errors mean for a call.

use std::io;

use ureq::Timeout;
use xmlrpc_core::{Error, ErrorKind};

use crate::{
    attempt::{Attempt, Phase},
    connector::NotOpened,
    lost::Lost,
    resolver::NotResolved,
    stream::is_closed,
};

impl Attempt<'_> {
    /// What ureq's error means for the call.
    #[cold]
    pub(crate) fn explain(&self, error: ureq::Error) -> Error {
        use ureq::Error as Http;
        match error {
            Http::Timeout(reason) => self.timeout(phase(reason)),
            Http::Other(error) => self.marked(error),
            Http::Io(error) => self.broken(&error),
            Http::LargeResponseHeader(_, most) => self.head_too_large(most),
            Http::Protocol(error) => self.error(
                ErrorKind::Transport,
                format_args!("the server's answer is not HTTP as it should be: {error}"),
            ),
            other => self.failed(&other),
        }
    }

    /// One of our own errors, which ureq has passed on.
    fn marked(&self, error: Box<dyn std::error::Error + Send + Sync>) -> Error {
        match error.downcast::<NotOpened>() {
            Ok(error) => self.not_opened(error.0),
            Err(error) => match error.downcast::<Lost>() {
                Ok(lost) if lost.sent => self.explain(lost.error),
                Ok(lost) => match lost.error {
                    ureq::Error::Timeout(_) => self.timeout(Phase::Connect),
                    error => self.unsent(&error),
                },
                Err(error) => self.failed(&*error),
            },
        }
    }

    fn failed(&self, error: &dyn std::fmt::Display) -> Error {
        self.error(ErrorKind::Transport, format_args!("the call failed: {error}"))
    }

    /// No connection: nothing was sent.
    fn not_opened(&self, error: ureq::Error) -> Error {
        use ureq::Error as Http;
        let error = match error {
            Http::Timeout(Timeout::Resolve) => self.timeout(Phase::Resolve),
            Http::Timeout(_) => self.timeout(Phase::Connect),
            Http::HostNotFound => self.not_resolved(&"it is none"),
            Http::Other(error) if error.is::<NotResolved>() => self.not_resolved(&error),
            // rustls gives what it found wrong with the other side this way.
            Http::Io(error) if self.tls && error.kind() == io::ErrorKind::InvalidData => {
                self.tls_failed(error)
            }
            Http::Io(error) if self.tls && is_closed(&error) => {
                self.tls_failed("the server closed the connection during the handshake")
            }
            Http::Io(error) => self.not_connected(&error),
            Http::Tls(what) => self.tls_failed(what),
            #[cfg(feature = "tls")]
            Http::Rustls(error) => self.tls_failed(error),
            Http::ConnectProxyFailed(what) => self.not_connected(&io::Error::other(what)),
            other => self.not_connected(&io::Error::other(other.to_string())),
        };
        error.unsent()
    }
}

/// Of two time-outs that end together, ureq may name either.
fn phase(reason: Timeout) -> Phase {
    match reason {
        Timeout::Resolve => Phase::Resolve,
        Timeout::Connect => Phase::Connect,
        _ => Phase::Answer,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const ATTEMPT: Attempt<'_> = Attempt {
        endpoint: "http://h/RPC2",
        tls: false,
        proxy: None,
        connect: Duration::from_secs(5),
        whole: Duration::from_secs(30),
    };

    fn io(kind: io::ErrorKind) -> ureq::Error {
        io::Error::from(kind).into()
    }

    fn not_opened(kind: io::ErrorKind) -> ureq::Error {
        NotOpened::mark(io(kind))
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
        let sent = ATTEMPT.explain(io(kind));
        assert!(sent.to_string().contains("may have run") && !sent.is_unsent(), "{sent}");
        for error in [not_opened(kind), Lost::unsent(io(kind))] {
            let error = ATTEMPT.explain(error);
            assert!(!error.to_string().contains("may have run") && error.is_unsent(), "{error}");
        }
    }

    #[test]
    fn a_reset_during_a_handshake_is_a_failure_of_tls() {
        let attempt = Attempt { tls: true, ..ATTEMPT };
        let error = attempt.explain(not_opened(io::ErrorKind::ConnectionReset));
        assert_eq!(error.kind(), ErrorKind::Tls);
    }

    #[test]
    fn a_timeout_without_a_connection_sent_nothing() {
        let error = ATTEMPT.explain(NotOpened::mark(ureq::Error::Timeout(Timeout::Global)));
        assert!(error.is_unsent(), "{error}");
        assert!(!ATTEMPT.explain(ureq::Error::Timeout(Timeout::Global)).is_unsent());
    }
}

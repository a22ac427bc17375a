//! When a call that failed can be made once more: the one rule of retries, of other connections and of other endpoints.

use xmlrpc_core::{Error, ErrorKind, Request};

/// Statuses that say "not now": of a server that is busy, or of a proxy whose server is.
const NOT_NOW: [u16; 4] = [429, 502, 503, 504];

/// Whether the failure lies in the way to the server, or in its load, so that it may be gone the next time. A fault
/// never is: it is the server's answer.
pub(crate) fn may_pass(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::Resolve | ErrorKind::Connect | ErrorKind::Timeout | ErrorKind::Transport => true,
        ErrorKind::Status => error.status().is_some_and(|status| NOT_NOW.contains(&status)),
        _ => false,
    }
}

/// Whether the call can be made once more without running twice, or with no harm if it does.
pub(crate) fn is_safe(request: &Request<'_>, error: &Error) -> bool {
    request.idempotent || error.is_unsent()
}

/// Whether the call goes out once more, on another connection, where one was lost before any byte of an answer came. `kept`
/// says that it had served a call before, so that its server may have closed it for being idle; `sent`, that a byte of the
/// call had left.
pub(crate) fn on_another_connection(kept: bool, sent: bool, idempotent: bool) -> bool {
    kept && (idempotent || !sent)
}

/// The error that tells of both: the later one, unless only the earlier call may have run. A caller must not be told
/// that nothing was sent when something was.
pub(crate) fn worse(earlier: Error, later: Error) -> Error {
    if later.is_unsent() && !earlier.is_unsent() { earlier } else { later }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xmlrpc_core::Fault;

    #[test]
    fn what_may_pass_and_what_will_not() {
        use ErrorKind::{Connect, Endpoint, Limit, Resolve, Root, Status, Timeout, Tls, Transport};
        for kind in [Resolve, Connect, Timeout, Transport] {
            assert!(may_pass(&Error::new(kind, "")), "{kind:?}");
        }
        for kind in [Tls, Limit, Root, Endpoint, Status] {
            assert!(!may_pass(&Error::new(kind, "")), "{kind:?}");
        }
        for (status, passes) in [(429, true), (503, true), (500, false), (401, false), (404, false)]
        {
            let error = Error::new(Status, "").with_status(status);
            assert_eq!(may_pass(&error), passes, "{status}");
        }
        assert!(!may_pass(&Fault::new(503, "").into()));
    }

    #[test]
    fn what_may_have_run_is_not_called_unsent() {
        let sent = || Error::new(ErrorKind::Timeout, "sent");
        let unsent = || Error::new(ErrorKind::Connect, "unsent").unsent();
        assert!(!worse(sent(), unsent()).is_unsent());
        assert!(!worse(unsent(), sent()).is_unsent());
        assert!(worse(unsent(), unsent()).is_unsent());
    }
}

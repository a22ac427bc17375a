//! What is told of calls while they run: spans by the feature `tracing`, counters and histograms by the feature
//! `metrics`. Without them all of this is nothing.

#[cfg(any(feature = "tracing", feature = "metrics"))]
use std::time::Instant;
use std::{
    fmt,
    future::{Future, poll_fn},
    pin::Pin,
};

use crate::Error;

/// On which side a call is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// That of the caller.
    Client,
    /// That of the service.
    Server,
}

/// How a call ended.
#[derive(Debug, Clone, Copy)]
pub enum End<'a> {
    /// With a result.
    Result,
    /// With a fault of this code.
    Fault(i32),
    /// With no answer, or one that could not be read.
    Error(&'a Error),
}

impl<'a> End<'a> {
    /// How a call ended that gave this.
    #[inline]
    pub fn of<T>(answer: &'a Result<T, Error>) -> Self {
        match answer {
            Ok(_) => End::Result,
            Err(error) => error.fault().map_or(End::Error(error), |fault| End::Fault(fault.code)),
        }
    }
}

/// A call that is being observed.
#[derive(Debug)]
pub struct Observed {
    #[cfg(feature = "metrics")]
    side: Side,
    #[cfg(any(feature = "tracing", feature = "metrics"))]
    begun: Instant,
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg_attr(
    not(feature = "tracing"),
    allow(unused_variables, reason = "only spans tell of modes and bytes")
)]
impl Observed {
    /// A call begins, with so many bytes of its document.
    #[inline]
    pub fn begin(side: Side, mode: &'static str, bytes: usize) -> Self {
        #[cfg(feature = "tracing")]
        let span = {
            use tracing::field::Empty;
            let kind = match side {
                Side::Client => "client",
                Side::Server => "server",
            };
            tracing::info_span!(
                target: "xmlrpc",
                "call",
                otel.kind = kind,
                mode,
                method = Empty,
                request_bytes = bytes,
                response_bytes = Empty,
                duration_us = Empty,
                outcome = Empty,
                fault = Empty,
                error = Empty,
            )
        };
        Observed {
            #[cfg(feature = "metrics")]
            side,
            #[cfg(any(feature = "tracing", feature = "metrics"))]
            begun: Instant::now(),
            #[cfg(feature = "tracing")]
            span,
        }
    }

    /// Does the work of the call inside its span.
    #[inline]
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        #[cfg(feature = "tracing")]
        return self.span.in_scope(work);
        #[cfg(not(feature = "tracing"))]
        work()
    }

    /// Does the work of the call inside its span whenever it goes on.
    pub fn around<F: Future + Unpin>(&self, mut work: F) -> impl Future<Output = F::Output> {
        poll_fn(move |cx| self.run(|| Pin::new(&mut work).poll(cx)))
    }

    /// The call has ended, with so many bytes of the answer's document.
    ///
    /// A method that the server does not have is `None`: what a caller made up is no name for a log.
    #[inline]
    pub fn end(self, method: Option<&'static str>, bytes: usize, end: End<'_>) {
        #[cfg(any(feature = "tracing", feature = "metrics"))]
        {
            let elapsed = self.begun.elapsed();
            let method = method.unwrap_or("unknown");
            let outcome = match end {
                End::Result => "result",
                End::Fault(_) => "fault",
                End::Error(_) => "error",
            };
            #[cfg(feature = "tracing")]
            {
                let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
                self.span.record("method", method);
                self.span.record("response_bytes", bytes);
                self.span.record("duration_us", micros);
                self.span.record("outcome", outcome);
                match end {
                    End::Result => {}
                    End::Fault(code) => {
                        self.span.record("fault", code);
                    }
                    End::Error(error) => {
                        self.span.record("error", tracing::field::display(error));
                    }
                }
            }
            #[cfg(feature = "metrics")]
            {
                let (calls, seconds) = match self.side {
                    Side::Client => ("xmlrpc_client_calls_total", "xmlrpc_client_call_seconds"),
                    Side::Server => ("xmlrpc_server_calls_total", "xmlrpc_server_call_seconds"),
                };
                metrics::counter!(calls, "method" => method, "outcome" => outcome).increment(1);
                metrics::histogram!(seconds, "method" => method).record(elapsed.as_secs_f64());
            }
        }
    }
}

/// What is behind a fault whose caller is not told of it: told here, to whoever runs the service.
#[cold]
#[cfg_attr(not(feature = "tracing"), allow(unused_variables))]
pub(crate) fn kept(error: &(dyn std::error::Error + 'static)) {
    #[cfg(feature = "tracing")]
    {
        let causes = std::iter::successors(Some(error), |error| error.source());
        let chain = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        tracing::warn!(target: "xmlrpc", error = chain, "what a fault does not tell its caller");
    }
}

/// A request was refused, or its call cut off by the end of the server, with this HTTP status, and why. `peer` is who sent it, if that is known.
#[inline]
#[cfg_attr(
    not(feature = "tracing"),
    allow(unused_variables, reason = "only events tell of reasons and peers")
)]
pub fn refused(status: u16, reason: &'static str, peer: Option<&dyn fmt::Display>) {
    #[cfg(feature = "tracing")]
    tracing::info!(target: "xmlrpc", status, reason, peer = peer.map(tracing::field::display), "refused");
    #[cfg(feature = "metrics")]
    metrics::counter!("xmlrpc_server_refusals_total", "status" => status.to_string()).increment(1);
}

//! Several endpoints that stand for one.

use std::{
    fmt::{self, Write as _},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use xmlrpc_core::{
    BoxFuture, Error, ErrorKind, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{Balance, Order, health::Health, repeat};

/// Calls one of several endpoints, and another one where that fails.
///
/// An endpoint that cannot be reached, that does not answer, or that answers with HTTP status 429, 502, 503 or 504 is
/// set aside for a while. The call then goes to the next one if that is safe: it is idempotent, or it is certain that
/// nothing of it ran. Each endpoint is tried once a call. When the time of one that was set aside is over, a single call
/// tries whether it is back. When all are set aside, the one that comes back soonest is tried anyway.
///
/// All attempts stay inside the call's one time-out. The error of a call that went to several endpoints names each, and
/// what happened there. No thread watches the endpoints: the calls do. [`Balance`] has the options.
///
/// What calls are written in and how answers are read, the first endpoint says.
pub struct Failover<T> {
    members: Box<[Member<T>]>,
    balance: Balance,
    timeout: Duration,
    turn: AtomicUsize,
}

struct Member<T> {
    transport: T,
    shown: String,
    health: Health,
}

impl<T: Transport> Failover<T> {
    /// These endpoints. `timeout` is how long a call may take that does not say so itself: the transports' own setting.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`: there are none.
    pub fn new(
        transports: impl IntoIterator<Item = T>,
        balance: &Balance,
        timeout: Duration,
    ) -> Result<Self, Error> {
        let member = |transport: T| Member {
            shown: transport.describe(),
            transport,
            health: Health::default(),
        };
        let members: Box<[_]> = transports.into_iter().map(member).collect();
        if members.is_empty() {
            return Err(Error::new(ErrorKind::Endpoint, "there is no endpoint to call"));
        }
        Ok(Failover { members, balance: *balance, timeout, turn: AtomicUsize::new(0) })
    }

    /// The endpoint to try next, of those that this call has not tried.
    fn next(&self, first: usize, tried: &[Tried<'_, T>]) -> Option<&Member<T>> {
        let now = Instant::now();
        let is_new =
            |member: &&Member<T>| !tried.iter().any(|tried| std::ptr::eq(tried.member, *member));
        let (before, after) = self.members.split_at(first);
        let untried = || after.iter().chain(before).filter(is_new);
        untried()
            .find(|member| member.health.claim(now, &self.balance))
            .or_else(|| untried().min_by_key(|member| member.health.until()))
    }

    /// Where a call begins to look for an endpoint.
    fn first(&self) -> usize {
        match self.balance.order {
            Order::FirstHealthy => 0,
            Order::RoundRobin => self.turn.fetch_add(1, Relaxed) % self.members.len(),
        }
    }
}

/// What came of one endpoint.
struct Tried<'a, T> {
    member: &'a Member<T>,
    error: Error,
}

/// Whether the error speaks against the endpoint, and not against the call.
fn is_against(error: &Error) -> bool {
    repeat::may_pass(error) || error.kind() == ErrorKind::Tls
}

/// The one error of all endpoints that were tried.
fn summary<T>(tried: Vec<Tried<'_, T>>) -> Option<Error> {
    let several = tried.len() > 1;
    let mut whole: Option<Error> = None;
    for Tried { member, error } in tried {
        let error = if several && !error.to_string().starts_with(&member.shown) {
            error.from_sender(&member.shown)
        } else {
            error
        };
        whole = Some(match whole {
            None => error,
            Some(earlier) => {
                let texts = (earlier.to_string(), error.to_string());
                let worse = repeat::worse(earlier, error);
                // The one that is not told already.
                let other = if worse.to_string() == texts.0 { texts.1 } else { texts.0 };
                worse.with_note(format_args!("tried too: {other}"))
            }
        });
    }
    whole
}

/// One call, by way of the endpoints that it tries.
struct Trip<'a, T> {
    failover: &'a Failover<T>,
    start: Instant,
    whole: Duration,
    first: usize,
    /// What the next endpoint is sent.
    request: Request<'a>,
    tried: Vec<Tried<'a, T>>,
}

impl<'a, T: Transport> Trip<'a, T> {
    fn begin(failover: &'a Failover<T>, request: &Request<'a>) -> Self {
        Trip {
            failover,
            start: Instant::now(),
            whole: request.timeout.unwrap_or(failover.timeout),
            first: failover.first(),
            request: *request,
            tried: Vec::new(),
        }
    }

    /// The endpoint that is tried now, and when.
    ///
    /// # Errors
    ///
    /// There is none left: that of the call.
    fn next(&mut self) -> Result<(&'a Member<T>, Instant), Error> {
        match self.failover.next(self.first, &self.tried) {
            Some(member) => Ok((member, Instant::now())),
            None => Err(self.error()),
        }
    }

    fn answered(&self, (member, began): (&Member<T>, Instant)) {
        member.health.answered(began);
    }

    /// The endpoint failed.
    ///
    /// # Errors
    ///
    /// The call does not go on to another one: its error.
    fn failed(
        &mut self,
        (member, began): (&'a Member<T>, Instant),
        error: Error,
    ) -> Result<(), Error> {
        let goes_on = is_against(&error) && repeat::is_safe(&self.request, &error);
        if is_against(&error) {
            member.health.failed(began, Instant::now(), &self.failover.balance);
        } else if !error.is_unsent() {
            member.health.answered(began);
        }
        self.tried.push(Tried { member, error });
        let left = self.whole.saturating_sub(self.start.elapsed());
        if !goes_on || left.is_zero() {
            return Err(self.error());
        }
        self.request.timeout = Some(left);
        Ok(())
    }

    fn error(&mut self) -> Error {
        // There is at least one endpoint, so at least one was tried.
        summary(std::mem::take(&mut self.tried))
            .unwrap_or_else(|| Error::new(ErrorKind::Endpoint, "there is no endpoint to call"))
    }
}

impl<T: Transport + Sync> Transport for Failover<T> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let mut trip = Trip::begin(self, request);
        loop {
            let next = trip.next()?;
            match next.0.transport.call(&trip.request) {
                Ok(answer) => {
                    trip.answered(next);
                    return Ok(answer);
                }
                Err(error) => trip.failed(next, error)?,
            }
        }
    }

    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        Box::pin(async move {
            let mut trip = Trip::begin(self, &request);
            loop {
                let next = trip.next()?;
                match next.0.transport.call_async(trip.request).await {
                    Ok(answer) => {
                        trip.answered(next);
                        return Ok(answer);
                    }
                    Err(error) => trip.failed(next, error)?,
                }
            }
        })
    }

    /// All endpoints, with commas between them.
    fn describe(&self) -> String {
        let mut text = String::new();
        for (index, member) in self.members.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{}{}", if index == 0 { "" } else { ", " }, member.shown);
        }
        text
    }

    fn dialect(&self) -> Dialect {
        self.members.first().map_or_else(Dialect::default, |member| member.transport.dialect())
    }

    fn reading(&self) -> Reading {
        self.members.first().map_or_else(Reading::default, |member| member.transport.reading())
    }
}

impl<T: Transport + Sync> fmt::Debug for Failover<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Failover({})", self.describe())
    }
}

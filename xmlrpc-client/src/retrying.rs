//! Calls that are made again when they fail.

use std::{
    fmt,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    thread,
    time::{Duration, Instant},
};

use xmlrpc_core::{
    BoxFuture, Error, Request, Response, Transport,
    wire::{Dialect, Reading},
};

use crate::{Retry, budget::Budget, repeat, span::doubled};

/// Makes calls again that failed on their way, after a pause.
///
/// A call is made again only if that is safe: it is idempotent
/// ([`Request::idempotent`](xmlrpc_core::Request#structfield.idempotent), which `#[rpc(idempotent)]` and
/// `#[rpc(read_only)]` say), or it is certain that no server began to run it
/// ([`Error::is_unsent`](xmlrpc_core::Error::is_unsent)). And only if it may go well the next time: the host was not
/// found, there was no connection, it broke, the time to connect ran out, or the HTTP status is 429, 502, 503 or 504. A
/// fault is an answer, and never asked for again.
///
/// All attempts and the pauses between them stay inside the call's one time-out. The pauses grow, with chance in them,
/// and are as long as a server asks for (`Retry-After`), up to the longest; a budget bounds how many attempts there are:
/// [`Retry`] has the figures. The caller's thread waits, or, where the call is awaited, one of tokio's timers (feature
/// `async`). The error of a call that was made several times says how often.
pub struct Retrying<T> {
    inner: T,
    retry: Retry,
    timeout: Duration,
    budget: Budget,
}

impl<T> Retrying<T> {
    /// The calls of this transport, made again like this. `timeout` is how long a call may take that does not say so
    /// itself: the transport's own setting.
    pub fn new(inner: T, retry: &Retry, timeout: Duration) -> Self {
        let budget = Budget::new(retry.budget, retry.reserve);
        Retrying { inner, retry: *retry, timeout, budget }
    }

    /// A call begins.
    fn begin<'a>(&'a self, request: &Request<'a>) -> Attempts<'a, T> {
        self.budget.call();
        let whole = request.timeout.unwrap_or(self.timeout);
        let (start, request) = (Instant::now(), *request);
        Attempts { retrying: self, start, whole, request, made: 0, error: None }
    }

    /// The pause before the next attempt, after so many. A server that asks to be left alone for longer is, up to the
    /// longest pause.
    fn pause(&self, attempts: u32, asked: Option<Duration>) -> Duration {
        let whole = doubled(self.retry.first, attempts - 1, self.retry.longest);
        let chance = whole / 100 * self.retry.jitter.min(100);
        let asked = asked.unwrap_or_default().min(self.retry.longest);
        (whole - chance.mul_f64(random())).max(asked)
    }
}

/// From 0 to 1. The standard library's hasher has a new key each time.
fn random() -> f64 {
    let bits = RandomState::new().build_hasher().finish() >> 32;
    bits as f64 / f64::from(u32::MAX)
}

/// One call, as often as it is made.
struct Attempts<'a, T> {
    retrying: &'a Retrying<T>,
    start: Instant,
    whole: Duration,
    /// What the next attempt sends.
    request: Request<'a>,
    made: u32,
    /// That of all attempts so far.
    error: Option<Error>,
}

impl<T> Attempts<'_, T> {
    /// An attempt failed: the pause before the next one, or the error of the call.
    fn failed(&mut self, last: Error) -> Result<Duration, Error> {
        let Retrying { retry, budget, .. } = self.retrying;
        self.made += 1;
        let error = match self.error.take() {
            Some(error) => repeat::worse(error, last.clone()),
            None => last.clone(),
        };
        if self.made < retry.attempts
            && repeat::may_pass(&last)
            && repeat::is_safe(&self.request, &last)
        {
            let pause = self.retrying.pause(self.made, last.retry_after());
            let left = self.whole.saturating_sub(self.start.elapsed()).saturating_sub(pause);
            if !left.is_zero() && budget.take() {
                self.request.timeout = Some(left);
                self.error = Some(error);
                return Ok(pause);
            }
        }
        Err(match self.made {
            1 => error,
            made => error.with_note(format_args!("{made} attempts")),
        })
    }
}

impl<T: Transport + Sync> Transport for Retrying<T> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let mut attempts = self.begin(request);
        loop {
            match self.inner.call(&attempts.request) {
                Ok(answer) => return Ok(answer),
                Err(error) => thread::sleep(attempts.failed(error)?),
            }
        }
    }

    #[cfg(feature = "async")]
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        Box::pin(async move {
            crate::awaited::runtime(&self.describe())?;
            let mut attempts = self.begin(&request);
            loop {
                match self.inner.call_async(attempts.request).await {
                    Ok(answer) => return Ok(answer),
                    Err(error) => tokio::time::sleep(attempts.failed(error)?).await,
                }
            }
        })
    }

    #[cfg(not(feature = "async"))]
    fn call_async<'a>(&'a self, _: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        crate::not_built(self)
    }

    fn describe(&self) -> String {
        self.inner.describe()
    }

    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }

    fn reading(&self) -> Reading {
        self.inner.reading()
    }
}

impl<T: Transport + Sync> fmt::Debug for Retrying<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Retrying({})", self.describe())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, sync::Mutex};

    use super::*;
    use xmlrpc_core::{ErrorKind, Fault};

    /// Answers with these errors, one a call, and then well. Keeps the time-outs that were asked for.
    #[derive(Default)]
    struct Script {
        errors: Mutex<VecDeque<Error>>,
        timeouts: Mutex<Vec<Option<Duration>>>,
    }

    impl Script {
        fn of(errors: impl IntoIterator<Item = Error>) -> Self {
            Script { errors: Mutex::new(errors.into_iter().collect()), ..Script::default() }
        }

        fn calls(&self) -> usize {
            self.timeouts.lock().unwrap().len()
        }
    }

    impl Transport for Script {
        fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
            self.timeouts.lock().unwrap().push(request.timeout);
            match self.errors.lock().unwrap().pop_front() {
                Some(error) => Err(error),
                None => Ok(Response::default()),
            }
        }

        fn describe(&self) -> String {
            "script".to_owned()
        }
    }

    const LONG: Duration = Duration::from_secs(3600);

    fn quick() -> Retry {
        Retry::attempts(3).first(Duration::from_millis(1))
    }

    fn lost() -> Error {
        Error::new(ErrorKind::Connect, "lost")
    }

    fn call(
        retry: &Retry,
        idempotent: bool,
        errors: impl IntoIterator<Item = Error>,
    ) -> (usize, Result<Response, Error>) {
        let retrying = Retrying::new(Script::of(errors), retry, LONG);
        let mut request = Request::new("m", b"");
        request.idempotent = idempotent;
        let answer = retrying.call(&request);
        (retrying.inner.calls(), answer)
    }

    #[test]
    fn an_idempotent_call_is_made_again() {
        let (calls, answer) = call(&quick(), true, [lost(), lost()]);
        assert!(answer.is_ok());
        assert_eq!(calls, 3);
    }

    #[test]
    fn any_other_only_while_nothing_was_sent() {
        assert_eq!(call(&quick(), false, [lost()]).0, 1);
        assert_eq!(call(&quick(), false, [lost().unsent()]).0, 2);
        let (calls, answer) = call(&quick(), false, [lost().unsent(), lost()]);
        assert_eq!(calls, 2);
        assert!(!answer.unwrap_err().is_unsent());
    }

    #[test]
    fn the_error_says_how_many_attempts_there_were() {
        let (_, answer) = call(&quick(), true, [lost(), lost(), lost(), lost()]);
        assert_eq!(answer.unwrap_err().to_string(), "lost; 3 attempts");
        assert_eq!(call(&quick(), false, [lost()]).1.unwrap_err().to_string(), "lost");
    }

    #[test]
    fn faults_and_what_will_not_pass_are_not_asked_for_again() {
        for error in [
            Error::from(Fault::new(503, "busy")),
            Error::new(ErrorKind::Limit, "too long").unsent(),
            Error::new(ErrorKind::Status, "not found").with_status(404),
        ] {
            assert_eq!(call(&quick(), true, [error]).0, 1);
        }
    }

    #[test]
    fn it_is_off_by_default() {
        assert_eq!(call(&Retry::default(), true, [lost().unsent()]).0, 1);
    }

    #[test]
    fn what_may_have_run_is_told_rather_than_what_did_not() {
        let (_, answer) = call(&quick(), true, [lost(), lost().unsent(), lost().unsent()]);
        assert!(!answer.unwrap_err().is_unsent());
    }

    #[test]
    fn later_attempts_have_what_is_left_of_the_time() {
        let retrying = Retrying::new(Script::of([lost(), lost()]), &quick(), LONG);
        let mut request = Request::new("m", b"");
        request.idempotent = true;
        assert!(retrying.call(&request).is_ok());
        let timeouts = retrying.inner.timeouts.into_inner().unwrap();
        assert_eq!(timeouts[0], None);
        assert!(timeouts[1] < Some(LONG) && timeouts[2] < timeouts[1], "{timeouts:?}");
    }

    #[test]
    fn there_is_no_pause_beyond_the_time_out() {
        let retry = Retry::attempts(3).first(LONG).longest(LONG).jitter(0);
        let mut request = Request::new("m", b"");
        request.idempotent = true;
        request.timeout = Some(Duration::from_secs(60));
        let retrying = Retrying::new(Script::of([lost()]), &retry, LONG);
        // Not a second of sleep, or the test would never end.
        assert!(retrying.call(&request).is_err());
        assert_eq!(retrying.inner.calls(), 1);
    }

    #[test]
    fn the_budget_bounds_what_many_failures_cause() {
        let retry = quick().first(Duration::ZERO).budget(20).reserve(5);
        let retrying = Retrying::new(Script::of((0..1000).map(|_| lost())), &retry, LONG);
        let mut request = Request::new("m", b"");
        request.idempotent = true;
        for _ in 0..100 {
            assert!(retrying.call(&request).is_err());
        }
        assert_eq!(retrying.inner.calls(), 100 + 5 + 20);
    }

    #[test]
    fn pauses_grow_and_are_left_to_chance_in_part() {
        let retry = Retry::attempts(9).longest(Duration::from_millis(350)).jitter(40);
        let retrying = Retrying::new(Script::default(), &retry, LONG);
        for (attempts, most) in [(1, 100), (2, 200), (3, 350), (99, 350)] {
            let most = Duration::from_millis(most);
            for _ in 0..100 {
                let pause = retrying.pause(attempts, None);
                assert!(
                    pause <= most && pause >= most * 6 / 10 - Duration::from_micros(1),
                    "{pause:?}"
                );
            }
        }
        let sure = Retrying::new(Script::default(), &retry.jitter(0), LONG);
        assert_eq!(sure.pause(1, None), Duration::from_millis(100));
        for (asked, pause) in [(50, 100), (200, 200), (10_000, 350)] {
            let asked = Some(Duration::from_millis(asked));
            assert_eq!(sure.pause(1, asked), Duration::from_millis(pause));
        }
    }
}

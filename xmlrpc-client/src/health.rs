//! Whether an endpoint is worth trying, as the calls to it tell.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use crate::{
    Balance,
    span::{doubled, later},
};

/// What the latest calls to one endpoint say. `None` while all goes well.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<Aside>>);

/// An endpoint that is set aside. What calls say that began before it was is old news.
#[derive(Debug, Clone, Copy)]
struct Aside {
    since: Instant,
    until: Instant,
    /// How often it was set aside since a call last went well.
    failures: u32,
}

impl Health {
    /// Whether a call may go there now. When the time of an endpoint that was set aside is over, one call may: the
    /// others stay away until that one has its answer.
    pub(crate) fn claim(&self, now: Instant, balance: &Balance) -> bool {
        match &mut *self.lock() {
            None => true,
            Some(aside) if aside.until > now => false,
            Some(aside) => {
                aside.until = later(now, balance.aside);
                true
            }
        }
    }

    /// When it comes back; `None` if it is not set aside.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.lock().map(|aside| aside.until)
    }

    /// It answered a call that began then.
    pub(crate) fn answered(&self, began: Instant) {
        let mut state = self.lock();
        if state.is_some_and(|aside| aside.since <= began) {
            *state = None;
        }
    }

    /// It did not answer a call that began then. Of many calls that fail together, the first counts.
    pub(crate) fn failed(&self, began: Instant, now: Instant, balance: &Balance) {
        let mut state = self.lock();
        let failures = match *state {
            Some(aside) if aside.since > began => return,
            Some(aside) => aside.failures,
            None => 0,
        };
        let until = later(now, doubled(balance.aside, failures, balance.longest));
        *state = Some(Aside { since: now, until, failures: failures.saturating_add(1) });
    }

    fn lock(&self) -> MutexGuard<'_, Option<Aside>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const BALANCE: Balance = Balance {
        order: crate::Order::FirstHealthy,
        aside: Duration::from_secs(10),
        longest: Duration::from_secs(35),
    };

    /// The time does not pass by itself here: a test says which second it is.
    fn clock() -> impl Fn(u64) -> Instant {
        let start = Instant::now();
        move |second| start + Duration::from_secs(second)
    }

    #[test]
    fn one_call_tries_what_comes_back_and_its_answer_decides() {
        let (at, health) = (clock(), Health::default());
        assert!(health.claim(at(0), &BALANCE) && health.claim(at(0), &BALANCE));
        health.failed(at(0), at(1), &BALANCE);
        assert!(!health.claim(at(10), &BALANCE));
        assert!(health.claim(at(11), &BALANCE));
        assert!(!health.claim(at(11), &BALANCE));
        health.answered(at(11));
        assert!(health.claim(at(11), &BALANCE) && health.until().is_none());
    }

    #[test]
    fn failures_in_a_row_set_it_aside_for_longer() {
        let (at, health) = (clock(), Health::default());
        for (second, until) in [(0, 10), (10, 30), (30, 65), (65, 100)] {
            health.failed(at(second), at(second), &BALANCE);
            assert_eq!(health.until(), Some(at(until)));
        }
        health.answered(at(100));
        health.failed(at(101), at(101), &BALANCE);
        assert_eq!(health.until(), Some(at(111)));
    }

    #[test]
    fn calls_that_began_before_say_nothing_new() {
        let (at, health) = (clock(), Health::default());
        health.failed(at(0), at(2), &BALANCE);
        health.failed(at(1), at(3), &BALANCE);
        assert_eq!(health.until(), Some(at(12)));
        health.answered(at(1));
        assert_eq!(health.until(), Some(at(12)));
    }
}

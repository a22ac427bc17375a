//! Options: whether and how a call that failed is made again.

use std::time::Duration;

use serde::Deserialize;

use crate::span::span;

/// Whether and how a call that failed is made again. By default it is not.
///
/// ```
/// # extern crate xmlrpc_client as xmlrpc_proxy;
/// use std::time::Duration;
/// use xmlrpc_proxy::Retry;
///
/// let retry = Retry::attempts(3).first(Duration::from_millis(50));
/// assert_eq!(retry.longest, Duration::from_secs(5));
/// ```
///
/// In a configuration file it is a table: `retry = { attempts = 3, first = "50ms" }`.
///
/// What is made again, and when, [`Retrying`](crate::Retrying) says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table such as { attempts = 3 }")]
#[non_exhaustive]
pub struct Retry {
    /// How often a call is made at most, the first time included; 1, the default, is never again.
    pub attempts: u32,
    /// The pause before the second attempt; each later one is twice as long. By default 100 milliseconds. In a file a
    /// text with its units: `"100ms"`.
    #[serde(deserialize_with = "span")]
    pub first: Duration,
    /// The longest pause; by default 5 seconds. In a file a text with its units: `"5s"`.
    #[serde(deserialize_with = "span")]
    pub longest: Duration,
    /// How much of each pause is left to chance, in percent of the pause, so that many clients do not come back at the
    /// same moment: by default 50, which makes a pause of 100 ms one of 50 to 100 ms.
    pub jitter: u32,
    /// How many attempts may be made again, in percent of the calls, so that a server that is overloaded is not given
    /// several times the load: by default 20.
    pub budget: u32,
    /// How many attempts may be made again beyond that, in a row: what the budget saves up while all goes well. By
    /// default 10.
    pub reserve: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Retry {
            attempts: 1,
            first: Duration::from_millis(100),
            longest: Duration::from_secs(5),
            jitter: 50,
            budget: 20,
            reserve: 10,
        }
    }
}

impl Retry {
    /// So many attempts, the first included, and else the defaults.
    #[must_use]
    pub fn attempts(attempts: u32) -> Self {
        Retry { attempts, ..Retry::default() }
    }

    /// With this [first pause](#structfield.first).
    #[must_use]
    pub fn first(mut self, pause: Duration) -> Self {
        self.first = pause;
        self
    }

    /// With this [longest pause](#structfield.longest).
    #[must_use]
    pub fn longest(mut self, pause: Duration) -> Self {
        self.longest = pause;
        self
    }

    /// With this much of each pause [left to chance](#structfield.jitter), in percent; more than 100 is 100.
    #[must_use]
    pub fn jitter(mut self, percent: u32) -> Self {
        self.jitter = percent;
        self
    }

    /// With this [budget](#structfield.budget), in percent of the calls.
    #[must_use]
    pub fn budget(mut self, percent: u32) -> Self {
        self.budget = percent;
        self
    }

    /// With this [reserve](#structfield.reserve), in attempts.
    #[must_use]
    pub fn reserve(mut self, attempts: u32) -> Self {
        self.reserve = attempts;
        self
    }

    /// Whether anything is ever made again.
    pub(crate) fn is_on(&self) -> bool {
        self.attempts > 1
    }
}

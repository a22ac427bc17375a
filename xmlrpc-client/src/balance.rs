//! Options: how calls are spread over several endpoints.

use std::time::Duration;

use serde::Deserialize;

use crate::span::span;

/// How calls are spread over several endpoints, and for how long one that failed is left alone.
///
/// ```
/// # extern crate xmlrpc_client as xmlrpc_proxy;
/// use std::time::Duration;
/// use xmlrpc_proxy::{Balance, Order};
///
/// let balance = Balance::new().order(Order::RoundRobin).aside(Duration::from_secs(2));
/// assert_eq!(balance.longest, Duration::from_secs(60));
/// ```
///
/// In a configuration file it is a table: `balance = { order = "round_robin", aside = "2s" }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table such as { order = \"round_robin\" }")]
#[non_exhaustive]
pub struct Balance {
    /// Which endpoint is tried first; by default the first that is healthy.
    pub order: Order,
    /// How long an endpoint is set aside after a failure; twice as long after each further one in a row. By default 10
    /// seconds. In a file a text with its units: `"10s"`.
    #[serde(deserialize_with = "span")]
    pub aside: Duration,
    /// The longest time for which an endpoint is set aside; by default 60 seconds. In a file a text with its units.
    #[serde(deserialize_with = "span")]
    pub longest: Duration,
}

/// Which endpoint a call tries first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Order {
    /// Always the first that is healthy, in the order in which they are listed: the others stand by.
    #[default]
    FirstHealthy,
    /// Each call the next one, so that all share the load.
    RoundRobin,
}

impl Default for Balance {
    fn default() -> Self {
        Balance {
            order: Order::default(),
            aside: Duration::from_secs(10),
            longest: Duration::from_secs(60),
        }
    }
}

impl Balance {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Balance::default()
    }

    /// With this order.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// With this time [aside](#structfield.aside) after a first failure.
    #[must_use]
    pub fn aside(mut self, time: Duration) -> Self {
        self.aside = time;
        self
    }

    /// With this [longest](#structfield.longest) time aside.
    #[must_use]
    pub fn longest(mut self, time: Duration) -> Self {
        self.longest = time;
        self
    }
}

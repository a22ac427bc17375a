//! What methods can ask about the HTTP request that they answer.

use std::{
    net::IpAddr,
    time::{Duration, Instant},
};

use hyper::HeaderMap;
use xmlrpc_core::Asked;

use crate::fields::Fields;

/// A request without its body.
pub(crate) struct HttpAsked {
    pub(crate) headers: HeaderMap,
    pub(crate) peer: Option<IpAddr>,
    pub(crate) user: Option<String>,
    pub(crate) deadline: Option<Instant>,
}

impl Asked for HttpAsked {
    fn peer(&self) -> Option<IpAddr> {
        self.peer
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    fn user(&self) -> Option<&str> {
        self.user.as_deref()
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

/// When the client stops waiting, if it tells.
pub(crate) fn deadline(fields: &Fields<'_>) -> Option<Instant> {
    let millis = fields.timeout.only()?.to_str().ok()?.parse().ok()?;
    Instant::now().checked_add(Duration::from_millis(millis))
}

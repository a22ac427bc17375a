//! The service whose calls are counted: as little of its own as can be.

use xmlrpc_proxy::{Result, service};

/// A counter.
#[service]
pub trait Counter: Send + Sync {
    /// The sum of its start and this number.
    fn add(&self, number: i32) -> Result<i32>;
}

/// The implementation.
#[derive(Debug)]
pub struct Start(pub i32);

impl Counter for Start {
    // A call that is inlined away has no cost to compare.
    #[inline(never)]
    fn add(&self, number: i32) -> Result<i32> {
        Ok(self.0.wrapping_add(number))
    }
}

//! The service whose calls are counted: as little of its own as can be.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

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

/// The same, awaited.
#[service(namespace = "awaited")]
pub trait Awaited: Send + Sync {
    /// The sum of its start and this number.
    async fn sum(&self, number: i32) -> Result<i32>;
}

impl Awaited for Start {
    async fn sum(&self, number: i32) -> Result<i32> {
        Sum(self, number).await
    }
}

/// What the method waits for. It is there already, which the compiler does not know: a method that never waits would spare
/// a direct caller the question whether it does, and that is none of the proxy's cost.
struct Sum<'a>(&'a Start, i32);

impl Future for Sum<'_> {
    type Output = Result<i32>;

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<i32>> {
        Poll::Ready(Ok(self.0.0.wrapping_add(self.1)))
    }
}

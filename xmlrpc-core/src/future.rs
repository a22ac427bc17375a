//! Futures, as far as a library needs them that assumes no runtime.

use std::{
    future::{Future, ready},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};

use crate::{Error, Fault};

/// A future whose type is not known: what goes over a network is boxed, what stays in the process is not.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A future in a box of its own.
#[doc(hidden)]
pub fn boxed<'a, F: Future + Send + 'a>(future: F) -> BoxFuture<'a, F::Output> {
    Box::pin(future)
}

/// What is there already.
pub(crate) fn done<'a, T: Send + 'a>(value: T) -> BoxFuture<'a, T> {
    Box::pin(ready(value))
}

/// What a future gives that waits for nothing but [`Blocking`](crate::transport::Blocking) transports.
pub(crate) fn at_once<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("a transport that blocks does not wait"),
    }
}

/// Makes something on a path that is rarely taken, out of the way of the other.
#[doc(hidden)]
#[cold]
#[inline(never)]
pub fn cold<T>(make: impl FnOnce() -> T) -> T {
    make()
}

/// The future of a method; if it panics, the caller learns no more than that something went wrong.
pub(crate) struct Guarded<'a>(pub(crate) BoxFuture<'a, Result<(), Error>>);

impl Future for Guarded<'_> {
    type Output = Result<(), Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // As for methods that do not wait: what it leaves behind is its own, and it is not polled again.
        catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(cx)))
            .unwrap_or_else(|_| Poll::Ready(Err(Fault::internal().into())))
    }
}

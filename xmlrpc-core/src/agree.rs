//! What a contract holds a service to: both paths give the same.

use std::{
    fmt::Debug,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};

use crate::{ServiceError, Switch};

/// Sends calls through the codec.
#[doc(hidden)]
#[track_caller]
pub fn turn_to_loopback(switch: &Switch) {
    if let Err(error) = switch.loopback() {
        panic!("{error}");
    }
}

/// What a future gives, waited for on this thread: for calls that need no runtime.
#[doc(hidden)]
pub fn wait<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// Compares what a call gave directly with what it gave through the codec: results as they are, errors by the fault that
/// a caller would get for them.
#[doc(hidden)]
#[track_caller]
pub fn agree<T: PartialEq + Debug, E: ServiceError + Debug>(
    call: &str,
    local: Result<T, E>,
    loopback: Result<T, E>,
) {
    let same = match (&local, &loopback) {
        (Ok(local), Ok(loopback)) => local == loopback,
        (Err(local), Err(loopback)) => local.to_fault() == loopback.to_fault(),
        _ => false,
    };
    assert!(
        same,
        "`{call}` does not give a remote caller what it gives here\n directly: {local:?}\n remotely: {loopback:?}"
    );
}

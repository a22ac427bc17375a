//! What a contract holds a service to: both paths give the same.

use std::{
    fmt::Debug,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
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
    struct Unpark {
        thread: Thread,
        woken: AtomicBool,
    }

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.woken.store(true, Ordering::Release);
            self.thread.unpark();
        }
    }

    let unpark = Arc::new(Unpark { thread: thread::current(), woken: AtomicBool::new(false) });
    let waker = Waker::from(unpark.clone());
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        // What it waits for may itself have parked this thread, and taken the token of the wake.
        while !unpark.woken.swap(false, Ordering::Acquire) {
            thread::park();
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

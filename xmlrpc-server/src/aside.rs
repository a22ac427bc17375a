//! Something that a task waits for beside its work.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// A future that is polled only after it was woken itself: whatever else wakes the task costs one look at a flag.
pub(crate) struct Aside<'a, F> {
    future: Pin<&'a mut F>,
    bell: Option<(Arc<Bell>, Waker)>,
}

struct Bell {
    rung: AtomicBool,
    task: Waker,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.rung.store(true, Ordering::Release);
        self.task.wake_by_ref();
    }
}

impl<'a, F: Future> Aside<'a, F> {
    pub(crate) fn new(future: Pin<&'a mut F>) -> Self {
        Aside { future, bell: None }
    }

    pub(crate) fn poll(&mut self, cx: &Context<'_>) -> Poll<F::Output> {
        match &self.bell {
            Some((bell, _)) if bell.task.will_wake(cx.waker()) => {
                if !bell.rung.load(Ordering::Acquire) {
                    return Poll::Pending;
                }
                // Before the poll: what rings during it is not to be lost.
                bell.rung.store(false, Ordering::Release);
            }
            // The task has moved to another waker, or this is the first time.
            _ => self.bell = None,
        }
        let (_, waker) = self.bell.get_or_insert_with(|| {
            let bell = Arc::new(Bell { rung: AtomicBool::new(false), task: cx.waker().clone() });
            (bell.clone(), bell.into())
        });
        self.future.as_mut().poll(&mut Context::from_waker(waker))
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, future::poll_fn, pin::pin};

    use super::*;

    /// A waker like no other.
    fn task() -> Waker {
        Arc::new(Bell { rung: AtomicBool::new(false), task: Waker::noop().clone() }).into()
    }

    #[test]
    fn is_polled_when_it_was_woken_and_else_not() {
        let polls = Cell::new(0);
        let inner = Cell::new(None);
        let mut future = pin!(poll_fn(|cx| {
            polls.set(polls.get() + 1);
            inner.set(Some(cx.waker().clone()));
            Poll::<()>::Pending
        }));
        let mut aside = Aside::new(future.as_mut());
        let mut poll = |task: &Waker| assert!(aside.poll(&Context::from_waker(task)).is_pending());
        let (one, other) = (task(), task());
        poll(&one);
        poll(&one);
        assert_eq!(polls.get(), 1);
        inner.take().unwrap().wake();
        poll(&one);
        poll(&one);
        assert_eq!(polls.get(), 2);
        poll(&other);
        assert_eq!(polls.get(), 3);
    }
}

//! What a method can ask about the request that it answers.

use std::{
    cell::RefCell,
    fmt,
    future::Future,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{self, Poll},
    time::Instant,
};

/// What a server knows of a request. `xmlrpc-server` has one for HTTP; a server of another kind writes its own.
pub trait Asked: Send + Sync {
    /// The address of the caller.
    fn peer(&self) -> Option<IpAddr> {
        None
    }
    /// The value of the first header of this name, in whichever case it is written, if it is text.
    fn header(&self, _name: &str) -> Option<&str> {
        None
    }
    /// The name that the caller has proved.
    fn user(&self) -> Option<&str> {
        None
    }
    /// When the caller stops waiting.
    fn deadline(&self) -> Option<Instant> {
        None
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Context>> = const { RefCell::new(None) };
}

/// The request that a method is answering: who calls, and what came with the call beside its parameters.
///
/// A method asks for it by [`current`](Context::current); its signature stays what it is. There is none in a call that
/// came from nowhere: a local call of a program of its own. A local call inside a method that answers a remote one sees
/// what that one sees. Other threads see it if they are [given](Context::scope) it.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::{Context, Result};
///
/// struct Practice;
///
/// impl Practice {
///     fn remove(&self, id: i32) -> Result<()> {
///         if Context::current().is_some_and(|context| context.user() != Some("ann")) {
///             return Err(xmlrpc_proxy::Fault::new(403, "only ann may").into());
///         }
///         Ok(())
///     }
/// }
///
/// assert!(Practice.remove(1).is_ok());
/// ```
#[derive(Clone)]
pub struct Context(Arc<dyn Asked>);

impl Context {
    /// The context of a request.
    pub fn new(asked: impl Asked + 'static) -> Self {
        Context(Arc::new(asked))
    }

    /// That of the call that this thread, or this task, is answering.
    #[must_use]
    pub fn current() -> Option<Self> {
        // Gone only while the thread ends.
        CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
    }

    /// The caller's address: that of its socket, or, where the server trusts the proxy in front of it, the one which that
    /// proxy tells. `None` on unix sockets.
    #[must_use]
    pub fn peer(&self) -> Option<IpAddr> {
        self.0.peer()
    }

    /// The value of a header of the request, if it is there and text. Case does not matter in its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.0.header(name)
    }

    /// The user whose name and password the server has checked. `None` where it asks for none, and for a caller who
    /// showed a token.
    #[must_use]
    pub fn user(&self) -> Option<&str> {
        self.0.user()
    }

    /// When the caller stops waiting for the answer, if it told: what is computed later is for nobody.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline()
    }

    /// Runs this with the context as the current one of this thread: for a server, and for a method that hands its work
    /// to a thread of its own.
    pub fn scope<R>(self, work: impl FnOnce() -> R) -> R {
        let _before = Before::enter(self);
        work()
    }

    /// The same future, in which the context is the current one whenever it is polled.
    pub fn around<F: Future>(self, future: F) -> Within<F> {
        Within { context: self, future: Box::pin(future) }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("peer", &self.peer())
            .field("user", &self.user())
            .field("deadline", &self.deadline())
            .finish_non_exhaustive()
    }
}

/// Puts back what was current before, also when the work panics.
struct Before(Option<Context>);

impl Before {
    fn enter(context: Context) -> Self {
        Before(CURRENT.with(|current| current.borrow_mut().replace(context)))
    }
}

impl Drop for Before {
    fn drop(&mut self) {
        let before = self.0.take();
        let ended = CURRENT.try_with(|current| current.replace(before));
        // Only now, when it is no longer borrowed: dropping a request is not ours.
        drop(ended);
    }
}

/// A future with a context: see [`Context::around`].
#[must_use = "futures do nothing unless polled"]
pub struct Within<F> {
    context: Context,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for Within<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<F::Output> {
        let context = self.context.clone();
        context.scope(|| self.future.as_mut().poll(cx))
    }
}

impl<F> fmt::Debug for Within<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Within").field("context", &self.context).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::poll_fn,
        panic::{AssertUnwindSafe, catch_unwind},
    };

    use super::*;

    struct User(&'static str);

    impl Asked for User {
        fn user(&self) -> Option<&str> {
            Some(self.0)
        }
    }

    fn user() -> Option<String> {
        Context::current().and_then(|context| context.user().map(str::to_owned))
    }

    #[test]
    fn is_current_inside_and_what_it_was_outside() {
        assert_eq!(user(), None);
        Context::new(User("ann")).scope(|| {
            assert_eq!(user().as_deref(), Some("ann"));
            Context::new(User("bob")).scope(|| assert_eq!(user().as_deref(), Some("bob")));
            assert_eq!(user().as_deref(), Some("ann"));
        });
        assert_eq!(user(), None);
    }

    #[test]
    fn ends_with_a_panic() {
        let work = || Context::new(User("ann")).scope(|| panic!("a method panics"));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        assert_eq!(user(), None);
    }

    #[test]
    fn is_current_only_while_its_future_is_polled() {
        let future = poll_fn(|_| {
            assert_eq!(user().as_deref(), Some("ann"));
            Poll::<()>::Pending
        });
        let mut future = Context::new(User("ann")).around(future);
        let mut cx = task::Context::from_waker(task::Waker::noop());
        assert!(Pin::new(&mut future).poll(&mut cx).is_pending());
        assert_eq!(user(), None);
    }

    #[test]
    fn is_handed_to_other_threads_only_on_purpose() {
        Context::new(User("ann")).scope(|| {
            std::thread::scope(|scope| {
                let context = Context::current();
                scope.spawn(move || {
                    assert_eq!(user(), None);
                    context.unwrap().scope(|| assert_eq!(user().as_deref(), Some("ann")));
                });
            });
        });
    }
}

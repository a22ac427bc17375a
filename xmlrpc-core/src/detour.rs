//! The way of a call that does not go straight to the implementation.

use std::marker::PhantomData;

use crate::{
    Method, Outcome, Outgoing, Remote,
    loopback::{Loopback, Serve, SharedLoopback},
    shadow::Hook,
};

/// Where a call goes.
#[derive(Debug, Clone)]
pub(crate) enum Path {
    Local,
    Remote(Remote),
    Loopback,
    Shadow(Remote, Hook),
}

/// A call on its way, as the cold part of a proxy's method sees it: [`call`](Detour::call) begins the document, the
/// parameters are written to it, and [`finish`](Detour::finish) gives the outcome.
#[doc(hidden)]
#[derive(Debug)]
pub struct Detour<'a, L, C> {
    path: Path,
    local: &'a L,
    method: &'static Method,
    stub: PhantomData<fn() -> C>,
}

impl<'a, L, C> Detour<'a, L, C> {
    pub(crate) fn new(path: Path, local: &'a L, method: &'static Method) -> Self {
        Detour { path, local, method, stub: PhantomData }
    }

    /// A call without parameters yet. Where no document is needed none is written.
    pub fn call(&self) -> Outgoing
    where
        C: Serve<L>,
    {
        match &self.path {
            Path::Remote(remote) => Outgoing::to(self.method, remote),
            Path::Shadow(remote, _) if self.method.read_only => Outgoing::to(self.method, remote),
            Path::Loopback => Outgoing::to(self.method, &Loopback::<L, C>::new(self.local)),
            Path::Shadow(..) | Path::Local => Outgoing::unwanted(self.method),
        }
    }

    /// Makes the call, and waits for what it gives without holding up the thread.
    pub async fn finish_async<O: Outcome, F: Future<Output = O>>(
        self,
        call: Outgoing,
        direct: impl FnOnce(&'a L) -> F,
    ) -> O
    where
        L: Sync,
        C: Serve<L>,
    {
        match self.path {
            Path::Remote(remote) => O::receive_async(call, &remote).await,
            Path::Loopback => {
                O::receive_async(call, &SharedLoopback::<L, C>::new(self.local)).await
            }
            Path::Local => direct(self.local).await,
            Path::Shadow(remote, hook) => {
                let outcome = direct(self.local).await;
                if self.method.read_only {
                    hook.tell(call, &outcome, remote);
                }
                outcome
            }
        }
    }

    /// Makes the call; `direct` is the call of the implementation itself.
    pub fn finish<O: Outcome>(self, call: Outgoing, direct: impl FnOnce(&L) -> O) -> O
    where
        C: Serve<L>,
    {
        match self.path {
            Path::Remote(remote) => O::receive(call, &remote),
            Path::Loopback => O::receive(call, &Loopback::<L, C>::new(self.local)),
            Path::Local => direct(self.local),
            Path::Shadow(remote, hook) => {
                let outcome = direct(self.local);
                if self.method.read_only {
                    hook.tell(call, &outcome, remote);
                }
                outcome
            }
        }
    }
}

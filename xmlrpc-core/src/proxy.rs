//! The proxy: a local implementation, a remote endpoint, and the switch between them.

use std::{any::type_name, borrow::Borrow, fmt, marker::PhantomData};

use crate::{
    Batch, CallOptions, Error, Lazy, Method, Mode, Resolve, Stub, Switch, Target,
    detour::{Detour, Path},
    loopback::{Serve, SharedLoopback},
    stub,
};

/// What every generated `XProxy` wraps and derefs to.
///
/// `L` is the local implementation, held by value; `C` the generated stub; `S` the switch: its own [`Switch`], or an
/// `Arc<Switch>` that several proxies share.
// The local implementation comes first, so that its address is the proxy's: one instruction less a call.
#[repr(C)]
pub struct Proxy<L, C, S = Switch> {
    local: L,
    switch: S,
    stub: PhantomData<fn() -> C>,
}

impl<L, C: Stub> Proxy<Lazy<L>, C> {
    /// A proxy in local mode whose implementation is opened by the first call that needs it.
    pub fn lazy<E: fmt::Display>(open: impl Fn() -> Result<L, E> + Send + Sync + 'static) -> Self {
        Proxy::local(Lazy::new(open))
    }

    /// A proxy in the mode that a configuration says: `local`, or a URL. `open` makes the local implementation: at once
    /// in local mode, else only if the switch is ever turned to local.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when the configuration names none; kind `Open` when `open` failed.
    pub fn from_config<E: fmt::Display>(
        config: &(impl Resolve + ?Sized),
        open: impl Fn() -> Result<L, E> + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let target = config.resolve(C::CONNECT)?;
        let proxy = Proxy::lazy(open);
        match target {
            Target::Local => proxy.local.get().map(drop)?,
            Target::Remote(remote) => proxy.switch.remote(remote)?,
        }
        Ok(proxy)
    }
}

impl<L, C: Stub> Proxy<L, C> {
    /// A proxy over this implementation, in local mode.
    pub fn local(local: L) -> Self {
        Proxy::with_switch(local, Switch::new())
    }

    /// A proxy that calls this endpoint, and can be turned to others, but not to local mode: `missing` stands where an
    /// implementation would.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when it is none, or names the local path.
    pub fn remote(missing: L, endpoint: impl Resolve) -> Result<Self, Error> {
        let remote = stub::remote_only(endpoint, C::CONNECT)?;
        let switch = Switch::new();
        switch.attach(C::CONNECT, false);
        switch.remote(remote)?;
        Ok(Proxy { local: missing, switch, stub: PhantomData })
    }
}

impl<L, C: Stub, S: Borrow<Switch>> Proxy<L, C, S> {
    /// A proxy that follows this switch: `Arc<Switch>` for one that others follow too.
    pub fn with_switch(local: L, switch: S) -> Self {
        switch.borrow().attach(C::CONNECT, true);
        Proxy { local, switch, stub: PhantomData }
    }

    /// The switch.
    pub fn switch(&self) -> &Switch {
        self.switch.borrow()
    }

    /// The path that calls take now.
    pub fn mode(&self) -> Mode {
        self.switch().mode()
    }

    /// The local implementation, whatever the mode.
    pub fn implementation(&self) -> &L {
        &self.local
    }

    /// The implementation, if calls go straight to it now: for calls that must not be remote ones, whoever turns the switch
    /// meanwhile. A window that draws a frame must not wait for a network.
    #[inline(always)]
    pub fn if_local(&self) -> Option<&L> {
        if self.switch.borrow().is_local() { Some(&self.local) } else { None }
    }

    /// A stub for where calls go now, if that is a remote endpoint: for calls that must be remote ones, or that are given
    /// [options](crate::Client::with).
    pub fn if_remote(&self) -> Option<C> {
        self.switch().stub()
    }

    /// A proxy of the same implementation that stays on the path which calls take now, and whose remote calls are given these
    /// options: for one call, `people.with(options).get_person("1")`, or for several that belong together. It has a switch of
    /// its own.
    ///
    /// It borrows the implementation, and so is a service only if its trait does not say `'static`. Where it does,
    /// [`if_local`](Proxy::if_local) and [`if_remote`](Proxy::if_remote) do the same in two steps, but for loopback and shadow
    /// mode, in which both give nothing.
    pub fn with(&self, options: CallOptions) -> C::Proxy<&L> {
        let switch = self.switch().pinned(options);
        Proxy { local: &self.local, switch, stub: PhantomData }.into()
    }

    /// An empty batch: calls are added to it by the methods of the trait, and made all at once by
    /// [`send`](Batch::send), on the path that calls take now.
    ///
    /// Those that stay in the process go through the codec and the dispatcher, so that both paths give the same.
    pub fn batch(&self) -> C::Batch<'_>
    where
        L: Sync,
        C: Serve<L>,
    {
        let batch = match self.switch().path() {
            Path::Remote(remote) => Batch::new(remote),
            _ => Batch::new(SharedLoopback::<L, C>::new(&self.local)),
        };
        batch.into()
    }

    /// A call of this method that does not go straight to the implementation.
    #[doc(hidden)]
    pub fn detour(&self, method: &'static Method) -> Detour<'_, L, C> {
        Detour::new(self.switch().path(), &self.local, method)
    }
}

impl<L, C, S: Borrow<Switch>> fmt::Debug for Proxy<L, C, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy")
            .field("local", &format_args!("{}", type_name::<L>()))
            .field("switch", self.switch.borrow())
            .finish()
    }
}

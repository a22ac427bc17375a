//! The caller's side of a service at a remote endpoint.

use std::{fmt, marker::PhantomData};

use crate::{
    Batch, CallOptions, Check, Error, Remote, Stub, Transport, future::at_once, transport::Blocking,
};

/// What every generated `XClient` wraps and derefs to: the transport, and what can be done with it beyond calling a method.
///
/// `C` is the generated stub.
pub struct Client<T, C> {
    transport: T,
    stub: PhantomData<fn() -> C>,
}

impl<T, C> Client<T, C> {
    /// What calls this transport.
    pub const fn new(transport: T) -> Self {
        Client { transport, stub: PhantomData }
    }

    /// The transport that calls take.
    pub fn transport(&self) -> &T {
        &self.transport
    }
}

impl<T: Transport, C: Stub> Client<T, C> {
    /// An empty batch: calls are added to it by the methods of the trait, and made all at once by
    /// [`send`](Batch::send), or, awaited, by [`send_async`](Batch::send_async).
    pub fn batch(&self) -> C::Batch<'_>
    where
        T: Send + Sync,
    {
        Batch::new(&self.transport).into()
    }

    /// Asks the server which methods it has (`system.listMethods`) and of which types (`system.methodSignature`), and
    /// compares them with those of the trait. Each method takes one call.
    ///
    /// Servers tell more or less of themselves: what they do not tell counts as unknown, and not as wrong.
    ///
    /// # Errors
    ///
    /// When an answer does not come, or is none.
    pub fn check(&self) -> Result<Check, Error>
    where
        T: Sync,
    {
        at_once(Check::ask(C::methods(), &Blocking(&self.transport)))
    }

    /// Asks the server as [`check`](Client::check) does, without holding up a thread.
    ///
    /// # Errors
    ///
    /// As for [`check`](Client::check), and kind `Mode` where the transport only blocks.
    pub fn check_async(&self) -> impl Future<Output = Result<Check, Error>> + Send
    where
        T: Sync,
    {
        Check::ask(C::methods(), &self.transport)
    }
}

impl<C: Stub> Client<Remote, C> {
    /// A stub for the same endpoint, over the same connections, whose calls are given these options: for one call,
    /// `people.with(options).get_person("1")`, or for many.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> C {
        C::from_transport(self.transport.with(options))
    }
}

impl<T: Clone, C> Clone for Client<T, C> {
    fn clone(&self) -> Self {
        Client::new(self.transport.clone())
    }
}

/// Tells where calls go.
impl<T: Transport, C> fmt::Debug for Client<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.transport.describe())
    }
}

//! How a call's bytes reach a server, seen from the side that does not care.

use std::{fmt, sync::Arc, time::Duration};

use crate::{
    BoxFuture, Error, ErrorKind, Mode,
    future::done,
    wire::{Dialect, Reading},
};

/// A call on its way out.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The wire name of the method, for messages and logs; the body has it too.
    pub method: &'a str,
    /// The whole `<methodCall>` document, in UTF-8.
    pub body: &'a [u8],
    /// How long the whole call may take; `None` for the transport's own setting.
    pub timeout: Option<Duration>,
    /// Whether the call may be sent again when it is not known if it ran.
    pub idempotent: bool,
    /// What this call adds to the head of the request: names and values. A transport without heads leaves them out.
    pub headers: &'a [(String, String)],
}

impl<'a> Request<'a> {
    /// A call of this method with this body; the rest as by default.
    pub fn new(method: &'a str, body: &'a [u8]) -> Self {
        Request { method, body, timeout: None, idempotent: false, headers: &[] }
    }
}

/// An answer as it came.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Response {
    /// The whole `<methodResponse>` document.
    pub body: Vec<u8>,
    /// The `charset` of the HTTP content type, if there was one.
    pub charset: Option<String>,
}

impl Response {
    /// An answer with this body.
    pub fn new(body: Vec<u8>) -> Self {
        Response { body, charset: None }
    }

    /// With the `charset` that the transport was told.
    #[must_use]
    pub fn charset(mut self, charset: Option<String>) -> Self {
        self.charset = charset;
        self
    }
}

/// Carries a call's document to a server and brings the answer back.
///
/// One that is shared as a [`Remote`] must be `Send` and `Sync`.
pub trait Transport {
    /// Sends one call and waits for its answer, whole.
    ///
    /// # Errors
    ///
    /// Whatever keeps the answer from coming: kinds `Resolve`, `Connect`, `Timeout`, `Tls`, `Status`, `Limit` and
    /// `Transport` of [`ErrorKind`](crate::ErrorKind). A fault is an answer, not an error, here.
    fn call(&self, request: &Request<'_>) -> Result<Response, Error>;

    /// Sends one call, and gives its answer when it is there, without holding up a thread. Dropping the future gives the call
    /// up; it may run all the same.
    ///
    /// By default it fails: a transport that only blocks cannot do this.
    ///
    /// # Errors
    ///
    /// As for [`call`](Transport::call), and kind `Mode` where the transport only blocks.
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        let _ = request;
        let error = Error::new(
            ErrorKind::Mode,
            format!("the transport to {} only blocks: it cannot be awaited", self.describe()),
        );
        done(Err(error.unsent()))
    }

    /// Where calls go, for people: a URL without credentials.
    fn describe(&self) -> String;

    /// What calls are written in: by default what every peer reads.
    fn dialect(&self) -> Dialect {
        Dialect::default()
    }

    /// How answers are read: by default strictly, within the limits that are documented.
    fn reading(&self) -> Reading {
        Reading::default()
    }

    /// What its calls are told to be to those who observe them.
    #[doc(hidden)]
    fn mode(&self) -> Mode {
        Mode::Remote
    }
}

impl<T: Transport + ?Sized> Transport for &T {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        (**self).call(request)
    }
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        (**self).call_async(request)
    }
    fn describe(&self) -> String {
        (**self).describe()
    }
    fn dialect(&self) -> Dialect {
        (**self).dialect()
    }
    fn reading(&self) -> Reading {
        (**self).reading()
    }
    fn mode(&self) -> Mode {
        (**self).mode()
    }
}

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        (**self).call(request)
    }
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        (**self).call_async(request)
    }
    fn describe(&self) -> String {
        (**self).describe()
    }
    fn dialect(&self) -> Dialect {
        (**self).dialect()
    }
    fn reading(&self) -> Reading {
        (**self).reading()
    }
    fn mode(&self) -> Mode {
        (**self).mode()
    }
}

/// Any transport, shared: what a connected stub and a proxy hold.
#[derive(Clone)]
pub struct Remote(Arc<dyn Transport + Send + Sync>);

impl Remote {
    /// Shares a transport.
    pub fn new(transport: impl Transport + Send + Sync + 'static) -> Self {
        Remote(Arc::new(transport))
    }
}

impl Transport for Remote {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        self.0.call(request)
    }
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        self.0.call_async(request)
    }
    fn describe(&self) -> String {
        self.0.describe()
    }
    fn dialect(&self) -> Dialect {
        self.0.dialect()
    }
    fn reading(&self) -> Reading {
        self.0.reading()
    }
    fn mode(&self) -> Mode {
        self.0.mode()
    }
}

/// Where calls go: a URL without credentials.
impl fmt::Display for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remote({})", self.describe())
    }
}

/// A transport whose calls, awaited, are made at once: what is written for callers that wait serves those that block too.
pub(crate) struct Blocking<T>(pub(crate) T);

impl<T: Transport> Transport for Blocking<T> {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        self.0.call(request)
    }
    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        done(self.0.call(&request))
    }
    fn describe(&self) -> String {
        self.0.describe()
    }
    fn dialect(&self) -> Dialect {
        self.0.dialect()
    }
    fn reading(&self) -> Reading {
        self.0.reading()
    }
    fn mode(&self) -> Mode {
        self.0.mode()
    }
}

/// The transport of nothing: a stub over it stands where no implementation is, and says so when it is called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Missing;

impl Transport for Missing {
    fn call(&self, _: &Request<'_>) -> Result<Response, Error> {
        Err(missing())
    }
    fn call_async<'a>(&'a self, _: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        done(Err(missing()))
    }
    fn describe(&self) -> String {
        "nothing".to_owned()
    }
}

fn missing() -> Error {
    let text = "there is no implementation behind this call: give the proxy a local one or a remote endpoint";
    Error::new(ErrorKind::Mode, text).unsent()
}

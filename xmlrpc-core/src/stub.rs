//! The caller's side of a remote call.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Batch, ConnectFn, Error, ErrorKind, Method, Proxy, Remote, Request, Resolve, Response, Target,
    Transport,
    observe::{End, Observed, Side},
    wire::{self, CallWriter, Dialect},
};

/// A generated stub, as the proxy sees it.
pub trait Stub: Sized {
    /// Makes transports from texts; `None` where no client is compiled in.
    const CONNECT: Option<ConnectFn>;
    /// The methods that it calls.
    fn methods() -> &'static [&'static Method];
    /// The generated batch of calls.
    type Batch<'a>: From<Batch<'a>>;
    /// The generated proxy of this implementation.
    type Proxy<L>: From<Proxy<L, Self>>;
    /// A stub over this transport.
    fn from_transport(transport: Remote) -> Self;
}

/// A stub that calls a remote endpoint.
///
/// # Errors
///
/// Kind `Endpoint` when it is none, or names the local path.
pub fn connect<C: Stub>(endpoint: impl Resolve) -> Result<C, Error> {
    remote_only(endpoint, C::CONNECT).map(C::from_transport)
}

/// The transport to an endpoint that must be remote.
pub(crate) fn remote_only(
    endpoint: impl Resolve,
    connect: Option<ConnectFn>,
) -> Result<Remote, Error> {
    match endpoint.resolve(connect)? {
        Target::Remote(remote) => Ok(remote),
        Target::Local => Err(Error::new(
            ErrorKind::Endpoint,
            "`local` is no remote endpoint: give a URL such as http://127.0.0.1:8000/RPC2",
        )),
    }
}

/// A call while its parameters are written. The first that cannot be written ends it: nothing is sent then.
#[derive(Debug)]
pub struct Outgoing {
    method: &'static Method,
    document: CallWriter,
    state: State,
    /// Where it begins, if it is one of several in a document.
    start: usize,
}

#[derive(Debug)]
enum State {
    Written,
    /// A parameter has no form on the wire.
    Failed(Error),
    /// Nobody will send it.
    Unwanted,
}

impl Outgoing {
    /// A call of this method, in the dialect of this transport.
    pub fn to(method: &'static Method, transport: &(impl Transport + ?Sized)) -> Self {
        let document = CallWriter::with_head(method.head).dialect(transport.dialect());
        Outgoing { method, document, state: State::Written, start: 0 }
    }

    /// A call at the end of a document of several.
    pub(crate) fn item(method: &'static Method, document: Vec<u8>, dialect: Dialect) -> Self {
        let start = document.len();
        let document = CallWriter::item(document, method.name, dialect);
        Outgoing { method, document, state: State::Written, start }
    }

    /// The document of several, with this call if it could be written.
    pub(crate) fn into_item(self) -> (Vec<u8>, Result<(), Error>) {
        match self.state {
            State::Failed(error) => (self.document.cancel(self.start), Err(error)),
            State::Written | State::Unwanted => (self.document.finish(), Ok(())),
        }
    }

    /// A call that will not be sent: its parameters are not written.
    pub(crate) fn unwanted(method: &'static Method) -> Self {
        Outgoing { method, document: CallWriter::with_head(""), state: State::Unwanted, start: 0 }
    }

    /// The method that is called.
    pub(crate) fn method(&self) -> &'static Method {
        self.method
    }

    /// Writes the next parameter; if `bytes` is said, a sequence of `u8` as base64.
    pub(crate) fn param<T: Serialize + ?Sized>(&mut self, bytes: bool, value: &T) {
        if let State::Written = self.state {
            let document = &mut self.document;
            let written = if bytes { document.bytes_param(value) } else { document.param(value) };
            if let Err(error) = written {
                self.state = State::Failed(error);
            }
        }
    }

    /// Sends the call and reads the answer.
    ///
    /// # Errors
    ///
    /// When a parameter could not be written; what the transport met; what the answer holds instead of a result: a
    /// fault, or something that is none.
    pub fn send<T: DeserializeOwned>(
        self,
        transport: &(impl Transport + ?Sized),
    ) -> Result<T, Error> {
        let method = self.method;
        let answer = self.document().and_then(|body| {
            let (observed, mut bytes) =
                (Observed::begin(Side::Client, transport.mode().name(), body.len()), 0);
            let answer = observed.run(|| {
                let response = transport.call(&request(method, &body))?;
                bytes = response.body.len();
                read(&response, transport)
            });
            observed.end(Some(method.name), bytes, End::of(&answer));
            answer
        });
        answer.map_err(|error| error.in_method(method.name))
    }

    /// Sends the call and reads the answer when it is there.
    ///
    /// # Errors
    ///
    /// As for [`send`](Outgoing::send), and kind `Mode` where the transport only blocks.
    pub async fn send_async<T: DeserializeOwned>(
        self,
        transport: &(impl Transport + Sync + ?Sized),
    ) -> Result<T, Error> {
        let method = self.method;
        let body = self.document().map_err(|error| error.in_method(method.name))?;
        let observed = Observed::begin(Side::Client, transport.mode().name(), body.len());
        let answer = observed.around(transport.call_async(request(method, &body))).await;
        let bytes = answer.as_ref().map_or(0, |response| response.body.len());
        let answer = answer.and_then(|response| observed.run(|| read(&response, transport)));
        observed.end(Some(method.name), bytes, End::of(&answer));
        answer.map_err(|error| error.in_method(method.name))
    }

    fn document(self) -> Result<Vec<u8>, Error> {
        match self.state {
            State::Failed(error) => Err(error.unsent()),
            State::Written | State::Unwanted => Ok(self.document.finish()),
        }
    }
}

/// How a call of this method is sent.
fn request<'a>(method: &'a Method, body: &'a [u8]) -> Request<'a> {
    let mut request = Request::new(method.name, body);
    request.timeout = method.timeout;
    request.idempotent = method.idempotent;
    request
}

/// The result in an answer.
fn read<T: DeserializeOwned>(
    response: &Response,
    transport: &(impl Transport + ?Sized),
) -> Result<T, Error> {
    let charset = response.charset.as_deref();
    let value = wire::read_response_bytes(&response.body, charset, transport.reading());
    value.map_err(|error: Error| match error.fault() {
        Some(_) => error,
        None => error.from_sender(&transport.describe()),
    })
}

//! One request in, one response out.

use std::{
    convert::Infallible,
    fmt,
    future::{Future, pending},
    pin::{Pin, pin},
    sync::Arc,
    task::{self, Poll},
    time::Duration,
};

use http_body_util::Full;
use hyper::{
    Method, Request, Response, Version,
    body::{Body, Bytes},
    header::{self, HeaderValue},
    http::request::Parts,
};
use tokio::{runtime::Handle, sync::Semaphore, task::spawn_blocking};
use tower::Service;
use xmlrpc_core::{
    Context, Needs, Router,
    observe::{End, Observed, Side, refused},
};

use crate::{
    asked::{self, HttpAsked},
    auth::Auth,
    body::{self, Room, Share},
    buffer,
    fields::Fields,
    guard::Guard,
    gzip,
    media::{self, Media},
    options::{Options, SMALL},
    peer::{Peer, Proxies},
    race::before,
    refusal::Refusal,
};

/// What a request is answered with: always in one piece.
pub(crate) type Answer = Response<Full<Bytes>>;

/// The HTTP side of a server, as a `tower` service that any HTTP stack on tokio can be put around.
///
/// [`Server::into_service`](crate::Server::into_service) makes it. It never fails: what is no call gets a response that says
/// so. Clones are the same service.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_core::*; pub use xmlrpc_server::*; }
/// use xmlrpc_proxy::Server;
///
/// # fn main() -> Result<(), xmlrpc_proxy::Error> {
/// let service = Server::unbound().hosts(["practice.example"]).into_service()?;
/// // axum: axum::Router::new().route_service("/RPC2", service)
/// # let _: Box<dyn Fn() -> xmlrpc_proxy::HttpService> = Box::new(move || service.clone());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct HttpService(Arc<Inner>);

struct Inner {
    router: Router,
    guard: Guard,
    path: String,
    auth: Auth,
    proxies: Proxies,
    max_body: usize,
    body_timeout: Duration,
    /// One permit for each call that may run off the I/O thread.
    calls: Arc<Semaphore>,
    room: Arc<Room>,
}

impl HttpService {
    pub(crate) fn new(
        router: Router,
        guard: Guard,
        calls: Arc<Semaphore>,
        options: &Options,
    ) -> Self {
        HttpService(Arc::new(Inner {
            router,
            guard,
            auth: options.auth.clone(),
            proxies: options.proxies.clone(),
            room: Room::new(options.max_buffered),
            path: options.path.clone(),
            max_body: options.limits().body,
            body_timeout: options.body_timeout,
            calls,
        }))
    }

    /// The answer to a request. Once `over` is ready it is given at once, whether the call has ended or not.
    pub(crate) fn answer<B, O>(
        &self,
        request: Request<B>,
        peer: Option<Peer>,
        over: O,
    ) -> impl Future<Output = Answer> + use<B, O>
    where
        B: Body<Data = Bytes> + Unpin,
        O: Future,
    {
        let (head, body) = request.into_parts();
        let checked = self.0.check(head, peer);
        let front = self.clone();
        async move {
            let has_body = !body.is_end_stream();
            let answered = match checked {
                Ok((media, context)) => front.call(body, media, context, over).await,
                Err(refusal) => Err(refusal),
            };
            match answered {
                Ok(document) => {
                    let mut response = Response::new(Full::new(document));
                    let xml = HeaderValue::from_static("text/xml");
                    response.headers_mut().insert(header::CONTENT_TYPE, xml);
                    response
                }
                Err(refusal) => {
                    // By then the body was read.
                    let read =
                        matches!(refusal, Refusal::Busy | Refusal::NoGzip | Refusal::Stopped);
                    let response = refusal.response(has_body && !read);
                    let peer = peer.as_ref().map(|peer| peer as &dyn fmt::Display);
                    refused(response.status().as_u16(), refusal.reason(), peer);
                    response
                }
            }
        }
    }

    /// The response document.
    async fn call<B>(
        self,
        body: B,
        media: Media,
        context: Context,
        over: impl Future,
    ) -> Result<Bytes, Refusal>
    where
        B: Body<Data = Bytes> + Unpin,
    {
        let inner = &*self.0;
        let mut share = Share::none_of(&inner.room);
        let mut over = pin!(over);
        let read = body::read(body, inner.max_body, inner.body_timeout, &mut share);
        let body = before(over.as_mut(), read).await.unwrap_or(Err(Refusal::Stopping))?;
        let charset = media.charset;
        // A long document takes its time to read, whatever is called.
        let is_heavy = body.len() > SMALL || media.gzip;
        let needs = if media.gzip {
            // Nobody knows yet what is in it.
            Needs::everything()
        } else {
            inner.router.needs(&body, charset.as_deref())
        };
        if !is_heavy && needs == Needs::default() {
            return Ok(inner.run("inline", context, &body, charset.as_deref()));
        }
        // Taken only now, so that slow senders keep nobody else's call from running.
        let permit = inner.calls.clone().try_acquire_owned().map_err(|_| Refusal::Busy)?;
        if !is_heavy && !needs.thread {
            let call = inner.run_async("async", context, &body, charset.as_deref());
            let document = before(over, call).await.ok_or(Refusal::Stopped);
            drop((permit, share));
            return document;
        }
        let front = self.clone();
        let runtime = Handle::current();
        let call = spawn_blocking(move || {
            let inner = &*front.0;
            let body =
                if media.gzip { gzip::decode(&body, inner.max_body, &mut share)? } else { body };
            let document = if needs.awaiting {
                runtime.block_on(inner.run_async("thread", context, &body, charset.as_deref()))
            } else {
                inner.run("thread", context, &body, charset.as_deref())
            };
            drop((permit, share));
            Ok(document)
        });
        // What runs on a thread runs on: nothing could end it.
        match before(over, call).await {
            Some(ended) => ended.unwrap_or(Err(Refusal::Broken)),
            None => Err(Refusal::Stopped),
        }
    }
}

impl Inner {
    /// Whatever can be said without the body: how its text is to be had, and what a method may ask.
    fn check(&self, head: Parts, peer: Option<Peer>) -> Result<(Media, Context), Refusal> {
        let headers = &head.headers;
        let fields = Fields::of(headers);
        self.guard.check(head.version, &head.uri, headers, &fields)?;
        let user = self.auth.check(&fields)?;
        if head.uri.path() != self.path {
            return Err(Refusal::Path(self.path.clone()));
        }
        if head.method != Method::POST {
            return Err(Refusal::Method);
        }
        let media = media::check(headers, &fields)?;
        // HTTP/2 frames each body by itself.
        if !fields.is_framed && head.version < Version::HTTP_2 {
            return Err(Refusal::NoLength);
        }
        let peer = peer
            .or_else(|| head.extensions.get().copied())
            .and_then(|peer| self.proxies.caller(peer, headers));
        let deadline = asked::deadline(&fields);
        Ok((media, Context::new(HttpAsked { headers: head.headers, peer, user, deadline })))
    }

    fn run(
        &self,
        mode: &'static str,
        context: Context,
        body: &[u8],
        charset: Option<&str>,
    ) -> Bytes {
        let call = Observed::begin(Side::Server, mode, body.len());
        let (document, answered) = call.run(|| {
            context.scope(|| buffer::written(|out| self.router.handle(body, charset, out)))
        });
        let end = answered.fault.map_or(End::Result, End::Fault);
        call.end(answered.method, document.len(), end);
        document
    }

    async fn run_async(
        &self,
        mode: &'static str,
        context: Context,
        body: &[u8],
        charset: Option<&str>,
    ) -> Bytes {
        let call = Observed::begin(Side::Server, mode, body.len());
        let mut document = Vec::new();
        let work = context.around(self.router.handle_async(body, charset, &mut document));
        let answered = call.around(work).await;
        let end = answered.fault.map_or(End::Result, End::Fault);
        call.end(answered.method, document.len(), end);
        document.into()
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body<Data = Bytes> + Send + Unpin + 'static,
{
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut task::Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let answer = self.answer(request, None, pending::<()>());
        Box::pin(async move { Ok(answer.await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("path", &self.0.path)
            .field("router", &self.0.router)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use hyper::StatusCode;
    use tower::ServiceExt as _;

    use super::*;

    fn ask(request: Request<Full<Bytes>>) -> Response<Full<Bytes>> {
        let options = Options::default();
        let guard = Guard::new(&[], &options);
        let front = HttpService::new(Router::new(), guard, Arc::new(Semaphore::new(1)), &options);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(front.oneshot(request)).unwrap()
    }

    #[test]
    fn needs_no_connection_around_it() {
        let request = Request::post("http://localhost/RPC2")
            .header("host", "localhost")
            .header("content-type", "text/xml")
            .header("content-length", "5")
            .body(Full::from("hello"))
            .unwrap();
        let response = ask(request);
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/xml");
    }

    #[test]
    fn a_refusal_closes_only_if_a_body_was_left_unread() {
        let request = |body: &'static str| {
            let request = Request::get("/RPC2").header("host", "localhost");
            ask(request.body(Full::from(body)).unwrap())
        };
        assert!(!request("").headers().contains_key(header::CONNECTION));
        assert_eq!(request("body").headers()[header::CONNECTION], "close");
    }
}

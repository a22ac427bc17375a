//! One connection, from its first byte to its end.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::{Context, Poll, ready},
    time::Instant,
};

use http_body_util::Full;
use hyper::{
    Request, Response,
    body::{Bytes, Incoming},
    header,
    server::conn::http1,
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    time::{sleep_until, timeout},
};
use tower::Service as _;

use crate::{
    front::Front,
    options::{HEAD_BYTES, LINGER, Options},
    race::unless,
    refusal::SLOW_HEAD,
    watch::{Watch, Watched},
};

/// Serves a stream until it is closed, by the client, by a time-out, or after the call in flight once `stop` is ready.
pub(crate) async fn serve<S>(stream: S, front: Front, options: &Options, stop: impl Future)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let watch = Watch::new(options.header_timeout, options.idle_timeout);
    let stream = TokioIo::new(Watched::new(stream, watch.clone()));
    let calls = Calls { front, watch: watch.clone() };
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(HEAD_BYTES)
        // A client that has sent its request may close its side and still read.
        .half_close(true)
        .serve_connection(stream, calls);
    let mut stop = pin!(stop);
    let mut stopping = false;
    let mut timer = pin!(sleep_until(Instant::now().into()));
    let closed = poll_fn(|cx| {
        if !stopping && stop.as_mut().poll(cx).is_ready() {
            stopping = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        // Whether it ended well makes no difference: hyper has answered what can be answered.
        if Pin::new(&mut connection).poll(cx).is_ready() {
            return Poll::Ready(true);
        }
        loop {
            ready!(timer.as_mut().poll(cx));
            match watch.next_look(Instant::now()) {
                Some(time) => timer.as_mut().reset(time.into()),
                None => return Poll::Ready(false),
            }
        }
    })
    .await;

    let mut stream = connection.into_parts().io.into_inner().into_inner();
    if !closed && watch.in_head() {
        say(&mut stream, SLOW_HEAD).await;
    } else if !closed {
        let _ = stream.shutdown().await;
    } else if watch.unread() && !stopping {
        unless(stop, drain(&mut stream)).await;
    }
}

/// Writes an answer that hyper does not know of, and closes. It fits into the socket's buffer, unless the client reads
/// nothing.
pub(crate) async fn say<S: AsyncWrite + Unpin>(stream: &mut S, answer: &[u8]) {
    let _ = timeout(LINGER, stream.write_all(answer)).await;
    let _ = stream.shutdown().await;
}

/// Closes a stream for writing, reads what the client is still sending, and throws it away.
///
/// A socket that is closed with bytes unread resets the connection, and the client may lose the answer that was
/// sent before.
pub(crate) async fn drain<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut S) {
    // It may be closed already.
    let _ = stream.shutdown().await;
    let _ = timeout(LINGER, async {
        let mut waste = vec![0; 16 << 10];
        while stream.read(&mut waste).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}

/// The front, with a watch that is told when calls begin and end.
struct Calls {
    front: Front,
    watch: Watch,
}

impl hyper::service::Service<Request<Incoming>> for Calls {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Call<<Front as tower::Service<Request<Incoming>>>::Future>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.watch.busy();
        Call { answer: self.front.clone().call(request), watch: self.watch.clone() }
    }
}

/// A call that is being answered.
struct Call<F> {
    answer: F,
    watch: Watch,
}

impl<F> Future for Call<F>
where
    F: Future<Output = Result<Response<Full<Bytes>>, Infallible>> + Unpin,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let answer = ready!(Pin::new(&mut self.answer).poll(cx));
        // Only a refusal closes of its own accord, and only because it did not read on.
        let unread = answer.as_ref().is_ok_and(|it| it.headers().contains_key(header::CONNECTION));
        self.watch.answered(unread);
        Poll::Ready(answer)
    }
}

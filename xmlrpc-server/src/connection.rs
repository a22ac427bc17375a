//! One connection, from its first byte to its end.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::{Poll, ready},
    time::Instant,
};

use hyper::{
    Request, body::Incoming, header, header::HeaderValue, server::conn::http1, service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    time::{sleep, sleep_until, timeout},
};

use crate::{
    aside::Aside,
    front::HttpService,
    options::{HEAD_BYTES, LINGER, Options},
    peer::Peer,
    race::unless,
    refusal::{SLOW_HEAD, STOPPING_HEAD},
    stop::{MOMENT, Stage, Stop},
    watch::{Patience, Watch, Watched},
};

/// Serves a stream until it is closed: by the client, by a time-out, or because the server stops, after the call in
/// flight or with an answer that says that it may have run.
pub(crate) async fn serve<S>(
    stream: S,
    peer: Option<Peer>,
    front: HttpService,
    options: &Options,
    stop: &Stop,
) where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let watch = Watch::new();
    let stream = TokioIo::new(Watched::new(stream, watch.clone()));
    let calls = service_fn(|request: Request<Incoming>| {
        watch.busy();
        let (answer, watch) = (front.answer(request, peer, watch.over()), &watch);
        async move {
            let mut answer = answer.await;
            if watch.is_at(Stage::Leaving) {
                answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            // Before the server stops only a refusal closes of its own accord, and only because it did not read on.
            watch.answered(answer.headers().contains_key(header::CONNECTION));
            Ok::<_, Infallible>(answer)
        }
    });
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(HEAD_BYTES)
        // A client that has sent its request may close its side and still read.
        .half_close(true)
        .serve_connection(stream, calls);
    let mut ending = pin!(async {
        for stage in [Stage::Leaving, Stage::Settled, Stage::Over] {
            stop.reached(stage).await;
            watch.enter(stage);
        }
        // For the last answers to be written.
        sleep(MOMENT).await;
    });
    let mut ending = Aside::new(ending.as_mut());
    let mut closing = false;
    let now = Instant::now();
    let mut patience =
        Patience::new(watch.clone(), options.header_timeout, options.idle_timeout, now);
    let mut timer = pin!(sleep_until(now.into()));
    let mut late = pin!(poll_fn(|cx| {
        loop {
            ready!(timer.as_mut().poll(cx));
            match patience.next_look(Instant::now()) {
                Some(time) => timer.as_mut().reset(time.into()),
                None => return Poll::Ready(()),
            }
        }
    }));
    let mut late = Aside::new(late.as_mut());
    let closed = poll_fn(|cx| {
        let ended = ending.poll(cx).is_ready();
        loop {
            // Whether it ended well makes no difference: hyper has answered what can be answered.
            if Pin::new(&mut connection).poll(cx).is_ready() {
                return Poll::Ready(true);
            }
            // Only after a poll, which has read what was there.
            if closing || !watch.is_at(Stage::Settled) || !watch.is_idle() {
                break;
            }
            closing = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        if ended {
            return Poll::Ready(false);
        }
        late.poll(cx).map(|()| false)
    })
    .await;

    let mut stream = connection.into_parts().io.into_inner().into_inner();
    if !closed && watch.in_head() {
        let over = watch.is_at(Stage::Over);
        say(&mut stream, if over { STOPPING_HEAD } else { SLOW_HEAD }).await;
    } else if !closed {
        shut(&mut stream).await;
    } else if watch.unread() && watch.is_at(Stage::Leaving) {
        // Nothing that waits for this server waits long for a client that goes on.
        let _ = timeout(MOMENT, drain(&mut stream)).await;
    } else if watch.unread() {
        unless(stop.reached(Stage::Settled), drain(&mut stream)).await;
    }
}

/// Writes an answer that hyper does not know of, and closes. It fits into the socket's buffer, unless the client reads
/// nothing.
pub(crate) async fn say<S: AsyncWrite + Unpin>(stream: &mut S, answer: &[u8]) {
    let _ = timeout(LINGER, stream.write_all(answer)).await;
    shut(stream).await;
}

/// Closes a stream for writing. With TLS what was written before goes out first, for which a client that reads nothing would
/// have it wait for ever.
async fn shut<S: AsyncWrite + Unpin>(stream: &mut S) {
    let _ = timeout(LINGER, stream.shutdown()).await;
}

/// Closes a stream for writing, reads what the client is still sending, and throws it away.
///
/// A socket that is closed with bytes unread resets the connection, and the client may lose the answer that was
/// sent before.
pub(crate) async fn drain<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut S) {
    // It may be closed already.
    shut(stream).await;
    let _ = timeout(LINGER, async {
        let mut waste = vec![0; 16 << 10];
        while stream.read(&mut waste).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}

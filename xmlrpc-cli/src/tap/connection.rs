//! A client's connection: each request is sent on, and its answer back.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::CONTENT_ENCODING,
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Mutex, mpsc::UnboundedSender};

use super::{
    exchange::Exchange,
    listen::Stream,
    onward::{Kept, Way, without_connection},
};

/// What all connections share.
pub(crate) struct Passing {
    pub(crate) way: Way,
    pub(crate) timeout: Duration,
    pub(crate) max_body: usize,
    pub(crate) exchanges: UnboundedSender<Exchange>,
}

/// Serves a connection to its end.
pub(crate) async fn serve(stream: Stream, passing: Arc<Passing>) {
    let kept = Arc::new(Mutex::new(None));
    let service = service_fn(move |request| {
        let (passing, kept) = (passing.clone(), kept.clone());
        async move { Ok::<_, Infallible>(pass(&passing, &mut *kept.lock().await, request).await) }
    });
    // How it ends concerns its client alone.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

async fn pass(
    passing: &Passing,
    kept: &mut Kept,
    request: Request<Incoming>,
) -> Response<Full<Bytes>> {
    let (head, body) = request.into_parts();
    let begun = Instant::now();
    let mut exchange = Exchange {
        request: format!("{} {}", head.method, head.uri.path()),
        compressed: head.headers.contains_key(CONTENT_ENCODING),
        ..Exchange::default()
    };
    let answer = match Limited::new(body, passing.max_body).collect().await {
        Ok(body) => {
            exchange.call = body.to_bytes();
            let request = Request::from_parts(head, exchange.call.clone());
            let answer = passing.way.send(request, kept, passing.max_body);
            match tokio::time::timeout(passing.timeout, answer).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(why)) => Err((StatusCode::BAD_GATEWAY, why)),
                Err(_) => {
                    let why = format!("no answer within {:?}", passing.timeout);
                    Err((StatusCode::GATEWAY_TIMEOUT, why))
                }
            }
        }
        Err(error) if error.is::<LengthLimitError>() => {
            let why = format!("the request has more than {} bytes", passing.max_body);
            Err((StatusCode::PAYLOAD_TOO_LARGE, why))
        }
        Err(error) => Err((StatusCode::BAD_REQUEST, format!("the request is cut short: {error}"))),
    };
    exchange.took = begun.elapsed();
    let response = match answer {
        Ok(answer) => {
            exchange.compressed |= answer.headers().contains_key(CONTENT_ENCODING);
            exchange.answer = answer.body().clone();
            let mut answer = answer.map(Full::new);
            without_connection(answer.headers_mut());
            answer
        }
        Err((status, why)) => {
            let mut response = Response::new(Full::from(format!("xmlrpc tap: {why}\n")));
            *response.status_mut() = status;
            exchange.failure = Some(why);
            response
        }
    };
    exchange.status = response.status().as_u16();
    // Without anybody to print it the command is over.
    let _ = passing.exchanges.send(exchange);
    response
}

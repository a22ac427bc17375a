//! hyper alone, on the same kind of runtime as ours: it reads the body, and answers constant bytes.

use std::convert::Infallible;

use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, runtime};

use super::listening;
use crate::{
    Failure,
    service::{PATH, hello_response},
};

pub fn serve() -> Result<(), Failure> {
    let runtime = runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        listening(&[format!("http://{}{PATH}", listener.local_addr()?)]);
        let body = Bytes::from(hello_response());
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let body = body.clone();
            let answer = service_fn(move |request: Request<Incoming>| {
                let body = body.clone();
                async move {
                    // What could not be read is not answered either.
                    let _ = request.into_body().collect().await;
                    let mut response = Response::new(Full::new(body));
                    let xml = HeaderValue::from_static("text/xml");
                    response.headers_mut().insert(CONTENT_TYPE, xml);
                    Ok::<_, Infallible>(response)
                }
            });
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
        }
    })
}

//! Through an HTTP proxy: the tunnel that `CONNECT` asks for.

use std::io;

use bytes::Bytes;
use http::{
    HeaderValue, Request, Uri,
    header::{HOST, PROXY_AUTHORIZATION, USER_AGENT},
    uri::Scheme,
};
use http_body_util::Empty;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;

use super::{Stream, Task};
use crate::proxy::ProxyUrl;

/// What lies behind the proxy at the other end of this stream.
///
/// # Errors
///
/// The connection's, or what the proxy says.
pub(super) async fn through(
    stream: Stream,
    target: &Uri,
    proxy: &ProxyUrl,
    user_agent: &HeaderValue,
) -> io::Result<Stream> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let _task = Task::of(connection.with_upgrades());
    let usual = if target.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    let port = target.port_u16().unwrap_or(usual);
    let authority = format!("{}:{port}", target.host().unwrap_or_default());
    let mut request =
        Request::connect(&authority).header(HOST, &authority).header(USER_AGENT, user_agent);
    if let Some(authorization) = &proxy.address.authorization {
        request = request.header(PROXY_AUTHORIZATION, authorization);
    }
    let request = request.body(Empty::<Bytes>::new()).map_err(io::Error::other)?;
    let answer = sender.send_request(request).await.map_err(io::Error::other)?;
    if !answer.status().is_success() {
        return Err(io::Error::other(format!("it answered {}", answer.status())));
    }
    let tunnel = hyper::upgrade::on(answer).await.map_err(io::Error::other)?;
    Ok(Box::new(TokioIo::new(tunnel)))
}

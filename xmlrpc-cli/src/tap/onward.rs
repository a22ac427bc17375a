//! How what a client sends reaches the server.

use std::{io, sync::Arc};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode, Uri,
    body::Bytes,
    client::conn::http1::{self, SendRequest},
    header::{CONTENT_ENCODING, CONTENT_TYPE, HOST, HeaderName, HeaderValue},
    http::uri::PathAndQuery,
};
use hyper_util::rt::TokioIo;
#[cfg(unix)]
use percent_encoding::percent_decode_str;
use tokio::net::TcpStream;
use xmlrpc_core::{Error, ErrorKind, Remote, Transport as _};

use super::listen::Stream;
#[cfg(feature = "tls")]
use super::tls;
use crate::{args::ServerArgs, config};

/// The way to the server.
pub(crate) enum Way {
    /// Over HTTP: what comes is passed on.
    Http { place: Place, host: HeaderValue, path: Option<String>, headers: Vec<(String, String)> },
    /// Over SCGI: the calls are made by a client of our own.
    Client(Remote),
}

pub(crate) enum Place {
    Tcp(String),
    #[cfg(feature = "tls")]
    Tls(String, Box<tls::Secured>),
    #[cfg(unix)]
    Unix(String),
}

/// The connection to the server that belongs to a client's connection.
pub(crate) type Kept = Option<SendRequest<Full<Bytes>>>;

impl Way {
    /// # Errors
    ///
    /// When the URL is none, or comes with credentials where the client's are passed on.
    pub(crate) fn of(args: &ServerArgs) -> Result<Self, Error> {
        let url = args.url.trim();
        let (scheme, has_user) = config::scheme(url);
        if !matches!(scheme.as_str(), "http" | "https" | "http+unix") {
            return Ok(Way::Client(config::of(args)?.connect()?));
        }
        if has_user || args.user.is_some() || args.password_file.is_some() {
            return Err(own_credentials());
        }
        let config = config::without_credentials(args)?;
        // What is wrong with the rest, it tells.
        config.connect()?;
        let (place, host, path) = match scheme.as_str() {
            #[cfg(unix)]
            "http+unix" => {
                let rest = &url["http+unix://".len()..];
                let (socket, path) = match rest.split_once(":/") {
                    Some((socket, path)) => (socket, Some(format!("/{path}"))),
                    None => (rest, None),
                };
                let socket = percent_decode_str(socket).decode_utf8_lossy().into_owned();
                (Place::Unix(socket), "localhost".to_owned(), path)
            }
            _ => {
                let uri: Uri = url.parse().map_err(|_| unfit("the URL cannot be read"))?;
                let authority = uri.authority().ok_or_else(|| unfit("the URL has no host"))?;
                let path = uri.path_and_query().map(ToString::to_string).filter(|it| it != "/");
                let usual = if scheme == "https" { 443 } else { 80 };
                let port = authority.port_u16().unwrap_or(usual);
                let address = format!("{}:{port}", authority.host());
                let place = match scheme.as_str() {
                    #[cfg(feature = "tls")]
                    "https" => Place::Tls(
                        address,
                        Box::new(tls::Secured::of(&config.tls, authority.host())?),
                    ),
                    _ => Place::Tcp(address),
                };
                (place, authority.as_str().to_owned(), path)
            }
        };
        let host = HeaderValue::try_from(host).map_err(|_| unfit("the host cannot be named"))?;
        Ok(Way::Http { place, host, path, headers: args.header.clone() })
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            Way::Http { place: Place::Tcp(address), path, .. } => {
                format!("http://{address}{}", path.as_deref().unwrap_or_default())
            }
            #[cfg(feature = "tls")]
            Way::Http { place: Place::Tls(address, _), path, .. } => {
                format!("https://{address}{}", path.as_deref().unwrap_or_default())
            }
            #[cfg(unix)]
            Way::Http { place: Place::Unix(socket), .. } => format!("http+unix://{socket}"),
            Way::Client(remote) => remote.describe(),
        }
    }

    /// Sends a request on, and gives the answer, whole.
    pub(crate) async fn send(
        &self,
        request: Request<Bytes>,
        kept: &mut Kept,
        max: usize,
    ) -> Result<Response<Bytes>, String> {
        match self {
            Way::Http { place, host, path, headers } => {
                let request = prepared(request, host, path.as_deref(), headers)?;
                pass_on(place, request, kept, max).await
            }
            Way::Client(remote) => make(remote.clone(), request).await,
        }
    }
}

fn unfit(text: &str) -> Error {
    Error::new(ErrorKind::Endpoint, text)
}

fn own_credentials() -> Error {
    unfit("over HTTP the tap passes the client's credentials on: it has none of its own")
}

/// The request as it goes to the server.
fn prepared(
    mut request: Request<Bytes>,
    host: &HeaderValue,
    path: Option<&str>,
    more: &[(String, String)],
) -> Result<Request<Full<Bytes>>, String> {
    let own = || request.uri().path_and_query().map(PathAndQuery::as_str);
    let path = path.or_else(own).unwrap_or("/");
    *request.uri_mut() = path.parse().map_err(|_| "the path cannot be read")?;
    let headers = request.headers_mut();
    for name in ["accept-encoding", "expect"] {
        headers.remove(name);
    }
    without_connection(headers);
    headers.insert(HOST, host.clone());
    for (name, value) in more {
        let name = HeaderName::try_from(name).map_err(|error| error.to_string())?;
        headers.insert(name, HeaderValue::try_from(value).map_err(|error| error.to_string())?);
    }
    Ok(request.map(Full::new))
}

/// Takes away what is said of one connection and holds for no other. The lengths of bodies are written anew.
pub(crate) fn without_connection(headers: &mut HeaderMap) {
    let named: Vec<_> = headers
        .get_all("connection")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    let always = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"];
    let lengths = ["transfer-encoding", "content-length"];
    for name in named.iter().map(String::as_str).chain(always).chain(lengths) {
        headers.remove(name);
    }
}

async fn pass_on(
    place: &Place,
    request: Request<Full<Bytes>>,
    kept: &mut Kept,
    max: usize,
) -> Result<Response<Bytes>, String> {
    let open = kept.take().filter(|sender| !sender.is_closed());
    let was_open = open.is_some();
    let mut sender = match open {
        Some(sender) => sender,
        None => connect(place).await?,
    };
    let answer = match sender.try_send_request(request).await {
        Ok(answer) => answer,
        Err(mut error) => match error.take_message() {
            // Not a byte of it was sent: the server had closed the connection meanwhile.
            Some(request) if was_open => {
                sender = connect(place).await?;
                sender.send_request(request).await.map_err(|error| told(&error))?
            }
            _ => return Err(told(&error.into_error())),
        },
    };
    let (head, body) = answer.into_parts();
    let body = Limited::new(body, max).collect().await;
    let body = body.map_err(|error| format!("the answer is cut short: {error}"))?.to_bytes();
    // It is of use again when the answer is read to its end.
    *kept = Some(sender);
    Ok(Response::from_parts(head, body))
}

fn told(error: &hyper::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

async fn connect(place: &Place) -> Result<SendRequest<Full<Bytes>>, String> {
    let stream = stream(place).await.map_err(|error| format!("cannot connect: {error}"))?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| told(&error))?;
    // What goes wrong there, whoever sends is told.
    tokio::spawn(async { drop(connection.await) });
    Ok(sender)
}

async fn stream(place: &Place) -> io::Result<Stream> {
    match place {
        Place::Tcp(address) => Ok(Box::pin(tcp(address).await?)),
        #[cfg(feature = "tls")]
        Place::Tls(address, secured) => secured.around(tcp(address).await?).await,
        #[cfg(unix)]
        Place::Unix(socket) => Ok(Box::pin(tokio::net::UnixStream::connect(socket).await?)),
    }
}

async fn tcp(address: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Makes the call that is in a request.
async fn make(remote: Remote, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
    let refused = |status, text: &'static str| {
        let mut response = Response::new(Bytes::from_static(text.as_bytes()));
        *response.status_mut() = status;
        Ok(response)
    };
    if request.method() != Method::POST {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "only POST is passed on here\n");
    }
    if request.headers().contains_key(CONTENT_ENCODING) {
        let text = "compressed bodies are not passed on here\n";
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, text);
    }
    let body = Arc::new(request.into_body());
    let call = move || remote.call(&xmlrpc_core::Request::new("", &body));
    let answer = tokio::task::spawn_blocking(call).await.map_err(|error| error.to_string())?;
    let answer = answer.map_err(|error| error.to_string())?;
    let kind = match answer.charset {
        Some(charset) => format!("text/xml; charset={charset}"),
        None => "text/xml".to_owned(),
    };
    let mut response = Response::new(Bytes::from(answer.body));
    if let Ok(kind) = HeaderValue::try_from(kind) {
        response.headers_mut().insert(CONTENT_TYPE, kind);
    }
    Ok(response)
}

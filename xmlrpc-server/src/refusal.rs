//! Requests that never become a call, and what HTTP says of them.

use std::borrow::Cow;

use http_body_util::Full;
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{self, HeaderValue},
};

use crate::challenge::Challenge;

/// Why a request is not answered by a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It names no host where HTTP/1.1 demands one, or more than one.
    NoHost,
    /// It was meant for a host of another name.
    Host,
    /// A web page sent it.
    Origin,
    /// It shows no credentials that are known; these are asked for.
    Unknown(Challenge),
    /// Calls are answered at this path, and it asks for another.
    Path(String),
    Method,
    MediaType,
    Coding,
    /// Neither a length nor chunks say where its body ends.
    NoLength,
    /// Its body has more than this many bytes.
    TooLarge(usize),
    /// Its body did not come in time.
    Slow,
    /// Its body did not come to its end.
    Cut,
    /// As many calls are running as may.
    Busy,
    /// The bodies of other requests take all the room that there is.
    Full,
    /// Its body says that it is gzip, and is none or not whole.
    NoGzip,
    /// The server ends, and the call was not run.
    Stopping,
    /// The server ends while the call runs, which may be to its end.
    Stopped,
    /// Something of the server's own failed.
    Broken,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::NoHost | Refusal::Cut | Refusal::NoGzip => StatusCode::BAD_REQUEST,
            Refusal::Host | Refusal::Origin => StatusCode::FORBIDDEN,
            Refusal::Unknown(_) => StatusCode::UNAUTHORIZED,
            Refusal::Path(_) => StatusCode::NOT_FOUND,
            Refusal::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::MediaType | Refusal::Coding => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::NoLength => StatusCode::LENGTH_REQUIRED,
            Refusal::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Slow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Busy | Refusal::Full | Refusal::Stopping | Refusal::Stopped => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Why, in a word for logs.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Refusal::NoHost => "no host",
            Refusal::Host => "host",
            Refusal::Origin => "origin",
            Refusal::Unknown(_) => "credentials",
            Refusal::Path(_) => "path",
            Refusal::Method => "method",
            Refusal::MediaType => "media type",
            Refusal::Coding => "content coding",
            Refusal::NoLength => "no length",
            Refusal::TooLarge(_) => "too large",
            Refusal::Slow => "slow",
            Refusal::Cut => "cut short",
            Refusal::Busy => "too many calls",
            Refusal::Full => "too many bodies",
            Refusal::NoGzip => "no gzip",
            Refusal::Stopping => "stopping",
            Refusal::Stopped => "stopped",
            Refusal::Broken => "broken",
        }
    }

    /// What to do about it. Nothing of the request is in it.
    fn text(&self) -> Cow<'static, str> {
        match self {
            Refusal::NoHost => "Send one Host header.\n".into(),
            Refusal::Host => {
                "This server is not known by the name in the Host header. Call it by its address, \
                or let the server list that name among its hosts.\n"
                    .into()
            }
            Refusal::Origin => {
                "Requests on behalf of web pages are refused: the server has to list the page's \
                origin among its origins.\n"
                    .into()
            }
            Refusal::Unknown(challenge) => challenge.advice().into(),
            Refusal::Path(path) => {
                format!("Nothing is here. Post XML-RPC calls to {path}.\n").into()
            }
            Refusal::Method => "Send calls with POST.\n".into(),
            Refusal::MediaType => {
                "Send one Content-Type header: text/xml or application/xml.\n".into()
            }
            Refusal::Coding => "Send the body as it is, without a Content-Encoding, or with gzip if the server takes it.\n".into(),
            Refusal::NoLength => "Send a Content-Length header, or chunks.\n".into(),
            Refusal::TooLarge(limit) => format!("Send at most {limit} bytes.\n").into(),
            Refusal::Slow => {
                "The body did not come in time: send it faster, or less of it.\n".into()
            }
            Refusal::Cut => "The body ended before it was complete.\n".into(),
            Refusal::NoGzip => "The body is not the gzip file that it is said to be.\n".into(),
            Refusal::Busy => {
                "The server is running as many calls as it may. Try again later.\n".into()
            }
            Refusal::Full => "The server has no room for the body. Try again later.\n".into(),
            Refusal::Stopping => {
                "The server is stopping, and has not run the call. Try again later.\n".into()
            }
            Refusal::Stopped => "The server was stopped; the call may have run.\n".into(),
            Refusal::Broken => "The server failed. Its own log may say more.\n".into(),
        }
    }

    /// The answer. With `unread`, some of the request's body may still be on its way.
    pub(crate) fn response(&self, unread: bool) -> Response<Full<Bytes>> {
        let text = match self.text() {
            Cow::Borrowed(text) => Bytes::from_static(text.as_bytes()),
            Cow::Owned(text) => Bytes::from(text),
        };
        let mut response = Response::new(Full::new(text));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        match self {
            Refusal::Method => {
                headers.insert(header::ALLOW, HeaderValue::from_static("POST"));
            }
            Refusal::Unknown(challenge) => {
                headers.insert(header::WWW_AUTHENTICATE, challenge.header());
            }
            // Not of a call that may have run: it would be asked for again.
            Refusal::Busy | Refusal::Full | Refusal::Stopping => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        // What follows a request without a length may be its body: none of it is to be taken for the next request.
        let last = matches!(self, Refusal::NoLength | Refusal::Stopping | Refusal::Stopped);
        if unread || last {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The whole answer for a connection that is one too many. It is written before anything was read.
pub(crate) const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    Content-Type: text/plain\r\nContent-Length: 63\r\nRetry-After: 1\r\nConnection: close\r\n\r\n\
    The server has as many connections as it may. Try again later.\n";

/// The whole answer for a head that did not come in time.
pub(crate) const SLOW_HEAD: &[u8] = b"HTTP/1.1 408 Request Timeout\r\n\
    Content-Type: text/plain\r\nContent-Length: 49\r\nConnection: close\r\n\r\n\
    The headers of the request did not come in time.\n";

/// The whole answer for a head that did not come before the server ended.
pub(crate) const STOPPING_HEAD: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    Content-Type: text/plain\r\nContent-Length: 67\r\nRetry-After: 1\r\nConnection: close\r\n\r\n\
    The server is stopping, and has not run the call. Try again later.\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ready_made_answers_have_the_length_they_say() {
        for answer in [TOO_MANY_CONNECTIONS, SLOW_HEAD, STOPPING_HEAD] {
            let text = std::str::from_utf8(answer).unwrap();
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            assert!(
                head.contains(&format!("Content-Length: {}\r\n", body.len())),
                "{head} {}",
                body.len()
            );
        }
    }

    #[test]
    fn only_what_did_not_run_is_to_be_asked_for_again() {
        let again =
            |refusal: Refusal| refusal.response(false).headers().contains_key(header::RETRY_AFTER);
        assert!(again(Refusal::Stopping) && !again(Refusal::Stopped));
    }

    #[test]
    fn a_request_without_a_length_ends_the_connection() {
        let closes = |refusal: Refusal, unread| {
            refusal.response(unread).headers().contains_key(header::CONNECTION)
        };
        assert!(closes(Refusal::NoLength, false));
        assert!(closes(Refusal::Path("/".into()), true));
        assert!(!closes(Refusal::Busy, false));
    }
}

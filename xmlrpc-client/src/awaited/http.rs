//! One call over HTTP/1.1, and when it is sent again on another connection.

use std::{
    borrow::Cow,
    error::Error as _,
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::header::{HOST, USER_AGENT};
use http_body_util::{BodyExt as _, Full};
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::{runtime::Id, time::timeout_at};
use xmlrpc_core::{Error, ErrorKind, Request, Response};

use super::{
    Task,
    line::Line,
    opener::Opener,
    pool::{Connection, Pool},
    runtime,
};
use crate::{
    answer::{End, Received, announced},
    attempt::{Attempt, Phase},
    http::AGAIN,
    names::Names,
    repeat,
    session::{Outgoing, Session},
    stream::is_closed,
};

/// How long a head may be, in bytes.
const MOST_HEAD: usize = 64 << 10;

/// How long a connection may take to be ready for another call when its answer is there.
const TURN: Duration = Duration::from_millis(50);

/// Calls one endpoint over HTTP.
pub(crate) struct Http {
    session: Arc<Session>,
    opener: Opener,
    pool: Pool,
}

impl Http {
    pub(crate) fn new(
        session: Arc<Session>,
        names: Arc<Names>,
        #[cfg(feature = "tls")] material: Option<crate::tls::Material>,
    ) -> Self {
        Http {
            opener: Opener::new(
                Arc::clone(&session),
                names,
                #[cfg(feature = "tls")]
                material,
            ),
            session,
            pool: Pool::default(),
        }
    }

    /// Sends a call and reads its answer. Dropped, it closes its connection.
    pub(crate) async fn call(&self, request: Request<'_>) -> Result<Response, Error> {
        let attempt = self.session.attempt(&request);
        let runtime = runtime(attempt.endpoint)?;
        let until = Instant::now() + attempt.whole;
        let call = self.session.outgoing(&request)?;
        if attempt.whole.is_zero() {
            return Err(attempt.timeout(Phase::Connect));
        }
        let body = match &call.body {
            Cow::Owned(body) => Bytes::from(body.clone()),
            Cow::Borrowed(body) => Bytes::copy_from_slice(body),
        };
        let mut again = AGAIN;
        loop {
            let mut connection = match self.pool.take(runtime) {
                Some(connection) => connection,
                None => self.open(&attempt, runtime, until).await?,
            };
            let sending = connection.sender.send_request(self.request(&call, body.clone())?);
            match timeout_at(until.into(), sending).await {
                Ok(Ok(answer)) => return self.receive(attempt, connection, answer, until).await,
                Ok(Err(error))
                    if again > 0
                        && is_lost(&connection.line, &error)
                        && repeat::on_another_connection(
                            connection.kept,
                            connection.line.sent(),
                            request.idempotent,
                        ) =>
                {
                    again -= 1;
                }
                Ok(Err(error)) => return Err(explain(&attempt, &connection.line, &error)),
                Err(_) if connection.line.sent() => return Err(attempt.timeout(Phase::Answer)),
                Err(_) => return Err(attempt.timeout(Phase::Connect)),
            }
        }
    }

    async fn open(
        &self,
        attempt: &Attempt<'_>,
        runtime: Id,
        until: Instant,
    ) -> Result<Connection, Error> {
        let (line, stream) = self.opener.open(attempt, until).await?;
        let (sender, connection) = http1::Builder::new()
            // As a client must join them: RFC 9112, section 5.2.
            .allow_obsolete_multiline_headers_in_responses(true)
            .max_buf_size(MOST_HEAD)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|error| attempt.unsent(&error))?;
        let task = Task::of(connection);
        Ok(Connection { sender, line, kept: false, runtime, task })
    }

    fn request(
        &self,
        call: &Outgoing<'_>,
        body: Bytes,
    ) -> Result<http::Request<Full<Bytes>>, Error> {
        let uri = &self.session.uri;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let host = uri.authority().map_or("", |authority| authority.as_str());
        let mut request = http::Request::post(path)
            .header(HOST, host)
            .header(USER_AGENT, &self.session.plan.user_agent);
        for (name, value) in self.session.headers(call) {
            request = request.header(name, value);
        }
        request.body(Full::new(body)).map_err(|error| {
            Error::new(ErrorKind::Endpoint, format!("the call is no HTTP: {error}")).unsent()
        })
    }

    async fn receive(
        &self,
        attempt: Attempt<'_>,
        connection: Connection,
        answer: http::Response<Incoming>,
        until: Instant,
    ) -> Result<Response, Error> {
        let (head, mut body) = answer.into_parts();
        let judge = self.session.judge(attempt, head.status, &head.headers)?;
        let length = announced(&head.headers);
        let expected = length.and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        let mut bytes = Vec::with_capacity(expected.min(judge.limit));
        let read = read(&mut body, &mut bytes, judge.limit);
        let end = match timeout_at(until.into(), read).await {
            Ok(Ok(End::Whole)) => {
                self.keep(connection).await;
                End::Whole
            }
            Ok(Ok(end)) => end,
            Ok(Err(error)) if error.is_parse() || error.is_user() => {
                End::Failed(explain(&attempt, &connection.line, &error))
            }
            Ok(Err(_)) => End::Failed(attempt.cut_short(bytes.len(), length)),
            Err(_) => End::Failed(attempt.timeout(Phase::Answer)),
        };
        bytes.truncate(judge.limit);
        judge.response(head.status, &head.headers, Received { bytes, end })
    }

    /// Keeps the connection of a call whose answer was read to its end. That of one whose answer came before all of it was
    /// sent may not be ready: it is not waited for.
    async fn keep(&self, mut connection: Connection) {
        let by = Instant::now() + TURN;
        if let Ok(Ok(())) = timeout_at(by.into(), connection.sender.ready()).await {
            self.pool.put(connection);
        }
    }
}

/// Reads a body to its end, or to more than `limit` bytes.
async fn read(body: &mut Incoming, bytes: &mut Vec<u8>, limit: usize) -> hyper::Result<End> {
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data() {
            bytes.extend_from_slice(&data);
            if bytes.len() > limit {
                return Ok(End::TooLarge);
            }
        }
    }
    Ok(End::Whole)
}

/// Whether the connection closed before any byte of an answer came.
fn is_lost(line: &Line, error: &hyper::Error) -> bool {
    let closed = match system(error) {
        Some(error) => is_closed(error),
        None => is_cut(error),
    };
    !line.answered() && (closed || !line.sent())
}

fn is_cut(error: &hyper::Error) -> bool {
    error.is_incomplete_message() || error.is_canceled() || error.is_closed()
}

/// What hyper's error means for the call.
fn explain(attempt: &Attempt<'_>, line: &Line, error: &hyper::Error) -> Error {
    if !line.sent() {
        return match system(error) {
            Some(error) => attempt.unsent(error),
            None => attempt.unsent(error),
        };
    }
    // hyper has a word for it, but not for clients.
    if error.is_parse() && error.to_string().contains("too large") {
        return attempt.head_too_large(MOST_HEAD);
    }
    if error.is_parse() {
        return attempt.error(
            ErrorKind::Transport,
            format_args!("the server's answer is not HTTP as it should be: {error}"),
        );
    }
    match system(error) {
        Some(error) => attempt.broken(error),
        None if is_cut(error) => attempt.broken(&io::ErrorKind::UnexpectedEof.into()),
        None => attempt.error(ErrorKind::Transport, format_args!("the call failed: {error}")),
    }
}

/// The system's error behind hyper's.
fn system(error: &hyper::Error) -> Option<&io::Error> {
    error.source()?.downcast_ref()
}

//! An answer over SCGI as it comes, piece by piece.

use std::io;

use http::{HeaderMap, StatusCode};
use xmlrpc_core::{Error, ErrorKind, Response};

use super::document;
use crate::{
    answer::{End, Judge, Received, announced},
    attempt::Attempt,
};

/// How long a head may be, in bytes.
const MOST_HEAD: usize = 64 << 10;

/// What has come of an answer.
pub(super) struct Answer<'a> {
    judge: Judge<'a>,
    /// The head, until it is whole; then the body.
    bytes: Vec<u8>,
    head: Option<Head>,
}

struct Head {
    status: StatusCode,
    headers: HeaderMap,
    length: Option<u64>,
}

impl<'a> Answer<'a> {
    pub(super) fn new(attempt: Attempt<'a>, limit: usize) -> Self {
        let judge = Judge { attempt, limit, caller: None, compressed: false };
        Answer { judge, bytes: Vec::new(), head: None }
    }

    /// Whether the head is not whole yet.
    pub(super) fn is_in_head(&self) -> bool {
        self.head.is_none()
    }

    /// The next piece; an empty one is the end of the connection. Gives the response once it is whole.
    ///
    /// # Errors
    ///
    /// The answer is none, or too long.
    pub(super) fn read(&mut self, piece: &[u8]) -> Result<Option<Response>, Error> {
        let looked = self.bytes.len();
        self.bytes.extend_from_slice(piece);
        if self.head.is_none() {
            self.read_head(looked)?;
            if self.head.is_none() && piece.is_empty() {
                return Err(self.judge.attempt.broken(&io::ErrorKind::UnexpectedEof.into()));
            }
        }
        match &self.head {
            Some(head) => match self.end(head.length, piece.is_empty()) {
                Some(end) => self.response(end).map(Some),
                None => Ok(None),
            },
            None => Ok(None),
        }
    }

    /// Nothing more comes, for this reason.
    ///
    /// # Errors
    ///
    /// This one, or what the head has told that is worse.
    pub(super) fn failed(&mut self, error: Error) -> Result<Option<Response>, Error> {
        if self.is_in_head() {
            return Err(error);
        }
        self.response(End::Failed(error)).map(Some)
    }

    fn read_head(&mut self, looked: usize) -> Result<(), Error> {
        let attempt = &self.judge.attempt;
        let Some(end) = document::end_of_head(&self.bytes, looked) else {
            return match self.bytes.len() > MOST_HEAD {
                true => Err(attempt.head_too_large(MOST_HEAD)),
                false => Ok(()),
            };
        };
        if end > MOST_HEAD {
            return Err(attempt.head_too_large(MOST_HEAD));
        }
        let (status, headers) = document::head(&self.bytes[..end]).map_err(|what| {
            attempt.error(
                ErrorKind::Transport,
                format_args!("the server's answer is not SCGI as it should be: {what}"),
            )
        })?;
        self.judge.check_head(status, &headers)?;
        self.bytes.drain(..end);
        self.head = Some(Head { status, length: announced(&headers), headers });
        Ok(())
    }

    /// Whether the body is over, and how: at its length, at the end of the connection where it has none, or above the limit.
    fn end(&self, length: Option<u64>, closed: bool) -> Option<End> {
        let limit = self.judge.limit;
        let received = self.bytes.len();
        match length.map(|length| usize::try_from(length).unwrap_or(usize::MAX)) {
            Some(wanted) if received >= wanted => {
                Some(if wanted > limit { End::TooLarge } else { End::Whole })
            }
            _ if received > limit => Some(End::TooLarge),
            None if closed => Some(End::Whole),
            Some(_) if closed => Some(End::Failed(self.judge.attempt.cut_short(received, length))),
            _ => None,
        }
    }

    fn response(&mut self, end: End) -> Result<Response, Error> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let Some(Head { status, headers, length }) = &self.head else {
            return Err(self.judge.attempt.broken(&io::ErrorKind::UnexpectedEof.into()));
        };
        let wanted = length.and_then(|length| usize::try_from(length).ok()).unwrap_or(usize::MAX);
        bytes.truncate(wanted.min(self.judge.limit));
        self.judge.response(*status, headers, Received { bytes, end })
    }
}

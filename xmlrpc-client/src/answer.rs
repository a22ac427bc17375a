//! What an answer says of itself, before its body is looked at and after: whatever carried it.

use std::time::Duration;

use http::{
    HeaderMap, HeaderValue, StatusCode,
    header::{
        CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER, TRANSFER_ENCODING,
    },
};
use xmlrpc_core::{Error, ErrorKind, Response};

use crate::{attempt::Attempt, auth::AuthKind, challenge::Asked};

/// A body as far as it was read.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) bytes: Vec<u8>,
    pub(crate) end: End,
}

/// Why reading stopped.
#[derive(Debug)]
pub(crate) enum End {
    /// The body is whole.
    Whole,
    /// There is more than the limit allows.
    TooLarge,
    /// The connection failed first.
    Failed(Error),
}

/// What an answer is judged by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub(crate) attempt: Attempt<'a>,
    /// The longest body, in bytes.
    pub(crate) limit: usize,
    /// What the server was told about the caller.
    pub(crate) caller: Option<AuthKind>,
    /// Whether it was told that the answer may be compressed.
    pub(crate) compressed: bool,
}

impl Judge<'_> {
    /// Whether the head allows the body to be read. The connection is of no use afterwards if it does not.
    pub(crate) fn check_head(&self, status: StatusCode, headers: &HeaderMap) -> Result<(), Error> {
        let attempt = &self.attempt;
        if headers.contains_key(CONTENT_LENGTH) && headers.contains_key(TRANSFER_ENCODING) {
            return Err(attempt.error(
                ErrorKind::Transport,
                "the answer tells its length in two ways (Content-Length and Transfer-Encoding)",
            ));
        }
        if status != StatusCode::OK {
            return Ok(());
        }
        if let Some(length) = announced(headers)
            && usize::try_from(length).map_or(true, |length| length > self.limit)
        {
            return Err(attempt.error(
                ErrorKind::Limit,
                format_args!(
                    "the answer has {length} bytes, more than the {} bytes allowed",
                    self.limit
                ),
            ));
        }
        match coding(headers) {
            Some(coding) if self.compressed && is_gzip(coding) => Ok(()),
            Some(coding) => Err(attempt.error(
                ErrorKind::Transport,
                format_args!(
                    "the answer is compressed ({}), though {} was offered",
                    shortened(coding),
                    if self.compressed { "only gzip" } else { "no compression" },
                ),
            )),
            None => Ok(()),
        }
    }

    /// The body as it was before it was compressed.
    #[cfg(feature = "gzip")]
    fn unpacked(&self, headers: &HeaderMap, received: Received) -> Received {
        let packed = self.compressed && coding(headers).is_some_and(is_gzip);
        if !packed || !matches!(received.end, End::Whole) {
            return received;
        }
        let (bytes, end) = match crate::gzip::unpacked(&received.bytes, self.limit) {
            Ok(Some(bytes)) => (bytes, End::Whole),
            Ok(None) => (Vec::new(), End::TooLarge),
            Err(error) => {
                let what =
                    format_args!("the answer is compressed, and cannot be unpacked: {error}");
                (Vec::new(), End::Failed(self.attempt.error(ErrorKind::Transport, what)))
            }
        };
        Received { bytes, end }
    }

    #[cfg(not(feature = "gzip"))]
    fn unpacked(&self, _: &HeaderMap, received: Received) -> Received {
        received
    }

    /// Hands an answer up, or says why it is none.
    ///
    /// The body of an answer with status 200 is handed up, and so is a fault under any other status. A result under a status
    /// of an error is none: DokuWiki sends an empty struct with its 401.
    pub(crate) fn response(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        received: Received,
    ) -> Result<Response, Error> {
        let received = self.unpacked(headers, received);
        let whole = matches!(received.end, End::Whole);
        let is_answer = status == StatusCode::OK
            || whole
                && match first_tag(&received.bytes) {
                    Some(Tag::Fault) => !status.is_redirection(),
                    Some(Tag::Other) => status.is_success(),
                    None => false,
                };
        if !is_answer {
            let error = self
                .attempt
                .error(ErrorKind::Status, self.describe_status(status, headers))
                .with_status(status.as_u16())
                .with_body(&received.bytes);
            return Err(match retry_after(headers) {
                Some(time) => error.with_retry_after(time),
                None => error,
            });
        }
        match received.end {
            End::Whole => Ok(Response::new(received.bytes).charset(charset(headers))),
            End::TooLarge => Err(self.attempt.answer_too_large(self.limit)),
            End::Failed(error) => Err(error),
        }
    }

    /// The status, and what it means here.
    fn describe_status(&self, status: StatusCode, headers: &HeaderMap) -> String {
        let name = format!(
            "HTTP status {} {}",
            status.as_u16(),
            status.canonical_reason().unwrap_or("(unknown)")
        );
        match status.as_u16() {
            300..=399 => match headers.get(LOCATION) {
                Some(location) => format!(
                    "{name}: redirects are not followed, and this one leads to {}",
                    shortened(location)
                ),
                None => format!("{name}: redirects are not followed"),
            },
            401 => format!("{name}: {}", Asked::of(headers).explain(self.caller)),
            413 => format!("{name}: the call is too large for the server"),
            404 => format!("{name}: the server has nothing at this path"),
            _ => name,
        }
    }
}

/// The length that the head tells, if it is one number. HTTP's parser has refused two that differ.
pub(crate) fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.trim().parse().ok()
}

/// How long the server asks to be left alone, where it says so in seconds and not as a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// How the body is compressed, if it is.
fn coding(headers: &HeaderMap) -> Option<&HeaderValue> {
    headers
        .get(CONTENT_ENCODING)
        .filter(|coding| !coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity"))
}

fn is_gzip(coding: &HeaderValue) -> bool {
    let coding = coding.as_bytes().trim_ascii();
    coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip")
}

/// What a response holds.
#[derive(Debug, PartialEq, Eq)]
enum Tag {
    Fault,
    Other,
}

/// Whether a body is an XML-RPC response, whatever the status says that came with it, and of what.
///
/// Only the start is looked at: nothing but the XML declaration, comments and space can precede the tag.
fn first_tag(body: &[u8]) -> Option<Tag> {
    const RESPONSE: &[u8] = b"<methodResponse";
    const FAULT: &[u8] = b"<fault";
    const START: usize = 1024;
    let find = |tag: &[u8]| {
        body[..body.len().min(START)].windows(tag.len()).position(|window| window == tag)
    };
    let response = find(RESPONSE)?;
    let inside = &body[response + RESPONSE.len()..];
    let mut tags =
        inside.windows(FAULT.len()).filter(|it| it[0] == b'<' && it[1].is_ascii_alphabetic());
    Some(if tags.next() == Some(FAULT) { Tag::Fault } else { Tag::Other })
}

/// The `charset` parameter of the content type.
fn charset(headers: &HeaderMap) -> Option<String> {
    let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    })
}

/// A header's value for a message: bounded, and nothing that could be a password of a URL.
fn shortened(value: &HeaderValue) -> String {
    const MOST: usize = 200;
    let text = String::from_utf8_lossy(value.as_bytes());
    let text = match text.split_once('@') {
        Some((before, after)) => match before.split_once("://") {
            Some((scheme, _)) => format!("{scheme}://{after}"),
            None => after.to_owned(),
        },
        None => text.into_owned(),
    };
    let start: String = text.chars().take(MOST).collect();
    format!("{start:?}{}", if start.len() < text.len() { "..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset_of(content_type: &'static str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        charset(&headers)
    }

    #[test]
    fn the_charset_is_found_however_it_is_written() {
        assert_eq!(charset_of("text/xml; charset=iso-8859-1").as_deref(), Some("iso-8859-1"));
        assert_eq!(charset_of("text/xml;a=b; Charset=\"utf-8\"").as_deref(), Some("utf-8"));
        assert_eq!(charset_of("text/xml; charset = utf-8").as_deref(), Some("utf-8"));
    }

    #[test]
    fn no_charset_is_none() {
        assert_eq!(charset_of("text/xml"), None);
        assert_eq!(charset_of("text/xml; charset="), None);
        assert_eq!(charset_of("text/xml; boundary=charset"), None);
        assert_eq!(charset(&HeaderMap::new()), None);
    }

    #[test]
    fn an_xml_rpc_response_is_known_by_its_tag() {
        let fault = "<?xml version='1.0'?>\n<!-- x --><methodResponse>\n <!-- y --><fault>";
        assert_eq!(first_tag(fault.as_bytes()), Some(Tag::Fault));
        for result in ["<params><param><value><![CDATA[<fault>]]>", "", "</methodResponse>", "<f"] {
            let result = format!("<methodResponse>{result}");
            assert_eq!(first_tag(result.as_bytes()), Some(Tag::Other), "{result}");
        }
        for none in ["<html>500</html>", "<methodRes", ""] {
            assert_eq!(first_tag(none.as_bytes()), None, "{none}");
        }
    }

    #[test]
    fn the_target_of_a_redirect_is_bounded_and_has_no_credentials() {
        let shown = |text: &str| shortened(&HeaderValue::from_str(text).unwrap());
        assert_eq!(shown("https://a/b"), "\"https://a/b\"");
        assert_eq!(shown("https://ada:s3cret@a/b"), "\"https://a/b\"");
        assert_eq!(shown(&"x".repeat(1000)).len(), 205);
    }
}

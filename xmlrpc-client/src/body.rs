//! Reading what a server answers, up to a limit.

use std::io::Read;

use ureq::{Body, Error, http::HeaderMap, http::header::CONTENT_TYPE};

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

/// Reads a body to its end, which is what lets the connection be used again, or to `limit` bytes.
pub(crate) fn read(body: &mut Body, limit: usize) -> Received {
    let announced = body.content_length().unwrap_or(0);
    let mut bytes = Vec::with_capacity(usize::try_from(announced).unwrap_or(limit).min(limit));
    // One byte more tells a body of exactly the limit from a longer one.
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let end = match body.as_reader().take(most).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() > limit => End::TooLarge,
        Ok(_) => End::Whole,
        Err(error) => End::Failed(Error::from(error)),
    };
    bytes.truncate(limit);
    Received { bytes, end }
}

/// Whether a body is an XML-RPC response, whatever the status says that came with it.
///
/// Only the start is looked at: nothing but the XML declaration, comments and space can precede the tag.
pub(crate) fn is_xml_rpc(body: &[u8]) -> bool {
    const TAG: &[u8] = b"<methodResponse";
    const START: usize = 1024;
    body[..body.len().min(START)].windows(TAG.len()).any(|window| window == TAG)
}

/// The `charset` parameter of the content type.
pub(crate) fn charset(headers: &HeaderMap) -> Option<String> {
    let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ureq::http::HeaderValue;

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
        assert!(is_xml_rpc(b"<?xml version='1.0'?>\n<!-- x --><methodResponse><fault>"));
        assert!(!is_xml_rpc(b"<html>500</html>"));
        assert!(!is_xml_rpc(b"<methodRes"));
        assert!(!is_xml_rpc(b""));
    }
}

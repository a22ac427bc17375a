//! What a request says of its body: media type, character set, content coding.

use std::borrow::Cow;

use hyper::{HeaderMap, header};

use crate::{fields::Fields, refusal::Refusal};

/// How the text of a body is to be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Media {
    pub(crate) charset: Option<Cow<'static, str>>,
    /// Whether it is compressed.
    pub(crate) gzip: bool,
}

/// What is said of a body that may be XML-RPC.
///
/// Only types are taken that no web page can send without asking first (`text/plain` and the forms are what it can),
/// which is why a body without a type is refused too.
pub(crate) fn check(headers: &HeaderMap, fields: &Fields<'_>) -> Result<Media, Refusal> {
    let mut gzip = false;
    let codings = fields.has_coding.then(|| headers.get_all(header::CONTENT_ENCODING));
    for coding in codings.into_iter().flatten() {
        let is = |name: &[u8]| coding.as_bytes().eq_ignore_ascii_case(name);
        if cfg!(feature = "gzip") && !gzip && (is(b"gzip") || is(b"x-gzip")) {
            gzip = true;
        } else if !is(b"identity") {
            return Err(Refusal::Coding);
        }
    }
    let only = fields.content_type.only().ok_or(Refusal::MediaType)?;
    if only == "text/xml" {
        return Ok(Media { charset: None, gzip });
    }
    let text = only.to_str().map_err(|_| Refusal::MediaType)?;
    let mut parts = text.split(';');
    let essence = parts.next().unwrap_or_default().trim();
    if !["text/xml", "application/xml"].iter().any(|xml| essence.eq_ignore_ascii_case(xml)) {
        return Err(Refusal::MediaType);
    }
    // No character set's name has a semicolon or an escape in it, so quotes need no more than being taken off.
    let charset = parts.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset").then(|| match value {
            "utf-8" => Cow::Borrowed("utf-8"),
            other => Cow::Owned(other.to_owned()),
        })
    });
    Ok(Media { charset, gzip })
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn of(content_type: &str) -> Result<Option<String>, Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(content_type).unwrap());
        check(&headers, &Fields::of(&headers)).map(|media| media.charset.map(Cow::into_owned))
    }

    #[test]
    fn takes_xml_and_its_charset() {
        for (text, charset) in [
            ("text/xml", None),
            ("application/xml", None),
            ("Text/XML; charset=utf-8", Some("utf-8")),
            ("text/xml ; Charset = \"ISO-8859-1\"", Some("ISO-8859-1")),
            ("text/xml;boundary=x;charset=latin1", Some("latin1")),
        ] {
            assert_eq!(of(text).unwrap().as_deref(), charset, "{text}");
        }
    }

    #[test]
    fn refuses_what_a_page_can_send_unasked() {
        for text in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=text/xml",
            "text/plain; text/xml",
            "text/xmlx",
            "",
        ] {
            assert_eq!(of(text), Err(Refusal::MediaType), "{text}");
        }
        assert_eq!(check(&HeaderMap::new(), &Fields::default()), Err(Refusal::MediaType));
    }

    #[test]
    fn refuses_two_types() {
        let mut headers = HeaderMap::new();
        headers.append(header::CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        headers.append(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        assert_eq!(check(&headers, &Fields::of(&headers)), Err(Refusal::MediaType));
    }

    #[test]
    fn refuses_a_coding_it_does_not_know() {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("identity"));
        assert_eq!(
            check(&headers, &Fields::of(&headers)),
            Ok(Media { charset: None, gzip: false })
        );
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(check(&headers, &Fields::of(&headers)), Err(Refusal::Coding));
    }

    #[test]
    #[cfg(feature = "gzip")]
    fn takes_gzip_once() {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        headers.append(header::CONTENT_ENCODING, HeaderValue::from_static("GZIP"));
        assert!(check(&headers, &Fields::of(&headers)).unwrap().gzip);
        headers.append(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(check(&headers, &Fields::of(&headers)), Err(Refusal::Coding));
    }
}

//! What SCGI sends, and the head of what comes back.

use http::{
    HeaderMap, HeaderName, HeaderValue, StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
    uri::PathAndQuery,
};

/// The whole request: a netstring of headers, and the body. What the user adds is named as in CGI.
pub(super) fn call(
    path: &PathAndQuery,
    always: &HeaderMap,
    once: &[(HeaderName, HeaderValue)],
    body: &[u8],
) -> Vec<u8> {
    let length = body.len().to_string();
    let mut headers = Vec::with_capacity(160);
    // The length comes first, by the protocol.
    for (name, value) in [
        ("CONTENT_LENGTH", length.as_str()),
        ("SCGI", "1"),
        ("REQUEST_METHOD", "POST"),
        ("REQUEST_URI", path.as_str()),
        ("QUERY_STRING", path.query().unwrap_or("")),
        ("CONTENT_TYPE", "text/xml"),
    ] {
        push(&mut headers, name, value.as_bytes());
    }
    let once = once.iter().map(|(name, value)| (name, value));
    for (name, value) in always.iter().chain(once) {
        if name != CONTENT_TYPE && name != ACCEPT_ENCODING {
            let name = format!("HTTP_{}", name.as_str().to_ascii_uppercase().replace('-', "_"));
            push(&mut headers, &name, value.as_bytes());
        }
    }
    let mut document = format!("{}:", headers.len()).into_bytes();
    document.reserve_exact(headers.len() + 1 + body.len());
    document.extend_from_slice(&headers);
    document.push(b',');
    document.extend_from_slice(body);
    document
}

fn push(headers: &mut Vec<u8>, name: &str, value: &[u8]) {
    headers.extend_from_slice(name.as_bytes());
    headers.push(0);
    headers.extend_from_slice(value);
    headers.push(0);
}

/// Where the body begins: behind the first empty line. `looked` bytes are known not to have it, but for their end.
pub(super) fn end_of_head(bytes: &[u8], looked: usize) -> Option<usize> {
    let from = looked.saturating_sub(3);
    let (index, _) = bytes.iter().enumerate().skip(from).find(|&(index, &byte)| {
        byte == b'\n' && {
            let before = &bytes[..index];
            before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\n")
        }
    })?;
    Some(index + 1)
}

/// Status and headers. The error says what is wrong.
pub(super) fn head(bytes: &[u8]) -> Result<(StatusCode, HeaderMap), &'static str> {
    let mut status = StatusCode::OK;
    let mut headers = HeaderMap::new();
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            continue;
        }
        // Some answer as if they were web servers.
        if number == 0 && line.starts_with(b"HTTP/") {
            let code = line.split(|&byte| byte == b' ').nth(1).unwrap_or_default();
            status = StatusCode::from_bytes(code).map_err(|_| "it has no status")?;
            continue;
        }
        let colon = line.iter().position(|&byte| byte == b':').ok_or("a header has no colon")?;
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"Status") {
            let code = value.get(..3).unwrap_or_default();
            status = StatusCode::from_bytes(code).map_err(|_| "its status is no number")?;
            continue;
        }
        let name = HeaderName::from_bytes(name).map_err(|_| "a header has no name")?;
        let value = HeaderValue::from_bytes(value).map_err(|_| "a header has a bad value")?;
        if name == CONTENT_LENGTH {
            if value.is_empty() || !value.as_bytes().iter().all(u8::is_ascii_digit) {
                return Err("its Content-Length is no number");
            }
            if headers.get(CONTENT_LENGTH).is_some_and(|other| *other != value) {
                return Err("it has two lengths that differ");
            }
            headers.insert(name, value);
        } else {
            headers.append(name, value);
        }
    }
    Ok((status, headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_a_netstring_and_a_body() {
        let path = PathAndQuery::from_static("/RPC2?a=1");
        let document = call(&path, &HeaderMap::new(), &[], b"<methodCall/>");
        let text = String::from_utf8(document).unwrap().replace('\0', "|");
        assert_eq!(
            text,
            "106:CONTENT_LENGTH|13|SCGI|1|REQUEST_METHOD|POST|REQUEST_URI|/RPC2?a=1|QUERY_STRING|a=1|\
             CONTENT_TYPE|text/xml|,<methodCall/>"
        );
    }

    #[test]
    fn headers_of_the_user_are_named_as_in_cgi() {
        let header = (HeaderName::from_static("x-tenant"), HeaderValue::from_static("7"));
        let always = HeaderMap::from_iter([header.clone()]);
        let path = PathAndQuery::from_static("/");
        let document = call(&path, &always, &[header], b"");
        let text = String::from_utf8(document).unwrap().replace('\0', "|");
        assert!(text.ends_with("|HTTP_X_TENANT|7|HTTP_X_TENANT|7|,"), "{text}");
    }

    #[test]
    fn a_head_ends_with_an_empty_line() {
        assert_eq!(end_of_head(b"a: b\r\n\r\nbody", 0), Some(8));
        assert_eq!(end_of_head(b"a: b\n\nbody", 0), Some(6));
        assert_eq!(end_of_head(b"a: b\r\n\r\nbody", 7), Some(8));
        assert_eq!(end_of_head(b"a: b\r\n", 0), None);
    }

    #[test]
    fn a_head_has_a_status_and_headers() {
        let (status, headers) =
            head(b"Status: 404 Not Found\r\ncontent-length: 5\r\n\r\n").unwrap();
        assert_eq!((status.as_u16(), headers[CONTENT_LENGTH].as_bytes()), (404, &b"5"[..]));
        assert_eq!(head(b"Content-Type: text/xml\n\n").unwrap().0, StatusCode::OK);
        assert_eq!(head(b"HTTP/1.1 500 Oops\r\n\r\n").unwrap().0.as_u16(), 500);
    }

    #[test]
    fn what_is_no_head_is_named() {
        assert!(head(b"<html>\n\n").unwrap_err().contains("no colon"));
        assert!(head(b"Status: fine\n\n").unwrap_err().contains("status"));
        assert!(head(b"Content-Length: -1\n\n").unwrap_err().contains("no number"));
        let two = head(b"Content-Length: 1\nContent-Length: 2\n\n");
        assert!(two.unwrap_err().contains("differ"));
        assert!(head(b"Content-Length: 1\nContent-Length: 1\n\n").is_ok());
    }
}

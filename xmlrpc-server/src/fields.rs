//! The header fields that a server looks at, found in one walk through all of them.

use hyper::{HeaderMap, header::HeaderValue};

/// A field that may stand once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Once<'a> {
    first: Option<&'a HeaderValue>,
    again: bool,
}

impl<'a> Once<'a> {
    fn found(&mut self, value: &'a HeaderValue) {
        self.again = self.first.is_some();
        self.first.get_or_insert(value);
    }

    /// Whether it does not stand at all.
    pub(crate) fn is_missing(&self) -> bool {
        self.first.is_none()
    }

    /// Its value, if it stands just once.
    pub(crate) fn only(&self) -> Option<&'a HeaderValue> {
        if self.again { None } else { self.first }
    }
}

/// What stands in the head of a request. The fields of which there is seldom any are only noticed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fields<'a> {
    pub(crate) host: Once<'a>,
    pub(crate) authorization: Once<'a>,
    pub(crate) content_type: Once<'a>,
    pub(crate) timeout: Once<'a>,
    pub(crate) has_origin: bool,
    pub(crate) has_coding: bool,
    /// Whether it says where its body ends.
    pub(crate) is_framed: bool,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(headers: &'a HeaderMap) -> Self {
        let mut fields = Fields::default();
        for (name, value) in headers {
            match name.as_str() {
                "host" => fields.host.found(value),
                "authorization" => fields.authorization.found(value),
                "content-type" => fields.content_type.found(value),
                // By which a client tells how many milliseconds it waits.
                "xmlrpc-timeout-ms" => fields.timeout.found(value),
                "origin" => fields.has_origin = true,
                "content-encoding" => fields.has_coding = true,
                "content-length" | "transfer-encoding" => fields.is_framed = true,
                _ => {}
            }
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_twice_is_not_taken_for_what_stands_once() {
        let mut headers = HeaderMap::new();
        let missing = Fields::of(&headers).host;
        assert!(missing.is_missing() && missing.only().is_none());
        headers.append("host", HeaderValue::from_static("a"));
        assert_eq!(Fields::of(&headers).host.only().unwrap(), "a");
        for count in 2..4 {
            headers.append("Host", HeaderValue::from_static("b"));
            let host = Fields::of(&headers).host;
            assert!(!host.is_missing() && host.only().is_none(), "{count}");
        }
    }
}

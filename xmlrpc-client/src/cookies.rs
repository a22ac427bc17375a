//! Cookies of one endpoint, RFC 6265 without what other sites need.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use cookie::{Cookie, Expiration};
use http::{HeaderMap, HeaderValue, header::SET_COOKIE};

/// More are not kept: a server that sets names without end fills no memory.
const MOST: usize = 50;

/// A longer cookie is not kept, in bytes.
const LONGEST: usize = 4096;

/// What the server of one endpoint has set. All of it is sent back there with the next calls.
#[derive(Debug)]
pub(crate) struct Jar {
    host: String,
    path: String,
    /// Whether a cookie for TLS alone may be sent.
    secure: bool,
    kept: Mutex<BTreeMap<String, Kept>>,
}

#[derive(Debug)]
struct Kept {
    value: String,
    until: Option<SystemTime>,
}

impl Jar {
    pub(crate) fn new(host: &str, path: &str, secure: bool) -> Self {
        Jar {
            host: host.to_ascii_lowercase(),
            path: path.to_owned(),
            secure,
            kept: Mutex::default(),
        }
    }

    /// The header `Cookie` of the next call.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let mut kept = self.lock();
        let now = SystemTime::now();
        kept.retain(|_, cookie| cookie.until.is_none_or(|until| until > now));
        let pairs: Vec<String> =
            kept.iter().map(|(name, cookie)| format!("{name}={}", cookie.value)).collect();
        if pairs.is_empty() {
            return None;
        }
        let mut header = HeaderValue::try_from(pairs.join("; ")).ok()?;
        header.set_sensitive(true);
        Some(header)
    }

    /// Keeps what an answer sets.
    pub(crate) fn keep(&self, headers: &HeaderMap) {
        for header in headers.get_all(SET_COOKIE) {
            if header.len() <= LONGEST
                && let Ok(text) = header.to_str()
                && let Ok(cookie) = Cookie::parse(text)
                && self.is_ours(&cookie)
            {
                self.set(&cookie);
            }
        }
    }

    /// Whether calls to the endpoint get it.
    fn is_ours(&self, cookie: &Cookie<'_>) -> bool {
        let domain = cookie.domain().map(|domain| domain.trim_start_matches('.').to_lowercase());
        let path = cookie.path().filter(|path| path.starts_with('/'));
        let below = |path: &str| {
            self.path
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || path.ends_with('/') || rest.starts_with('/'))
        };
        domain.is_none_or(|domain| {
            domain.is_empty()
                || self.host == domain
                || self.host.strip_suffix(&domain).is_some_and(|rest| rest.ends_with('.'))
        }) && path.is_none_or(below)
            && (self.secure || cookie.secure() != Some(true))
    }

    fn set(&self, cookie: &Cookie<'_>) {
        let now = SystemTime::now();
        let until = match (cookie.max_age(), cookie.expires()) {
            (Some(age), _) => match Duration::try_from(age) {
                Ok(age) => now.checked_add(age),
                // A negative age.
                Err(_) => Some(now),
            },
            (None, Some(Expiration::DateTime(until))) => Some(until.into()),
            _ => None,
        };
        let mut kept = self.lock();
        if until.is_some_and(|until| until <= now) {
            kept.remove(cookie.name());
        } else if kept.len() < MOST || kept.contains_key(cookie.name()) {
            let value = cookie.value().to_owned();
            kept.insert(cookie.name().to_owned(), Kept { value, until });
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_after(jar: &Jar, set: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for set in set {
            headers.append(SET_COOKIE, HeaderValue::from_str(set).unwrap());
        }
        jar.keep(&headers);
        jar.header().map_or(String::new(), |header| header.to_str().unwrap().to_owned())
    }

    fn jar() -> Jar {
        Jar::new("a.example", "/app/RPC2", false)
    }

    #[test]
    fn what_is_set_is_sent_back_until_it_is_removed() {
        let jar = jar();
        assert_eq!(sent_after(&jar, &["b=2; HttpOnly", "a=1; Max-Age=60"]), "a=1; b=2");
        assert_eq!(sent_after(&jar, &["a=3"]), "a=3; b=2");
        assert_eq!(sent_after(&jar, &["a=; Max-Age=0"]), "b=2");
        let past = "b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
        assert_eq!(sent_after(&jar, &[past]), "");
    }

    #[test]
    fn only_what_is_meant_for_the_endpoint_is_kept() {
        let sent = |set: &str| sent_after(&jar(), &[set]);
        assert_eq!(sent("a=1; Domain=.example; Path=/app"), "a=1");
        assert_eq!(sent("a=1; Domain=b.example"), "");
        assert_eq!(sent("a=1; Path=/ap"), "");
        assert_eq!(sent("a=1; Path=/other"), "");
        assert_eq!(sent("a=1; Secure"), "");
        assert_eq!(sent_after(&Jar::new("h", "/", true), &["a=1; Secure"]), "a=1");
        assert_eq!(sent("no cookie"), "");
    }

    #[test]
    fn a_server_cannot_fill_the_jar() {
        let jar = jar();
        let many: Vec<String> = (0..1000).map(|number| format!("c{number}=x")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(sent_after(&jar, &many).split("; ").count(), MOST);
        assert_eq!(sent_after(&self::jar(), &[&format!("a={}", "x".repeat(5000))]), "");
    }
}

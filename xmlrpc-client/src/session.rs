//! Calls over HTTP to one endpoint, whatever client carries them: what is sent, and what an answer is judged by.

use std::borrow::Cow;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use xmlrpc_core::{Error, ErrorKind, Request};

#[cfg(feature = "cookies")]
use crate::cookies::Jar;
use crate::{Config, LONGEST, answer::Judge, attempt::Attempt, endpoint::Protocol, plan::Plan};

/// One endpoint over HTTP.
pub(crate) struct Session {
    pub(crate) plan: Plan,
    pub(crate) uri: Uri,
    /// The proxy for people.
    proxy: Option<String>,
    #[cfg(feature = "cookies")]
    jar: Option<Jar>,
}

/// A call as it is sent, again if need be.
#[derive(Debug)]
pub(crate) struct Outgoing<'a> {
    /// What it sends beside what all do.
    headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) body: Cow<'a, [u8]>,
}

impl Session {
    /// # Errors
    ///
    /// Kind `Endpoint`, unsent: the endpoint is SCGI, or as for [`Plan::new`].
    pub(crate) fn new(config: &Config) -> Result<Self, Error> {
        let plan = Plan::new(config)?;
        if plan.address.protocol == Protocol::Scgi {
            return Err(Error::new(
                ErrorKind::Endpoint,
                "the endpoint speaks SCGI and no HTTP: its transport is `Scgi`",
            )
            .unsent());
        }
        let uri = plan.address.uri()?;
        Ok(Session {
            #[cfg(feature = "cookies")]
            jar: plan.config.cookies.then(|| {
                let secure = plan.address.protocol == Protocol::Https;
                Jar::new(uri.host().unwrap_or_default(), uri.path(), secure)
            }),
            uri,
            proxy: plan.proxy.as_ref().map(ToString::to_string),
            plan,
        })
    }

    /// How this call is spoken of.
    pub(crate) fn attempt(&self, request: &Request<'_>) -> Attempt<'_> {
        let config = &self.plan.config;
        Attempt {
            endpoint: &self.plan.shown,
            tls: self.plan.address.protocol == Protocol::Https,
            proxy: self.proxy.as_deref(),
            connect: config.connect_timeout,
            whole: request.timeout.unwrap_or(config.timeout).min(LONGEST),
        }
    }

    /// What this call sends.
    ///
    /// # Errors
    ///
    /// Unsent: the call is too long, or as for [`Plan::headers_of`].
    pub(crate) fn outgoing<'a>(&self, request: &Request<'a>) -> Result<Outgoing<'a>, Error> {
        let config = &self.plan.config;
        if request.body.len() > config.max_request {
            return Err(self.attempt(request).too_large(request.body.len(), config.max_request));
        }
        #[cfg_attr(not(any(feature = "gzip", feature = "cookies")), allow(unused_mut))]
        let mut headers = self.plan.headers_of(request)?;
        #[cfg(feature = "cookies")]
        if let Some(cookies) = self.jar.as_ref().and_then(Jar::header) {
            headers.push((http::header::COOKIE, cookies));
        }
        #[cfg(feature = "gzip")]
        if config.compress_over.is_some_and(|most| request.body.len() > most)
            && let Ok(body) = crate::gzip::compressed(request.body)
        {
            headers.push((http::header::CONTENT_ENCODING, HeaderValue::from_static("gzip")));
            return Ok(Outgoing { headers, body: Cow::Owned(body) });
        }
        Ok(Outgoing { headers, body: Cow::Borrowed(request.body) })
    }

    /// Names and values of the head, but for what each client writes by itself.
    pub(crate) fn headers<'a>(
        &'a self,
        call: &'a Outgoing<'_>,
    ) -> impl Iterator<Item = (&'a HeaderName, &'a HeaderValue)> {
        self.plan.headers.iter().chain(call.headers.iter().map(|(name, value)| (name, value)))
    }

    /// Looks at the head of an answer: what judges its body.
    ///
    /// # Errors
    ///
    /// As for [`Judge::check_head`].
    pub(crate) fn judge<'a>(
        &self,
        attempt: Attempt<'a>,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> Result<Judge<'a>, Error> {
        let judge = Judge {
            attempt,
            limit: self.plan.config.max_response,
            caller: self.plan.caller,
            compressed: self.plan.config.accept_compressed,
        };
        #[cfg(feature = "cookies")]
        if let Some(jar) = &self.jar {
            jar.keep(headers);
        }
        judge.check_head(status, headers)?;
        Ok(judge)
    }
}

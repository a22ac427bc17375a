//! What single calls are given beside their parameters.

use std::{fmt, time::Duration};

use crate::{
    BoxFuture, Error, Mode, Remote, Request, Response, Transport,
    wire::{Dialect, Reading},
};

/// What calls are given that are made [with](crate::Client::with) it. What it does not say is as it would be without.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use std::time::Duration;
/// use xmlrpc_proxy::CallOptions;
///
/// let options = CallOptions::new().timeout(Duration::from_secs(90)).header("X-Trace", "4711");
/// ```
#[derive(Clone, Default)]
pub struct CallOptions {
    timeout: Option<Duration>,
    idempotent: Option<bool>,
    headers: Vec<(String, String)>,
    tells_timeout: bool,
}

impl CallOptions {
    /// Nothing differs.
    #[must_use]
    pub fn new() -> Self {
        CallOptions::default()
    }

    /// How long a whole call may take, whatever the method and the endpoint are set to.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Whether a call may be sent again when it is not known if it ran, whatever the method says.
    #[must_use]
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Adds a header to the head of each request. Whether name and value can stand there, the transport tells when a call is
    /// made; one without heads leaves them out.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Tells the server how long the caller waits, if that is known here: by `XmlRpc-Timeout-Ms`, the milliseconds of the
    /// time-out. A server of ours makes the method's [deadline](crate::Context::deadline) of it; others do not know it.
    #[must_use]
    pub fn tell_timeout(mut self) -> Self {
        self.tells_timeout = true;
        self
    }
}

/// Shows no values of headers: there may be secrets among them.
impl fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("CallOptions")
            .field("timeout", &self.timeout)
            .field("idempotent", &self.idempotent)
            .field("headers", &names)
            .finish_non_exhaustive()
    }
}

/// A transport whose calls are given these options.
struct With {
    transport: Remote,
    options: CallOptions,
}

impl With {
    /// The request with the options, and the headers that it has then.
    fn request<'a>(
        &'a self,
        request: &Request<'a>,
        headers: &'a mut Vec<(String, String)>,
    ) -> Request<'a> {
        let mut request = *request;
        request.timeout = self.options.timeout.or(request.timeout);
        request.idempotent = self.options.idempotent.unwrap_or(request.idempotent);
        let told = request.timeout.filter(|_| self.options.tells_timeout);
        if told.is_none() && request.headers.is_empty() {
            request.headers = &self.options.headers;
            return request;
        }
        headers.extend_from_slice(request.headers);
        headers.extend_from_slice(&self.options.headers);
        if let Some(timeout) = told {
            headers.push(("XmlRpc-Timeout-Ms".to_owned(), timeout.as_millis().to_string()));
        }
        request.headers = headers;
        request
    }
}

impl Transport for With {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        self.transport.call(&self.request(request, &mut Vec::new()))
    }

    fn call_async<'a>(&'a self, request: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        Box::pin(async move {
            let mut headers = Vec::new();
            let request = self.request(&request, &mut headers);
            self.transport.call_async(request).await
        })
    }

    fn describe(&self) -> String {
        self.transport.describe()
    }

    fn dialect(&self) -> Dialect {
        self.transport.dialect()
    }

    fn reading(&self) -> Reading {
        self.transport.reading()
    }

    fn mode(&self) -> Mode {
        self.transport.mode()
    }
}

impl Remote {
    /// The same transport, with the same connections, whose calls are given these options.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Remote::new(With { transport: self.clone(), options })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    type Seen = (Option<Duration>, bool, Vec<(String, String)>);

    #[derive(Clone, Default)]
    struct Keeps(Arc<Mutex<Vec<Seen>>>);

    impl Transport for Keeps {
        fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
            let seen = (request.timeout, request.idempotent, request.headers.to_vec());
            self.0.lock().unwrap().push(seen);
            Ok(Response::default())
        }
        fn describe(&self) -> String {
            "here".to_owned()
        }
    }

    #[test]
    fn what_is_said_counts_and_the_rest_is_as_it_was() {
        let keeps = Keeps::default();
        let remote = Remote::new(keeps.clone());
        let second = Duration::from_secs(1);
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut request = Request::new("m", b"");
        request.timeout = Some(second);
        let ask = |remote: &Remote| drop(remote.call(&request).unwrap());
        ask(&remote.with(CallOptions::new()));
        ask(&remote.with(CallOptions::new().timeout(second * 2).idempotent(true).header("A", "b")));
        ask(&remote
            .with(CallOptions::new().header("Inner", "1"))
            .with(CallOptions::new().header("Outer", "2").tell_timeout()));
        let seen = keeps.0.lock().unwrap();
        assert_eq!(seen[0], (Some(second), false, vec![]));
        assert_eq!(seen[1], (Some(second * 2), true, vec![header("A", "b")]));
        let told = [("Outer", "2"), ("XmlRpc-Timeout-Ms", "1000"), ("Inner", "1")];
        assert_eq!(seen[2].2, told.map(|(name, value)| header(name, value)));
    }

    #[test]
    fn debug_shows_no_values_of_headers() {
        let shown = format!("{:?}", CallOptions::new().header("X-Key", "s3cret"));
        assert!(shown.contains("X-Key") && !shown.contains("s3cret"), "{shown}");
    }
}

//! What a configuration comes to for its endpoint: checked once, and used by every call.

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, COOKIE},
};
use xmlrpc_core::{Error, ErrorKind, Request};

use crate::{
    Config, LONGEST,
    auth::AuthKind,
    endpoint::{Address, Protocol},
    headers, hint,
    proxy::ProxyUrl,
};

/// Who calls when nobody said who.
const USER_AGENT: &str = concat!("xmlrpc-proxy/", env!("CARGO_PKG_VERSION"));

/// A configuration that can be used, and what follows from it. No field of it is shown.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) config: Config,
    pub(crate) address: Address,
    /// The endpoint for people.
    pub(crate) shown: String,
    /// What every call has in its head, but for what depends on its body.
    pub(crate) headers: HeaderMap,
    pub(crate) user_agent: HeaderValue,
    /// What the server is told about the caller.
    pub(crate) caller: Option<AuthKind>,
    pub(crate) proxy: Option<ProxyUrl>,
    /// Whether credentials may be sent: over TLS, within this machine, or because the user said so.
    confidential: bool,
}

impl Plan {
    /// Checks a configuration.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`, unsent: see [`Config::connect`].
    pub(crate) fn new(config: &Config) -> Result<Self, Error> {
        let address = config.endpoint.address()?.clone();
        check_features(config)?;
        if config.connect_timeout.is_zero() || config.timeout.is_zero() {
            return Err(refused("a time-out of zero allows no call at all"));
        }
        let mut config = config.clone();
        config.connect_timeout = config.connect_timeout.min(LONGEST);
        config.timeout = config.timeout.min(LONGEST);

        let proxy = config.proxy.of(&address)?;
        let within = address.is_on_this_machine() && proxy.is_none();
        let confidential = address.protocol == Protocol::Https || within || config.plaintext;
        let mut plan = Plan {
            shown: address.to_string(),
            headers: HeaderMap::new(),
            user_agent: user_agent(&config)?,
            caller: None,
            proxy,
            confidential,
            address,
            config,
        };
        plan.add_headers()?;
        plan.check_proxy()?;
        if plan.address.protocol == Protocol::Scgi {
            plan.check_scgi()?;
        }
        Ok(plan)
    }

    /// Whether any connection is made by TLS.
    #[cfg(feature = "tls")]
    pub(crate) fn uses_tls(&self) -> bool {
        let proxy = self.proxy.as_ref().map(|proxy| proxy.address.protocol);
        [Some(self.address.protocol), proxy].contains(&Some(Protocol::Https))
    }

    fn add_headers(&mut self) -> Result<(), Error> {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/xml"));
        if self.config.accept_compressed {
            self.headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let (header, kind) = match (&self.address.authorization, &self.config.auth) {
            (Some(_), Some(_)) => {
                return Err(refused(
                    "there are credentials in the URL of the endpoint and beside it: leave one of them out",
                ));
            }
            (Some(header), None) => (Some(header.clone()), Some(AuthKind::User)),
            (None, Some(auth)) => (Some(auth.header().clone()), Some(auth.kind())),
            (None, None) => (None, None),
        };
        if let Some(header) = header {
            self.check_plaintext()?;
            self.headers.insert(AUTHORIZATION, header);
        }
        self.caller = kind;
        for (name, value) in self.checked(self.config.headers.as_slice())? {
            if name == AUTHORIZATION {
                self.caller = Some(AuthKind::Header);
            }
            self.headers.append(name, value);
        }
        Ok(())
    }

    /// What this call adds to the head.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint`, unsent: a header that is none, that the transport writes itself, or credentials that may not be sent.
    pub(crate) fn headers_of(
        &self,
        request: &Request<'_>,
    ) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
        if request.headers.is_empty() {
            return Ok(Vec::new());
        }
        self.checked(request.headers)
    }

    fn checked(
        &self,
        headers: &[(String, String)],
    ) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
        let headers = headers::checked(headers)?;
        for (name, _) in headers.iter().filter(|(name, _)| headers::is_secret(name)) {
            if name == AUTHORIZATION && self.caller.is_some() {
                return Err(refused(
                    "the header \"authorization\" is set though the endpoint has credentials: leave one of them out",
                ));
            }
            if name == COOKIE && self.config.cookies {
                return Err(refused(
                    "the header \"cookie\" is set though cookies are kept by the transport",
                ));
            }
            self.check_plaintext()?;
        }
        Ok(headers)
    }

    fn check_plaintext(&self) -> Result<(), Error> {
        if self.confidential {
            return Ok(());
        }
        Err(refused(format_args!(
            "{}: credentials would be sent without TLS for everybody on the way to read; nothing was sent. Use https, or \
             {} if the network is trusted",
            self.shown,
            hint::PLAINTEXT
        )))
    }

    fn check_proxy(&self) -> Result<(), Error> {
        match &self.proxy {
            Some(proxy)
                if proxy.address.authorization.is_some()
                    && proxy.address.protocol == Protocol::Http
                    && !proxy.address.is_on_this_machine()
                    && !self.config.plaintext =>
            {
                Err(refused(format_args!(
                    "{}: user and password of the proxy {proxy} would be sent without TLS. If the network is trusted, {}",
                    self.shown,
                    hint::PLAINTEXT
                )))
            }
            _ => Ok(()),
        }
    }

    fn check_scgi(&self) -> Result<(), Error> {
        if self.caller.is_some() {
            return Err(refused(format_args!("{}: SCGI has no authentication", self.shown)));
        }
        if self.config.cookies {
            return Err(refused(format_args!("{}: SCGI has no cookies", self.shown)));
        }
        Ok(())
    }
}

/// Whether what is wanted was built in.
fn check_features(config: &Config) -> Result<(), Error> {
    let gzip = config.accept_compressed || config.compress_over.is_some();
    for (wanted, built, name) in [
        (gzip, cfg!(feature = "gzip"), "gzip"),
        (config.cookies, cfg!(feature = "cookies"), "cookies"),
    ] {
        if wanted && !built {
            return Err(refused(format_args!(
                "the configuration needs a feature: build xmlrpc-proxy with its feature `{name}`"
            )));
        }
    }
    Ok(())
}

fn user_agent(config: &Config) -> Result<HeaderValue, Error> {
    match &config.user_agent {
        None => Ok(HeaderValue::from_static(USER_AGENT)),
        Some(name) if name.trim().is_empty() => Err(refused("the user agent has no name")),
        Some(name) => HeaderValue::from_str(name)
            .map_err(|_| refused("the user agent has a name that no header can hold")),
    }
}

fn refused(what: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Endpoint, what.to_string()).unsent()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Auth;

    fn refusal(config: &Config) -> String {
        let Err(error) = Plan::new(config) else { panic!("{config:?}") };
        assert!(error.kind() == ErrorKind::Endpoint && error.is_unsent(), "{error}");
        assert!(!error.to_string().contains("s3cret"), "{error}");
        error.to_string()
    }

    fn config(endpoint: &str) -> Config {
        Config::new(endpoint).unwrap()
    }

    #[test]
    fn credentials_leave_this_machine_by_tls_alone() {
        let auth = || Auth::basic("ada", "s3cret").unwrap();
        let credentials = [
            config("http://ada:s3cret@h.example"),
            config("http://h.example").auth(auth()),
            config("http://h.example").auth(Auth::bearer("s3cret").unwrap()),
            config("http://h.example").header("Authorization", "Token s3cret"),
            config("http://h.example").header("Cookie", "s=s3cret"),
        ];
        for config in credentials {
            assert!(refusal(&config).contains("without TLS"));
            assert!(Plan::new(&config.plaintext()).is_ok());
        }
        for endpoint in [
            "http://127.0.0.1",
            "http://127.9.9.9",
            "http://[::1]",
            "http://localhost:81",
            "http://a.localhost",
        ] {
            assert!(Plan::new(&config(endpoint).auth(auth())).is_ok(), "{endpoint}");
        }
        for endpoint in ["http://localhost.example", "http://128.0.0.1", "http://127.0.0.1.example"]
        {
            refusal(&config(endpoint).auth(auth()));
        }
        #[cfg(feature = "tls")]
        assert!(Plan::new(&config("https://h.example").auth(auth())).is_ok());
        #[cfg(unix)]
        assert!(Plan::new(&config("http+unix:///run/x").auth(auth())).is_ok());
    }

    #[test]
    fn a_proxy_is_another_machine_and_has_credentials_too() {
        let proxy = |text: &str| text.parse::<crate::HttpProxy>().unwrap();
        let auth = Auth::basic("ada", "s3cret").unwrap();
        refusal(&config("http://127.0.0.1").auth(auth).proxy(proxy("http://p.example")));
        let config = config("http://h.example").proxy(proxy("http://ada:s3cret@p.example"));
        assert!(refusal(&config).contains("of the proxy http://p.example"));
        assert!(Plan::new(&config.clone().plaintext()).is_ok());
        assert!(Plan::new(&config.proxy(proxy("http://ada:s3cret@127.0.0.1"))).is_ok());
    }

    #[test]
    fn credentials_are_given_once() {
        let auth = Auth::bearer("s3cret").unwrap();
        let twice = config("http://ada:s3cret@127.0.0.1").auth(auth.clone());
        assert!(refusal(&twice).contains("leave one of them out"));
        let twice = config("http://127.0.0.1").auth(auth).header("authorization", "s3cret");
        assert!(refusal(&twice).contains("leave one of them out"));
        #[cfg(feature = "cookies")]
        refusal(&config("http://127.0.0.1").cookies().header("cookie", "s3cret"));
    }

    #[test]
    fn scgi_is_given_nothing_that_it_does_not_have() {
        let scgi = || config("scgi://127.0.0.1:5000");
        refusal(&scgi().auth(Auth::bearer("s3cret").unwrap()));
        refusal(&scgi().header("Authorization", "s3cret"));
        refusal(&scgi().cookies());
        assert!(Plan::new(&scgi().header("X-Tenant", "7")).is_ok());
    }

    #[test]
    fn names_of_the_client_are_looked_at() {
        refusal(&config("http://h").user_agent(""));
        refusal(&config("http://h").user_agent("a\nb"));
    }

    #[cfg(not(all(feature = "gzip", feature = "cookies")))]
    #[test]
    fn what_was_not_built_in_is_named() {
        #[cfg(not(feature = "gzip"))]
        assert!(refusal(&config("http://h").accept_compressed()).contains("feature `gzip`"));
        #[cfg(not(feature = "cookies"))]
        assert!(refusal(&config("http://h").cookies()).contains("feature `cookies`"));
    }
}

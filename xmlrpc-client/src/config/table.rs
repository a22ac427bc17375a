//! A configuration as it stands in a file.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::{
    Deserialize, Deserializer,
    de::{self, value::MapAccessDeserializer},
};
use xmlrpc_core::{
    Error,
    wire::{Dialect, Limits, Tolerance},
};

use super::{Config, documents, fields::Fields};
use crate::{Auth, Balance, Endpoint, HttpProxy, Retry, Tls};

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;

        impl<'de> de::Visitor<'de> for TextOrTable {
            type Value = Config;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of an endpoint, or a table with `endpoint` in it")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Config, E> {
                Config::new(text).map_err(E::custom)
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Config, A::Error> {
                let table = Table::deserialize(MapAccessDeserializer::new(Fields::of(map)))?;
                table.config().map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(TextOrTable)
    }
}

/// The table form. What is missing has the default of a [`Config`], but for the endpoint.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
    endpoint: Option<Endpoint>,
    #[serde(deserialize_with = "timeout")]
    connect_timeout: Option<Duration>,
    #[serde(deserialize_with = "timeout")]
    timeout: Option<Duration>,
    #[serde(deserialize_with = "duration")]
    names_kept: Option<Duration>,
    max_request: Option<usize>,
    max_response: Option<usize>,
    user: Option<String>,
    password: Option<String>,
    token: Option<String>,
    plaintext: bool,
    headers: BTreeMap<String, String>,
    user_agent: Option<String>,
    cookies: bool,
    proxy: HttpProxy,
    compress_over: Option<usize>,
    accept_compressed: bool,
    tls: Tls,
    #[serde(deserialize_with = "documents::limits")]
    limits: Limits,
    #[serde(deserialize_with = "documents::tolerance")]
    tolerance: Tolerance,
    #[serde(deserialize_with = "documents::dialect")]
    dialect: Dialect,
    also: Vec<Endpoint>,
    balance: Balance,
    retry: Retry,
}

impl Table {
    fn config(self) -> Result<Config, Error> {
        let auth = auth(self.user, self.password, self.token)?;
        // Whether a server is asked must not depend on a line that was forgotten.
        let endpoint = self.endpoint.ok_or_else(|| {
            let what = "there is no `endpoint`: write a URL, or \"local\"";
            Error::new(xmlrpc_core::ErrorKind::Endpoint, what)
        })?;
        let default = Config::default();
        let mut config = Config {
            endpoint,
            connect_timeout: self.connect_timeout.unwrap_or(default.connect_timeout),
            timeout: self.timeout.unwrap_or(default.timeout),
            names_kept: self.names_kept.unwrap_or(default.names_kept),
            max_request: self.max_request.unwrap_or(default.max_request),
            max_response: self.max_response.unwrap_or(default.max_response),
            auth,
            plaintext: self.plaintext,
            headers: default.headers,
            user_agent: self.user_agent,
            cookies: self.cookies,
            proxy: self.proxy,
            compress_over: self.compress_over,
            accept_compressed: self.accept_compressed,
            tls: self.tls,
            limits: self.limits,
            tolerance: self.tolerance,
            dialect: self.dialect,
            also: self.also,
            balance: self.balance,
            retry: self.retry,
        };
        for (name, value) in self.headers {
            config.headers.push(name, value);
        }
        Ok(config)
    }
}

/// Credentials from the fields that a file has for them.
fn auth(
    user: Option<String>,
    password: Option<String>,
    token: Option<String>,
) -> Result<Option<Auth>, Error> {
    let wrong = |what| Err(Error::new(xmlrpc_core::ErrorKind::Endpoint, what));
    match (user, password, token) {
        (None, None, None) => Ok(None),
        (Some(user), Some(password), None) => Auth::basic(&user, &password).map(Some),
        (None, None, Some(token)) => Auth::bearer(&token).map(Some),
        (_, _, Some(_)) => wrong("there are a `user` or `password` and a `token`: leave one out"),
        (Some(_), None, None) => wrong("there is a `user` and no `password`"),
        (None, Some(_), None) => wrong("there is a `password` and no `user`"),
    }
}

/// A time-out as people write it.
fn timeout<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    match duration(deserializer)? {
        Some(Duration::ZERO) => Err(de::Error::custom("a time-out of zero allows no call at all")),
        duration => Ok(duration),
    }
}

/// A duration as people write it.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    struct Text;

    impl de::Visitor<'_> for Text {
        type Value = Duration;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a duration with its unit, such as \"5s\" or \"500ms\"")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
            humantime::parse_duration(text)
                .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Text).map(Some)
}

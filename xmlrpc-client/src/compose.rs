//! From a configuration to one transport: an endpoint or several, and retries over them.

use xmlrpc_core::{Error, Remote};

use crate::{Config, Failover, Http, Retrying, Scgi, endpoint::Protocol};

/// The transport of a configuration.
pub(crate) fn connect(config: &Config) -> Result<Remote, Error> {
    let remote = if config.also.is_empty() { one(config)? } else { several(config)? };
    Ok(if config.retry.is_on() {
        Remote::new(Retrying::new(remote, &config.retry, config.timeout))
    } else {
        remote
    })
}

/// The transport to the endpoint itself.
fn one(config: &Config) -> Result<Remote, Error> {
    match config.endpoint.address()?.protocol {
        Protocol::Http | Protocol::Https => Http::new(config).map(Remote::new),
        Protocol::Scgi => Scgi::new(config).map(Remote::new),
    }
}

/// The transport to the endpoint and the further ones.
fn several(config: &Config) -> Result<Remote, Error> {
    let mut transports = vec![one(config)?];
    for endpoint in &config.also {
        let mut further = Config { endpoint: endpoint.clone(), ..config.clone() };
        if endpoint.address()?.authorization.is_some() {
            further.auth = None;
        }
        transports.push(one(&further)?);
    }
    Failover::new(transports, &config.balance, config.timeout).map(Remote::new)
}

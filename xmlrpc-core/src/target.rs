//! From what a user names to where calls go.

use crate::{Error, ErrorKind, Remote};

/// The word that names the local path in configurations and endpoint texts.
pub const LOCAL: &str = "local";

/// Where calls go.
#[derive(Debug, Clone)]
pub enum Target {
    /// To the implementation in this process.
    Local,
    /// To a server.
    Remote(Remote),
}

/// Makes a transport from the text of an endpoint. Core knows none; `xmlrpc-client` has one, and `#[service]` hands
/// it over.
pub type ConnectFn = fn(&str) -> Result<Remote, Error>;

/// What can say where calls go: a text (`"local"` or a URL), a connected [`Remote`], or a configuration.
pub trait Resolve {
    /// Finds the target. Connections are opened by the first call, not here.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when the text is none, or when there is no `connect` to make a transport of it.
    fn resolve(&self, connect: Option<ConnectFn>) -> Result<Target, Error>;
}

impl Resolve for str {
    fn resolve(&self, connect: Option<ConnectFn>) -> Result<Target, Error> {
        if self.trim() == LOCAL {
            return Ok(Target::Local);
        }
        match connect {
            Some(connect) => connect(self).map(Target::Remote),
            None => Err(Error::new(
                ErrorKind::Endpoint,
                "a remote endpoint needs the feature `client` of xmlrpc-proxy",
            )),
        }
    }
}

impl Resolve for String {
    fn resolve(&self, connect: Option<ConnectFn>) -> Result<Target, Error> {
        self.as_str().resolve(connect)
    }
}

impl Resolve for Remote {
    fn resolve(&self, _: Option<ConnectFn>) -> Result<Target, Error> {
        Ok(Target::Remote(self.clone()))
    }
}

impl<T: Resolve + ?Sized> Resolve for &T {
    fn resolve(&self, connect: Option<ConnectFn>) -> Result<Target, Error> {
        (**self).resolve(connect)
    }
}

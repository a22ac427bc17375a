//! The service that is called: the smallest, and one with a long answer.

use xmlrpc_bench::{
    documents,
    peers::{done, greeting, ours},
};
use xmlrpc_proxy::{Result, service};

pub use ours::Release;

/// The path of every server.
pub const PATH: &str = "/RPC2";

/// What every server answers to.
#[service]
pub trait Shop: Send + Sync {
    /// Greets someone.
    fn hello(&self, name: &str) -> Result<String>;
    /// 266 structs of 8 members.
    fn list(&self) -> Result<Vec<Release>>;
}

/// The implementation; the list is there already.
pub struct Stock(Vec<Release>);

impl Stock {
    pub fn new() -> Self {
        Stock(ours::decode(documents::list().as_bytes()))
    }
}

impl Shop for Stock {
    fn hello(&self, name: &str) -> Result<String> {
        Ok(greeting(name))
    }

    fn list(&self) -> Result<Vec<Release>> {
        // By the codec rather than `Clone`, which it does not have: the time is the server's, and small beside the rest.
        let mut copies = Vec::with_capacity(self.0.len());
        copies.extend(self.0.iter().map(|release| Release {
            package: release.package.clone(),
            version: release.version.clone(),
            summary: release.summary.clone(),
            notes: release.notes.clone(),
            released: release.released,
            ..*release
        }));
        Ok(copies)
    }
}

/// The answer of `hello`, for those that answer without a method.
pub fn hello_response() -> Vec<u8> {
    let mut out = Vec::new();
    done(xmlrpc_proxy::wire::ResponseWriter::new(&mut out).result(&greeting("Greg")));
    out
}

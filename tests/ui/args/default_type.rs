use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Result, service};

#[derive(Serialize, Deserialize)]
pub struct Plain;

#[service]
pub trait Notes {
    fn value(&self, #[rpc(default = "one")] number: i32) -> Result<()>;

    fn borrowed(&self, #[rpc(default = 1)] word: &str) -> Result<()>;

    fn without(&self, #[rpc(default)] plain: Plain) -> Result<()>;
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc]
    fn bare(&self) -> Result<i32>;
    #[rpc()]
    fn empty(&self) -> Result<i32>;
    #[rpc = "name"]
    fn value(&self) -> Result<i32>;
    #[rpc(name, timeout(2), read_only = true, idempotent("yes"))]
    fn arguments(&self) -> Result<i32>;
    #[rpc("name")]
    fn literal(&self) -> Result<i32>;
}

fn main() {}

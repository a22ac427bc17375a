use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc(timeout = "soon")]
    fn word(&self) -> Result<i32>;
    #[rpc(timeout = "2")]
    fn unit(&self) -> Result<i32>;
    #[rpc(timeout = "0s")]
    fn zero(&self) -> Result<i32>;
    #[rpc(timeout = 2)]
    fn number(&self) -> Result<i32>;
}

fn main() {}

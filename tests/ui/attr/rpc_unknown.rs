use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc(rename = "other")]
    fn number(&self) -> Result<i32>;
}

fn main() {}

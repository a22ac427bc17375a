use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[cfg_attr(unix, rpc(name = "other"))]
    fn number(&self) -> Result<i32>;
}

fn main() {}

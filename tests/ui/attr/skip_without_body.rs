use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc(skip)]
    fn number(&self) -> Result<i32>;
}

fn main() {}

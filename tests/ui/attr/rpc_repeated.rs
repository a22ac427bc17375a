use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc(name = "one", read_only, name = "two")]
    fn once(&self) -> Result<i32>;
    #[rpc(read_only)]
    #[rpc(read_only)]
    fn twice(&self) -> Result<i32>;
}

fn main() {}

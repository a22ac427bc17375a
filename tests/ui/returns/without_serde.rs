use xmlrpc_proxy::{Result, service};

struct Foreign;

#[service]
trait Notes {
    fn get(&self) -> Result<Foreign>;
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number() -> Result<i32>;
    fn other(by: i32) -> Result<i32>;
}

fn main() {}

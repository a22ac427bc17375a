use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn ignored(&self, _: i32, _: &str) -> Result<i32>;
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(self: &Self) -> Result<i32>;
}

fn main() {}

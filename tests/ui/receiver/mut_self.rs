use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(&mut self) -> Result<i32>;
}

fn main() {}

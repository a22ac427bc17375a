use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn counted(&self, mut number: i32) -> Result<i32>;
}

fn main() {}

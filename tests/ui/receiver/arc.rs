use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(self: std::sync::Arc<Self>) -> Result<i32>;
    fn other(self: Box<Self>) -> Result<i32>;
}

fn main() {}

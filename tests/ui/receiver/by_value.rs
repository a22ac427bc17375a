use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(self) -> Result<i32>;
    fn other(mut self, by: i32) -> Result<i32>;
}

fn main() {}

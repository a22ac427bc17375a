use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(&self, #[allow(unused)] by: i32) -> Result<i32>;
}

fn main() {}

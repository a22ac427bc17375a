use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    async fn number(&self) -> Result<i32>;
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn copy(&self) -> Result<Self>;
    fn list(&self) -> Result<Vec<Self>>;
}

fn main() {}

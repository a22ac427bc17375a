use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn numbers(&self) -> Result<impl Iterator<Item = i32>>;
    fn bare(&self) -> impl Iterator<Item = i32>;
    fn later(&self) -> impl Future<Output = Result<i32>> + Send;
}

fn main() {}

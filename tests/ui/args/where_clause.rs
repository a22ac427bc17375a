use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(&self) -> Result<i32>
    where
        Self: Sized;
}

fn main() {}

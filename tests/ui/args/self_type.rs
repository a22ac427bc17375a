use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn other(&self, other: &Self) -> Result<bool>;
    fn list(&self, others: Vec<Self>) -> Result<bool>;
}

fn main() {}

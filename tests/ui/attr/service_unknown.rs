use xmlrpc_proxy::{Result, service};

#[service(namespaces = "notes")]
trait Namespaces {
    fn number(&self) -> Result<i32>;
}

#[service(async, other::path, 3)]
trait Others {
    fn number(&self) -> Result<i32>;
}

fn main() {}

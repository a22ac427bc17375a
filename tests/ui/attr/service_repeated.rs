use xmlrpc_proxy::{Result, service};

#[service(namespace = "notes", rename_all = "camelCase", namespace = "other")]
trait Notes {
    fn number(&self) -> Result<i32>;
}

fn main() {}

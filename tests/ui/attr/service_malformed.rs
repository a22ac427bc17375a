use xmlrpc_proxy::{Result, service};

#[service(namespace, rename_all("camelCase"), only = client)]
trait First {
    fn number(&self) -> Result<i32>;
}

#[service("notes")]
trait Second {
    fn number(&self) -> Result<i32>;
}

#[service(namespace = "notes" rename_all = "camelCase")]
trait Third {
    fn number(&self) -> Result<i32>;
}

fn main() {}

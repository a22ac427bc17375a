use xmlrpc_proxy::{Result, service};

#[service(namespace = "", rename_all = "UPPER", only = "both", crate = "not a path")]
trait First {
    fn number(&self) -> Result<i32>;
}

#[service(namespace = "two words")]
trait Second {
    fn number(&self) -> Result<i32>;
}

fn main() {}

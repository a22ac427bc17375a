use xmlrpc_proxy::{Result, service};

macro_rules! more {
    () => {};
}

#[service]
trait Notes {
    fn number(&self) -> Result<i32>;
    more!();
}

fn main() {}

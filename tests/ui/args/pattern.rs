use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn pair(&self, (a, b): (i32, i32)) -> Result<i32>;
    fn array(&self, [a, ..]: [i32; 2]) -> Result<i32>;
}

fn main() {}

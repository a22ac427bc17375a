use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn take<T>(&self, value: T) -> Result<i32>;
    fn sized<const N: usize>(&self, values: [i32; N]) -> Result<i32>;
}

fn main() {}

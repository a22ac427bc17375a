use xmlrpc_proxy::{Result, service};

struct Foreign;

#[service]
trait Notes {
    fn take(&self, value: Foreign) -> Result<i32>;
    fn lend(&self, value: &Foreign) -> Result<i32>;
    fn perhaps(&self, value: Option<&Foreign>) -> Result<i32>;
}

fn main() {}

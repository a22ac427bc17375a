use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn object(&self, object: Box<dyn ToString>) -> Result<i32>;
    fn lent(&self, object: &dyn ToString) -> Result<i32>;
    fn function(&self, function: fn(i32) -> i32) -> Result<i32>;
    fn pointer(&self, pointer: *const u8) -> Result<i32>;
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn take(&self, map: impl Fn(i32) -> i32) -> Result<i32>;
    fn lend(&self, text: &impl ToString) -> Result<i32>;
    fn list(&self, texts: Vec<impl Into<String>>) -> Result<i32>;
}

fn main() {}

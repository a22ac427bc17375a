use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn text(&self, text: &'static str) -> Result<i32>;
    fn some(&self, text: Option<&'static [u8]>) -> Result<i32>;
}

fn main() {}

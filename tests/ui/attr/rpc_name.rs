use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    #[rpc(name = "")]
    fn empty(&self) -> Result<i32>;
    #[rpc(name = "two words")]
    fn spaced(&self) -> Result<i32>;
    #[rpc(name = "bell\u{7}")]
    fn control(&self) -> Result<i32>;
}

fn main() {}

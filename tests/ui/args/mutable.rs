use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn change(&self, text: &mut String) -> Result<()>;
    fn change_some(&self, text: Option<&mut str>) -> Result<()>;
    fn change_longer<'a>(&self, text: &'a mut [u8]) -> Result<()>;
}

fn main() {}

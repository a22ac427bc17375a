use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(&self) -> Result<i32>;
    #[rpc(read_only)]
    fn double(&self) -> Result<i32> {
        Ok(self.number()? * 2)
    }
    #[rpc(skip, name = "triple")]
    fn triple(&self) -> Result<i32> {
        Ok(self.number()? * 3)
    }
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service(rename_all = "camelCase")]
trait Notes {
    #[rpc(name = "get")]
    fn first(&self) -> Result<i32>;
    #[rpc(name = "get")]
    fn second(&self) -> Result<i32>;
    fn get(&self) -> Result<i32>;
    fn get_one(&self) -> Result<i32>;
    #[allow(non_snake_case)]
    fn getOne(&self) -> Result<i32>;
    #[cfg(unix)]
    #[rpc(name = "getOne")]
    fn conditional(&self) -> Result<i32>;
}

fn main() {}

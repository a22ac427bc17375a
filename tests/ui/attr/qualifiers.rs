use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    unsafe fn dangerous(&self) -> Result<i32>;
    extern "C" fn foreign(&self) -> Result<i32>;
    const fn constant(&self) -> Result<i32>;
}

fn main() {}

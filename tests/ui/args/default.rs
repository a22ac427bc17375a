use xmlrpc_proxy::{Result, service};

pub struct Plain;

#[service]
pub trait Notes {
    fn late(&self, #[rpc(default = 1)] from: i32, to: i32) -> Result<()>;

    fn option(&self, #[rpc(default)] word: Option<&str>) -> Result<()>;

    fn other(&self, #[rpc(optional)] word: &str) -> Result<()>;

    fn empty(&self, #[rpc] word: &str) -> Result<()>;

    fn twice(&self, #[rpc(default)] #[rpc(default = 1)] number: i32) -> Result<()>;

    fn helper(&self, #[rpc(default)] word: &str) -> Result<usize> {
        Ok(word.len())
    }

    // Allowed: those that follow can be left out too.
    fn fine(&self, #[rpc(default = 1)] from: i32, #[rpc(default)] to: i32, note: Option<&str>) -> Result<()>;
}

fn main() {}

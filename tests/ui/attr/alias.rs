use xmlrpc_proxy::{Result, service};

#[service(namespace = "notes")]
pub trait Notes {
    #[rpc(alias = "notes.write")]
    fn read(&self) -> Result<()>;

    fn write(&self) -> Result<()>;

    #[rpc(alias = "notes.erase")]
    fn erase(&self) -> Result<()>;

    #[rpc(alias = "two words", alias = 3)]
    fn wrong(&self) -> Result<()>;

    // Allowed: several of its own.
    #[rpc(alias = "find", alias = "search")]
    fn look(&self) -> Result<()>;
}

fn main() {}

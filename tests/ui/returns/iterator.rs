#[xmlrpc_proxy::service]
pub trait Notes {
    fn words(&self) -> impl Iterator<Item = String>;

    fn lines(&self) -> Result<impl ExactSizeIterator<Item = String>, xmlrpc_proxy::Error>;
}

fn main() {}

#[xmlrpc_proxy::service]
pub trait Notes {
    fn words(&self) -> impl Iterator<Item = String>;

    fn lines(&self) -> Result<impl ExactSizeIterator<Item = String>, xmlrpc_proxy::Error>;

    // Allowed: it has a body, and so is not exported.
    fn first(&self) -> Option<String> {
        self.words().next()
    }
}

fn main() {}

use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    Gone,
    #[fault(message = "moved")]
    Moved,
    #[fault(call)]
    Call(Error),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

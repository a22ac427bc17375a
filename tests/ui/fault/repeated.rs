use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(code = 1, code = 2)]
    Gone,
    #[fault(code = 3)]
    #[fault(code = 4)]
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

use xmlrpc_proxy::{Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(call)]
    Call(String),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

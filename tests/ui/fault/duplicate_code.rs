use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(code = 1)]
    First,
    #[fault(code = 2)]
    Second,
    #[fault(code = 1)]
    Third(String),
    #[fault(call)]
    Call(Error),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault]
    Bare,
    #[fault = 1]
    Value,
    #[fault(1)]
    Literal,
    #[fault(code = 1, message = 2)]
    Message,
    #[fault(call)]
    Call(Error),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

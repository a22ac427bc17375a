use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(code = "1")]
    Text,
    #[fault(code = 4294967296)]
    Large,
    #[fault(code = 1.5)]
    Fraction,
    #[fault(code)]
    None,
    #[fault(code = i32::MAX)]
    Constant,
    #[fault(call)]
    Call(Error),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(call, code = 1)]
    Coded(Error),
    #[fault(call = true)]
    Value(Error),
    #[fault(call)]
    Pair(Error, String),
    #[fault(call)]
    Named { error: Error },
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

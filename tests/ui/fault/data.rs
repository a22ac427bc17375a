use xmlrpc_proxy::{Error, Fault, service};

#[derive(Debug, Fault)]
enum Failure {
    #[fault(code = 1)]
    Number(i32),
    #[fault(code = 2)]
    Pair(String, String),
    #[fault(code = 3)]
    Named { text: String },
    #[fault(code = 4)]
    Nothing(),
    #[fault(code = 5)]
    Borrowed(&'static str),
    #[fault(call)]
    Call(Error),
}

/// It is the error of a service all the same.
#[service]
trait Notes {
    fn number(&self) -> Result<i32, Failure>;
}

fn main() {}

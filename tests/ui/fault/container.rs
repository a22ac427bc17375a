use xmlrpc_proxy::{Error, Fault};

#[derive(Debug, Fault)]
#[fault(code = 1, crate = "a path")]
enum Failure {
    #[fault(call)]
    Call(Error),
}

#[derive(Debug, Fault)]
#[fault(call)]
enum Other {
    #[fault(call)]
    Call(Error),
}

fn main() {}

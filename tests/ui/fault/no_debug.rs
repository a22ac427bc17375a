use xmlrpc_proxy::{Error, Fault};

#[derive(Fault)]
enum Failure {
    #[fault(call)]
    Call(Error),
}

fn main() {}

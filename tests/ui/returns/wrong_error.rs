use xmlrpc_proxy::service;

#[derive(Debug)]
enum Failure {
    Gone,
}

#[service]
trait Notes {
    fn get(&self) -> Result<i32, Failure>;
    fn other(&self) -> Result<i32, bool>;
}

fn main() {}

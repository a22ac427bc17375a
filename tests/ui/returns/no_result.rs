use xmlrpc_proxy::service;

#[service]
trait Notes {
    fn number(&self) -> i32;
    fn perhaps(&self) -> Option<u8>;
}

fn main() {}

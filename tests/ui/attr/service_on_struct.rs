use xmlrpc_proxy::service;

#[service]
struct Notes;

#[service(namespace = 3)]
impl Notes {
    fn number(&self) -> i32 {
        1
    }
}

fn main() {
    Notes.number();
}

use xmlrpc_proxy::service;

#[service]
trait Notes {
    fn forget(&self);
    fn forget_text(&self, text: &str);
}

fn main() {}

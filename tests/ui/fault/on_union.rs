use xmlrpc_proxy::Fault;

#[derive(Fault)]
union Failure {
    number: i32,
}

impl std::fmt::Debug for Failure {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

fn main() {}

use xmlrpc_proxy::{Result, service};

#[service]
trait Store<T> {
    fn get(&self) -> Result<T>;
}

#[service]
trait Lent<'a> {
    fn get(&self, text: &'a str) -> Result<i32>;
}

struct Local;

impl Store<i32> for Local {
    fn get(&self) -> Result<i32> {
        Ok(1)
    }
}

fn number(store: &impl Store<i32>) -> i32 {
    store.get().unwrap()
}

fn main() {
    number(&StoreProxy::local(Local));
    number(&StoreService::new(Local));
}

use xmlrpc_proxy::{Result, service};

#[service]
trait Store<T> {
    fn get(&self) -> Result<Option<T>>;
}

#[service]
trait Shelf {
    type Item: Clone + Send + 'static;
    fn put(&self, item: Self::Item) -> Result<i32>;
}

fn main() {}

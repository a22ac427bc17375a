use xmlrpc_proxy::{Result, service};

#[service]
trait Store {
    type Item: Clone + Send + serde::Serialize + serde::de::DeserializeOwned;
    const LIMIT: usize;
    fn get(&self) -> Result<Self::Item>;
}

struct Local;

impl Store for Local {
    type Item = i32;
    const LIMIT: usize = 1;
    fn get(&self) -> Result<i32> {
        Ok(1)
    }
}

fn main() {
    let _ = StoreProxy::local(Local).get();
    let _ = StoreService::new(Local).get();
}

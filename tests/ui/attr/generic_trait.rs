use serde::{Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{Result, service};

#[service]
trait Lent<'a, T: Serialize + DeserializeOwned + 'a> {
    fn get(&self, text: &'a str) -> Result<T>;
}

#[service]
trait Shelf {
    type Item<T>;
    fn get(&self, text: &str) -> Result<i32>;
}

struct Local;

impl<'a> Lent<'a, i32> for Local {
    fn get(&self, _: &'a str) -> Result<i32> {
        Ok(1)
    }
}

fn number<'a>(lent: &impl Lent<'a, i32>) -> i32 {
    lent.get("text").unwrap()
}

fn main() {
    number(&LentProxy::local(Local));
    number(&LentService::new(Local));
}

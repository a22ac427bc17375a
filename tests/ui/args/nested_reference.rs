use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn words(&self, words: &[&str]) -> Result<i32>;
    fn parts(&self, parts: Vec<&[u8]>) -> Result<i32>;
    fn double(&self, text: &&str) -> Result<i32>;
    fn pair(&self, pair: (&str, i32)) -> Result<i32>;
    fn some(&self, words: Option<&[&String]>) -> Result<i32>;
    fn twice(&self, text: Option<Option<&str>>) -> Result<i32>;
    fn alias(&self, text: std::rc::Rc<&(i32, i32)>) -> Result<i32>;
}

fn main() {}

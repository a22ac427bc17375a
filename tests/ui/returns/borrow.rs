use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn text(&self) -> &str;
    fn result(&self) -> Result<&str>;
    fn inside(&self) -> Result<Vec<Option<&String>>>;
    fn named<'a>(&'a self, text: &'a str) -> Result<&'a [u8]>;
    fn cow(&self) -> Result<std::borrow::Cow<'_, str>>;
    fn constant(&self) -> Result<&'static str>;
    fn error(&self) -> std::result::Result<i32, &'static str>;
}

fn main() {}

//! A service of every kind of parameter and result.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeMap;

use xmlrpc_proxy::{DateTime, Fault, Result, Running, Server, Value, service};

/// Whatever there is.
#[service(namespace = "every.kind", rename_all = "camelCase")]
pub trait EveryKind {
    /// An int. See [`Vec`] and <https://example.org>.
    ///
    /// ```
    /// assert_eq!(1, 1);
    /// ```
    fn an_int(&self, value: i32) -> Result<i32>;
    fn wide(&self, value: u32) -> Result<i64>;
    fn boolean(&self, value: bool) -> Result<bool>;
    fn double(&self, value: f64) -> Result<f64>;
    fn text(&self, value: &str) -> Result<String>;
    fn date(&self, value: DateTime) -> Result<DateTime>;
    fn bytes(&self, value: &[u8]) -> Result<Vec<u8>>;
    fn list(&self, value: &[String]) -> Result<Vec<String>>;
    fn map(&self, value: &BTreeMap<String, Value>) -> Result<BTreeMap<String, Value>>;
    fn any(&self, value: &Value) -> Result<Value>;
    fn nothing(&self) -> Result<()>;
    fn maybe(&self, one: &str, two: Option<i32>, three: Option<&str>) -> Result<Option<i32>>;
    /// A word of the language.
    fn r#type(&self) -> Result<String>;
    #[rpc(name = "getURL", alias = "old.url")]
    fn url(&self) -> Result<String>;
    fn fail(&self) -> Result<()>;
    #[allow(clippy::too_many_arguments)]
    fn many(&self, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32) -> Result<i32>;
}

pub(crate) struct Plain;

impl EveryKind for Plain {
    fn an_int(&self, value: i32) -> Result<i32> {
        Ok(value)
    }
    fn wide(&self, value: u32) -> Result<i64> {
        Ok(value.into())
    }
    fn boolean(&self, value: bool) -> Result<bool> {
        Ok(value)
    }
    fn double(&self, value: f64) -> Result<f64> {
        Ok(value)
    }
    fn text(&self, value: &str) -> Result<String> {
        Ok(value.to_owned())
    }
    fn date(&self, value: DateTime) -> Result<DateTime> {
        Ok(value)
    }
    fn bytes(&self, value: &[u8]) -> Result<Vec<u8>> {
        Ok(value.to_vec())
    }
    fn list(&self, value: &[String]) -> Result<Vec<String>> {
        Ok(value.to_vec())
    }
    fn map(&self, value: &BTreeMap<String, Value>) -> Result<BTreeMap<String, Value>> {
        Ok(value.clone())
    }
    fn any(&self, value: &Value) -> Result<Value> {
        Ok(value.clone())
    }
    fn nothing(&self) -> Result<()> {
        Ok(())
    }
    fn maybe(&self, _: &str, two: Option<i32>, _: Option<&str>) -> Result<Option<i32>> {
        Ok(two)
    }
    fn r#type(&self) -> Result<String> {
        Ok("type".to_owned())
    }
    fn url(&self) -> Result<String> {
        Ok("http://127.0.0.1".to_owned())
    }
    fn fail(&self) -> Result<()> {
        Err(Fault::new(4, "no").into())
    }
    fn many(&self, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32) -> Result<i32> {
        Ok(a + b + c + d + e + f + g)
    }
}

/// A server of it.
pub(crate) fn serve() -> Running {
    Server::bind("127.0.0.1:0").unwrap().mount(EveryKindService::new(Plain)).spawn().unwrap()
}

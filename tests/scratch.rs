//! scratch
#![deny(missing_docs)]
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt::Debug, sync::Arc};
use xmlrpc_proxy::{Result, service};
/// p
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// id
    pub id: i32,
    /// n
    pub name: String,
}

/// People known to the practice.
#[service(namespace = "person", rename_all = "camelCase")]
pub trait PersonDb: Send + Sync + Debug + 'static {
    /// Looks one person up by id.
    #[rpc(read_only, timeout = "2s")]
    fn get_person(&self, id: &str) -> Result<Person, PersonError>;
    /// f
    fn find(
        &self,
        words: &[String],
        limit: Option<u32>,
        x: Option<&str>,
        c: Cow<'_, str>,
        p: &Person,
    ) -> Result<Vec<Person>, PersonError>;
    /// A provided method stays a helper: it is not exported.
    fn get_name(&self, id: &str) -> Result<String, PersonError> {
        Ok(self.get_person(id)?.name)
    }
    /// g
    fn generic<T: From<i32>>(&self, id: &str) -> T
    where
        Self: Sized,
    {
        let _ = id;
        1.into()
    }
    /// b
    fn bor(&self) -> &str {
        "x"
    }
}

/// The same error, whichever path the call took.
#[derive(Debug, xmlrpc_proxy::Fault)]
pub enum PersonError {
    /// n
    #[fault(code = 404)]
    NotFound(String),
    /// d
    #[fault(code = 409, message = "already registered")]
    Duplicate,
    /// c
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}
#[derive(Debug)]
struct Db;
impl PersonDb for Db {
    fn get_person(&self, id: &str) -> Result<Person, PersonError> {
        if id == "1" {
            Ok(Person { id: 1, name: "x".into() })
        } else {
            Err(PersonError::NotFound(id.into()))
        }
    }
    fn find(
        &self,
        _words: &[String],
        _limit: Option<u32>,
        _x: Option<&str>,
        _c: Cow<'_, str>,
        _p: &Person,
    ) -> Result<Vec<Person>, PersonError> {
        Err(PersonError::Duplicate)
    }
}
#[test]
fn t() {
    let p = PersonDbProxy::local(Db);
    assert_eq!(p.get_name("1").unwrap(), "x");
    let shared: PersonDbProxy = PersonDbProxy::local(Arc::new(Db));
    assert_eq!(shared.get_name("1").unwrap(), "x");
    println!("{p:?} {shared:?}");
    p.switch().remote("http://x").unwrap_err();
    let l = PersonDbProxy::from_config("local", || Ok::<_, String>(Db)).unwrap();
    assert_eq!(l.get_name("1").unwrap(), "x");
    let _ = PersonDbService::new(Db).inline();
}

//! What the attributes' arguments do.

use std::time::Duration;

use xmlrpc_proxy::{Result, Service, service};

/// The people.
#[service(namespace = "people.v1", rename_all = "camelCase")]
pub trait People {
    /// Finds one.
    ///
    ///   Indented, and `a < b`.
    #[rpc(read_only, timeout = "2s")]
    fn find_by_name(&self, name: &str) -> Result<i32>;
    #[rpc(name = "remove&<all>")]
    #[rpc(idempotent, timeout = "500ms")]
    fn clear(&self) -> Result<()>;
    #[doc = "By attribute."]
    fn by_attribute(&self) -> Result<()>;
    #[deprecated(note = "use another")]
    fn old(&self) -> Result<i32>;
    #[rpc(skip)]
    fn helper(&self) -> i32 {
        1
    }
}

#[service]
pub trait Empty {}

#[service()]
pub trait OnlyHelpers {
    fn helper(&self) -> i32 {
        1
    }
}

#[service(only = "client")]
pub trait Called {
    fn number(&self) -> Result<i32>;
}
/// Nothing of that name was made.
#[derive(Debug)]
pub struct CalledService;

#[service(only = "server")]
pub trait Answered {
    fn number(&self) -> Result<i32>;
}
/// Nothing of these names was made.
#[derive(Debug)]
pub struct AnsweredProxy;
/// Nothing of these names was made.
#[derive(Debug)]
pub struct AnsweredClient;

#[derive(Debug)]
struct Local;

impl People for Local {
    fn find_by_name(&self, name: &str) -> Result<i32> {
        Ok(i32::try_from(name.len()).unwrap())
    }
    fn clear(&self) -> Result<()> {
        Ok(())
    }
    fn by_attribute(&self) -> Result<()> {
        Ok(())
    }
    fn old(&self) -> Result<i32> {
        Ok(1)
    }
}
impl Empty for Local {}
impl OnlyHelpers for Local {}
impl Called for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}
impl Answered for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

fn main() {
    let service = PeopleService::new(Local);
    let [find, clear, by_attribute, old] = service.methods() else { panic!() };
    assert_eq!(find.name, "people.v1.findByName");
    assert_eq!(find.help, "Finds one.\n\n  Indented, and `a < b`.");
    assert!(find.read_only && find.idempotent);
    assert_eq!(find.timeout, Some(Duration::from_secs(2)));
    assert_eq!(clear.name, "people.v1.remove&<all>");
    assert!(clear.head.ends_with("<methodName>people.v1.remove&amp;&lt;all&gt;</methodName><params>"));
    assert!(!clear.read_only && clear.idempotent);
    assert_eq!(clear.timeout, Some(Duration::from_millis(500)));
    assert_eq!((by_attribute.help, by_attribute.timeout), ("By attribute.", None));
    assert!(!old.idempotent);
    assert!(!service.is_inline() && service.inline().is_inline());

    assert!(EmptyService::new(Local).methods().is_empty());
    let _: EmptyProxy = EmptyProxy::local(std::sync::Arc::new(Local));
    assert_eq!(OnlyHelpersProxy::local(Local).helper(), 1);
    assert_eq!(CalledProxy::local(Local).number().unwrap(), 1);
    assert_eq!(AnsweredService::new(Local).number().unwrap(), 1);
    let _ = (CalledService, AnsweredProxy, AnsweredClient);
}

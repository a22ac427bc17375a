//! `cfg` on a trait and on its methods.

use xmlrpc_proxy::{Result, service};

#[cfg(any())]
struct Nowhere;

#[service]
trait Conditional {
    fn always(&self) -> Result<i32>;
    /// Its types are nowhere.
    #[cfg(any())]
    #[rpc(read_only)]
    fn never(&self, nowhere: &Nowhere, more: NoSuchType) -> Result<Nowhere, NoSuchError>;
    #[cfg(all())]
    fn also(&self, text: &str) -> Result<i32>;

    // Alternatives of one name, one of which has other types.
    #[cfg(unix)]
    #[rpc(name = "there")]
    fn here(&self) -> Result<i32>;
    #[cfg(not(unix))]
    #[rpc(name = "there")]
    fn here(&self, drive: char) -> Result<String>;

    #[cfg(any())]
    fn helper(&self) -> Nowhere {
        Nowhere
    }
    #[cfg(all())]
    #[cfg(not(any()))]
    fn helper(&self) -> i32 {
        4
    }
}

/// Not there, and so is nothing of what would be made of it.
#[service]
#[cfg(any())]
trait Absent {
    fn never(&self) -> Result<NoSuchType>;
}

#[cfg(any())]
#[service]
trait Absent {
    fn never(&self) -> Result<NoSuchType>;
}

#[service]
#[cfg(all())]
trait Absent {
    fn never(&self) -> Result<i32>;
}

struct Local;

impl Conditional for Local {
    fn always(&self) -> Result<i32> {
        Ok(1)
    }
    fn also(&self, _: &str) -> Result<i32> {
        Ok(2)
    }
    #[cfg(unix)]
    fn here(&self) -> Result<i32> {
        Ok(3)
    }
    #[cfg(not(unix))]
    fn here(&self, _: char) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    let proxy: ConditionalProxy = ConditionalProxy::local(std::sync::Arc::new(Local));
    assert_eq!(proxy.always().unwrap(), 1);
    assert_eq!(proxy.also("").unwrap(), 2);
    #[cfg(unix)]
    assert_eq!(proxy.here().unwrap(), 3);
    assert_eq!(proxy.helper(), 4);
    let service = ConditionalService::new(Local);
    let methods = xmlrpc_proxy::Service::methods(&service);
    assert_eq!(
        methods.iter().map(|method| (method.name, method.ordinal)).collect::<Vec<_>>(),
        [("always", 0), ("also", 2), ("there", if cfg!(unix) { 3 } else { 4 })]
    );
    let _ = AbsentClient::new(xmlrpc_proxy::Missing);
}

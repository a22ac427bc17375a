//! The facade under another name.

use xmlrpc_proxy as another;

mod renamed {
    pub use xmlrpc_proxy::*;
}

extern crate xmlrpc_proxy as external;

mod by_crate {
    #[crate::renamed::service(crate = "crate::renamed")]
    pub trait ByCrate {
        #[rpc(timeout = "1s")]
        fn number(&self, text: &str, optional: Option<&[u8]>) -> crate::renamed::Result<i32, Failure>;
    }

    #[derive(Debug, crate::renamed::Fault)]
    #[fault(crate = "crate::renamed")]
    pub enum Failure {
        #[fault(call)]
        Call(crate::renamed::Error),
    }
}

mod by_super {
    #[super::another::service(crate = "super::another")]
    pub trait BySuper {
        fn number(&self) -> super::another::Result<i32>;
    }
}

#[renamed::service(crate = "self::renamed")]
trait BySelf {
    fn number(&self) -> renamed::Result<i32>;
}

#[another::service(crate = "another")]
trait Relative {
    fn number(&self) -> another::Result<i32>;
}

#[external::service(crate = "crate::external")]
trait External {
    fn number(&self) -> external::Result<i32>;
}

#[external::service(crate = "::external")]
trait ByExternal {
    fn number(&self) -> external::Result<i32>;
}

#[another::service(crate = "::xmlrpc_proxy")]
trait Absolute {
    fn number(&self) -> another::Result<i32>;
}

/// A library that makes services for its users hands on its own path.
macro_rules! make {
    ($krate:literal, $name:ident) => {
        #[another::service(crate = $krate)]
        trait $name {
            fn number(&self) -> another::Result<i32>;
        }
    };
}
make!("crate::renamed", Made);

struct Local;

impl by_crate::ByCrate for Local {
    fn number(&self, _: &str, _: Option<&[u8]>) -> Result<i32, by_crate::Failure> {
        Ok(1)
    }
}

macro_rules! numbers {
    ($($name:path),*) => {$(
        impl $name for Local {
            fn number(&self) -> another::Result<i32> {
                Ok(1)
            }
        }
    )*};
}
numbers!(by_super::BySuper, BySelf, Relative, External, ByExternal, Absolute, Made);

fn main() {
    use by_crate::ByCrate as _;
    let proxy: by_crate::ByCrateProxy = by_crate::ByCrateProxy::local(std::sync::Arc::new(Local));
    assert_eq!(proxy.number("", None).unwrap(), 1);
    assert_eq!(by_super::BySuper::number(&by_super::BySuperProxy::local(Local)).unwrap(), 1);
    assert_eq!(BySelfProxy::local(Local).number().unwrap(), 1);
    assert_eq!(RelativeProxy::local(Local).number().unwrap(), 1);
    assert_eq!(ExternalProxy::local(Local).number().unwrap(), 1);
    assert_eq!(ByExternalProxy::local(Local).number().unwrap(), 1);
    assert_eq!(AbsoluteProxy::local(Local).number().unwrap(), 1);
    assert_eq!(MadeProxy::local(Local).number().unwrap(), 1);
}

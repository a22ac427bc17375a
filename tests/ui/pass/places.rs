//! A service is as visible as its trait, and can stand anywhere.

use std::sync::Arc;

use xmlrpc_proxy::{Result, service};

mod outer {
    use super::{Result, service};

    #[service]
    pub(crate) trait OfCrate {
        fn number(&self, secret: &Secret) -> Result<i32>;
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    pub(crate) struct Secret(i32);

    pub(crate) fn secret() -> Secret {
        Secret(2)
    }

    pub(crate) mod inner {
        use super::{Result, service};

        #[service]
        pub(in crate::outer) trait OfOuter {
            fn number(&self) -> Result<i32>;
        }

        #[service]
        pub(super) trait OfSuper {
            fn number(&self) -> Result<i32>;
        }

        impl OfSuper for () {
            fn number(&self) -> Result<i32> {
                Ok(3)
            }
        }
    }

    impl inner::OfOuter for () {
        fn number(&self) -> Result<i32> {
            Ok(4)
        }
    }

    pub(crate) fn numbers() -> (i32, i32) {
        use inner::{OfOuter as _, OfSuper as _};
        let outer: inner::OfOuterProxy = inner::OfOuterProxy::local(std::sync::Arc::new(()));
        (inner::OfSuperProxy::local(()).number().unwrap(), outer.number().unwrap())
    }
}

impl outer::OfCrate for () {
    fn number(&self, _: &outer::Secret) -> Result<i32> {
        Ok(1)
    }
}

/// Two in one module.
#[service]
trait First {
    fn number(&self) -> Result<i32>;
}
#[service]
trait Second {
    fn number(&self) -> Result<i32>;
}

struct Local;

impl First for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}
impl Second for Local {
    fn number(&self) -> Result<i32> {
        Ok(2)
    }
}

fn main() {
    use outer::OfCrate as _;
    let of_crate: outer::OfCrateProxy = outer::OfCrateProxy::local(Arc::new(()));
    assert_eq!(of_crate.number(&outer::secret()).unwrap(), 1);
    let _ = outer::OfCrateService::new(());
    assert_eq!(outer::numbers(), (3, 4));
    assert_eq!(FirstProxy::local(Local).number().unwrap(), 1);
    assert_eq!(SecondProxy::local(Local).number().unwrap(), 2);

    // In a function, with a type that only the function knows.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Private(i32);

    #[service]
    trait Inside {
        fn number(&self, private: Private) -> Result<Private>;
    }

    impl Inside for Local {
        fn number(&self, private: Private) -> Result<Private> {
            Ok(Private(private.0 + 1))
        }
    }

    #[derive(Debug, xmlrpc_proxy::Fault)]
    enum Failure {
        #[fault(call)]
        Call(xmlrpc_proxy::Error),
    }

    let inside: InsideProxy = InsideProxy::local(Arc::new(Local));
    assert_eq!(inside.number(Private(1)).unwrap().0, 2);
    let _ = InsideService::new(Local);
    let _ = Failure::from(xmlrpc_proxy::Error::new(xmlrpc_proxy::ErrorKind::Type, ""));
    let closure = || {
        #[service]
        trait Deeper {
            fn number(&self) -> Result<i32>;
        }
        impl Deeper for Local {
            fn number(&self) -> Result<i32> {
                Ok(5)
            }
        }
        DeeperProxy::local(Local).number().unwrap()
    };
    assert_eq!(closure(), 5);
}

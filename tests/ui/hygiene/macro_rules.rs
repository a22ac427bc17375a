//! Services that other macros write: types arrive in invisible groups, and names with a hygiene of their own.

use std::sync::Arc;

use xmlrpc_proxy::{Result, Service as _, service};

macro_rules! typed {
    ($name:ident, $namespace:literal, $timeout:expr, $borrowed:ty, $optional:ty, $owned:ty, $result:ty) => {
        #[service(namespace = $namespace)]
        trait $name {
            #[rpc(timeout = $timeout)]
            fn method(&self, borrowed: $borrowed, optional: $optional, owned: $owned) -> $result;
            fn inner(&self, list: Vec<$owned>, more: &$owned, option: Option<&$owned>) -> $result;
        }

        impl $name for () {
            fn method(&self, borrowed: $borrowed, _: $optional, _: $owned) -> $result {
                Ok(borrowed.len())
            }
            fn inner(&self, list: Vec<$owned>, _: &$owned, _: Option<&$owned>) -> $result {
                Ok(list.len())
            }
        }
    };
}
typed!(Typed, "grouped", "2s", &str, Option<&[u8]>, String, Result<usize>);

/// The whole trait is the caller's, and only the attribute the macro's.
macro_rules! attributed {
    ($($item:tt)*) => {
        #[service]
        $($item)*
    };
}
attributed! {
    trait Attributed {
        fn method(&self, call: i32) -> Result<i32>;
        fn helper(&self, text: &str) -> usize {
            text.len()
        }
    }
}

/// The other way round: the trait is the macro's, and the methods the caller's.
macro_rules! methods {
    ($name:ident { $($methods:tt)* }) => {
        #[service]
        trait $name {
            fn own(&self, local: i32, error: i32) -> Result<i32>;
            $($methods)*
        }
    };
}
methods! {
    Mixed {
        fn method(&self, local: i32, error: i32) -> Result<i32>;
    }
}

macro_rules! parameters {
    ($name:ident, $($method:ident($($parameter:ident: $ty:ty),*)),*) => {
        #[service]
        trait $name {
            $(fn $method(&self, $($parameter: $ty,)* mine: i32) -> Result<i32>;)*
        }
        impl $name for () {
            $(fn $method(&self, $($parameter: $ty,)* mine: i32) -> Result<i32> {
                $(let _ = $parameter;)*
                Ok(mine)
            })*
        }
    };
}
// The same name twice, told apart by hygiene only.
parameters!(Parameters, one(mine: i32), two(a: &str, b: &[String]));

impl Attributed for () {
    fn method(&self, call: i32) -> Result<i32> {
        Ok(call)
    }
}

impl Mixed for () {
    fn own(&self, local: i32, _: i32) -> Result<i32> {
        Ok(local)
    }
    fn method(&self, _: i32, error: i32) -> Result<i32> {
        Ok(error)
    }
}

fn main() {
    let typed: TypedProxy = TypedProxy::local(Arc::new(()));
    assert_eq!(typed.method("abc", None, String::new()).unwrap(), 3);
    assert_eq!(typed.inner(vec![], &String::new(), None).unwrap(), 0);
    assert_eq!(TypedService::new(()).methods()[0].name, "grouped.method");
    let attributed = AttributedProxy::lazy(|| Ok::<_, String>(()));
    assert_eq!((attributed.method(1).unwrap(), attributed.helper("ab")), (1, 2));
    let mixed = MixedProxy::local(());
    assert_eq!((mixed.own(1, 2).unwrap(), mixed.method(1, 2).unwrap()), (1, 2));
    let parameters = ParametersProxy::local(());
    assert_eq!((parameters.one(1, 2).unwrap(), parameters.two("", &[], 3).unwrap()), (2, 3));
}

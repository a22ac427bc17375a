#![cfg_attr(all(feature = "client", feature = "server", feature = "derive"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "client", feature = "server", feature = "derive")),
    doc = "One trait, two paths: call a service directly in the process or over XML-RPC, chosen at run time."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "derive")]
pub use xmlrpc_derive::{Fault, service};

pub use xmlrpc_core::{
    Answered, Answers, Asked, Base64, Batch, ByValue, CallOptions, Check, Client, ConnectFn,
    Context, DateTime, Difference, Error, ErrorKind, Fault, Finding, LOCAL, Lazy, Lend, Method,
    Missing, Mode, Outcome, Outgoing, Proxy, Remote, Request, Resolve, Response, Result, Route,
    Router, Service, ServiceError, Shadowed, Signature, Struct, StructIter, Stub, Switch, Target,
    Ticket, Transport, Turn, Value, ValueIndex, Wire, WireType, from_value, to_value, value,
};
#[doc(inline)]
pub use xmlrpc_core::{date, wire};

#[cfg(feature = "client")]
pub use xmlrpc_client::{
    Auth, Balance, Config, Endpoint, Failover, Headers, Http, HttpProxy, Order, Retry, Retrying,
    Scgi, Tls, connect,
};

#[cfg(all(feature = "client", feature = "watch"))]
pub use xmlrpc_client::{Watch, Watching};

#[cfg(feature = "server")]
pub use xmlrpc_server::{HttpService, Peer, Running, Server};

/// Tests that a service gives remote callers what it gives directly: one `#[test]` for each call.
///
/// It takes the trait, what makes an implementation, and calls of the trait's methods. The proxy is looked for
/// where the trait is said to be: import both, `use crate::people::{PersonDb, PersonDbProxy};`. Each call is made twice, on
/// implementations made for it: directly, and through the codec and the dispatcher ([`Mode::Loopback`]). No network is
/// needed. The test fails if the two do not agree, and shows both.
///
/// Results are compared by `==`, so that what is lost on the way is seen; they need `PartialEq` and `Debug`, as for
/// `assert_eq!`. Errors need `Debug`, and agree if they are the same fault, in code and text, to a caller.
///
/// A test is named after the trait, the method and its number: `person_db_get_person_1`.
///
/// For a trait of `async fn`s, `async` stands before it, and each test waits on its own thread. Where the implementation needs a
/// runtime, before that stands the attribute that makes a test of an `async fn`:
/// `contract!(#[tokio::test] async Stations, Thermometers::open, { temperature("Oslo") });`
///
/// ```
/// use xmlrpc_proxy::{Fault, Result, contract, service};
///
/// #[service]
/// pub trait PersonDb {
///     fn get_person(&self, id: &str) -> Result<String>;
///     fn find(&self, words: &[String], limit: Option<u32>) -> Result<Vec<String>>;
/// }
///
/// struct Nobody;
///
/// impl PersonDb for Nobody {
///     fn get_person(&self, id: &str) -> Result<String> {
///         Err(Fault::new(404, format!("nobody has the id {id}")).into())
///     }
///     fn find(&self, _: &[String], _: Option<u32>) -> Result<Vec<String>> {
///         Ok(Vec::new())
///     }
/// }
///
/// contract!(PersonDb, || Nobody, {
///     get_person("1");
///     find(&[], None);
///     find(&["<&>".to_owned()], Some(3));
/// });
/// ```
#[cfg(feature = "derive")]
#[macro_export]
macro_rules! contract {
    ($($input:tt)*) => {
        $crate::__private::contract! { $crate; $($input)* }
    };
}

/// What generated code names. Not for people: it changes with the macros.
#[doc(hidden)]
pub mod __private {
    pub use xmlrpc_core::__private::*;
    #[cfg(feature = "derive")]
    pub use xmlrpc_derive::contract;

    #[cfg(feature = "client")]
    pub const CONNECT: Option<ConnectFn> = Some(xmlrpc_client::connect);
    #[cfg(not(feature = "client"))]
    pub const CONNECT: Option<ConnectFn> = None;
}

/// The programs of the book.
#[cfg(all(
    doctest,
    feature = "client",
    feature = "server",
    feature = "derive",
    feature = "tls",
    feature = "watch",
    feature = "async"
))]
mod book {
    macro_rules! chapters {
        ($($name:ident $file:literal),* $(,)?) => {
            $(#[doc = include_str!(concat!("../book/src/", $file))] mod $name {})*
        };
    }
    chapters! {
        tutorial "tutorial.md",
        errors "errors.md",
        testing "testing.md",
        dialects "dialects.md",
        failures "failures.md",
        awaited "async.md",
        batches "batches.md",
        configuration "configuration.md",
        security "security.md",
        desktop "desktop.md",
        from_dxr "from-dxr.md",
        from_python "from-python.md",
        from_xmlrpc "from-xmlrpc.md",
        wire "wire.md",
        your_server "your-server.md",
    }
}

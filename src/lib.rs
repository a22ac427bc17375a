#![cfg_attr(all(feature = "client", feature = "server", feature = "derive"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "client", feature = "server", feature = "derive")),
    doc = "One trait, two paths: call a service directly in the process or over XML-RPC, chosen at run time."
)]

#[cfg(feature = "derive")]
pub use xmlrpc_derive::{Fault, service};

pub use xmlrpc_core::{
    Answered, Base64, ByValue, ConnectFn, DateTime, Error, ErrorKind, Fault, LOCAL, Lazy, Lend,
    Method, Missing, Mode, Outcome, Outgoing, Proxy, Remote, Request, Resolve, Response, Result,
    Route, Router, Service, ServiceError, Signature, Struct, StructIter, Stub, Switch, Target,
    Transport, Value, ValueIndex, Wire, WireType, from_value, to_value, value,
};
#[doc(no_inline)]
pub use xmlrpc_core::{date, wire};

#[cfg(feature = "client")]
pub use xmlrpc_client::{
    Auth, Balance, Config, Endpoint, Failover, Headers, Http, HttpProxy, Order, Retry, Retrying,
    Scgi, Tls, connect,
};

#[cfg(feature = "server")]
pub use xmlrpc_server::{HttpService, Running, Server};

/// What generated code names. Not for people: it changes with the macros.
#[doc(hidden)]
pub mod __private {
    pub use xmlrpc_core::__private::*;

    #[cfg(feature = "client")]
    pub const CONNECT: Option<ConnectFn> = Some(xmlrpc_client::connect);
    #[cfg(not(feature = "client"))]
    pub const CONNECT: Option<ConnectFn> = None;
}

//! One trait, two paths: call a service directly in the process or over XML-RPC, chosen at run time.

pub use xmlrpc_core::*;

#[cfg(feature = "derive")]
pub use xmlrpc_derive::{Fault, service};

/// What generated code names. Not for people: it changes with the macros.
#[doc(hidden)]
pub mod __private {
    pub use xmlrpc_core::__private::*;

    #[cfg(not(feature = "client"))]
    pub const CONNECT: Option<ConnectFn> = None;
    #[cfg(feature = "client")]
    pub const CONNECT: Option<ConnectFn> = None;
}

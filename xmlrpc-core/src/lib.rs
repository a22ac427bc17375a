//! The heart of `xmlrpc-proxy`: values, the wire format, dispatch, and the proxy with its run-time switch.
//!
//! There is no I/O here, no thread and no async runtime. Programs depend on `xmlrpc-proxy`, which re-exports what
//! they need.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod absent;
mod agree;
mod base64;
mod batch;
mod check;
mod client;
mod context;
pub mod date;
mod datetime;
mod detour;
mod error;
mod fault;
mod future;
mod lazy;
mod lend;
mod loopback;
mod method;
mod multicall;
#[doc(hidden)]
pub mod observe;
mod options;
mod outcome;
mod proxy;
mod router;
mod service;
mod shadow;
mod signature;
mod space;
mod structure;
mod stub;
mod switch;
mod system;
mod target;
mod transport;
mod typed;
mod value;
pub mod wire;

pub use base64::Base64;
pub use batch::{Answers, Batch, Ticket};
pub use check::{Check, Finding};
pub use client::Client;
pub use context::{Asked, Context, Within};
pub use datetime::DateTime;
pub use error::{Error, ErrorKind};
pub use fault::Fault;
pub use future::BoxFuture;
pub use lazy::Lazy;
pub use lend::{ByValue, Lend};
pub use method::Method;
pub use options::CallOptions;
pub use outcome::{Outcome, ServiceError, Wire};
pub use proxy::Proxy;
pub use router::{Answered, Needs, Route, Router};
pub use service::Service;
pub use shadow::{Difference, Shadowed};
pub use signature::{Signature, WireType};
pub use structure::{Iter as StructIter, Struct};
pub use stub::{Outgoing, Stub};
pub use switch::{Mode, Switch, Turn};
pub use target::{ConnectFn, LOCAL, Resolve, Target};
pub use transport::{Missing, Remote, Request, Response, Transport};
pub use typed::{from_value, to_value};
pub use value::{Value, ValueIndex};

/// What a call gives: a value, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What generated code names. Not for people: it changes with the macros.
#[doc(hidden)]
pub mod __private {
    pub use std::{
        borrow::Borrow,
        boxed::Box,
        clone::Clone,
        convert::From,
        default::Default,
        error::Error as StdError,
        fmt,
        future::Future,
        marker::{PhantomData, Send, Sized, Sync},
        ops::{Deref, DerefMut, Fn},
        option::Option,
        primitive::bool,
        result::Result,
        string::String,
        sync::Arc,
        vec,
    };

    pub use crate::{
        Batch, ByValue, Client, ConnectFn, Error, Fault, Lazy, Lend, Method, Missing, Outcome,
        Outgoing, Proxy, Remote, Resolve, Route, Service, ServiceError, Signature, Stub, Switch,
        Ticket, Transport,
        absent::{default_held, held_or, lent_or, value_or},
        agree::{agree, turn_to_loopback, wait},
        future::{BoxFuture, boxed, cold},
        lazy::failed,
        loopback::Serve,
        service::{unknown, waits},
        stub::connect,
        wire::{CallReader, ResponseWriter},
    };
}

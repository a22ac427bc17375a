//! The names of the prelude mean something else here.

#![allow(dead_code, unused_macros, nonstandard_style)]

use ::xmlrpc_proxy as real;

/// What the code around the trait means by these names.
pub struct Result;
pub struct Option;
pub struct Vec;
pub struct Box;
pub struct Arc;
pub struct String;
pub trait Send {}
pub trait Sync {}
pub trait Sized {}
pub trait Clone {}
pub trait Fn {}
pub trait From {}
pub trait Into {}
pub trait Deref {}
pub trait Debug {}
pub trait Borrow {}
pub trait Service {}
pub trait Transport {}
pub trait Stub {}
pub struct Proxy;
pub struct Batch;
pub struct Ticket;
pub trait Default {}
pub trait DerefMut {}
pub struct Switch;
pub struct Method;
pub struct Error;
pub struct Fault;
pub struct Remote;
pub struct Lazy;
pub struct T;
pub struct L;
pub struct S;
pub struct E;
pub fn Some() {}
pub fn Ok() {}
pub fn Err() {}
pub const None: i32 = 0;
pub mod std {}
pub mod core {}
pub mod xmlrpc_proxy {}
pub mod serde {}
mod u32_ {
    pub struct u32;
}
macro_rules! vec {
    () => {};
}
macro_rules! matches {
    () => {};
}

#[real::service]
pub trait Shadowed {
    fn text(
        &self,
        text: &str,
        words: &[::std::string::String],
        optional: ::std::option::Option<&str>,
    ) -> real::Result<::std::vec::Vec<i32>, ShadowedError>;
    fn helper(&self) -> i32 {
        1
    }
}

#[derive(::std::fmt::Debug, real::Fault)]
pub enum ShadowedError {
    #[fault(code = 1)]
    One,
    #[fault(code = 2)]
    Two(::std::string::String),
    #[fault(call)]
    Call(real::Error),
}

mod primitives {
    pub struct u32;
    pub struct bool;
    pub struct i32;
    pub struct usize;
    pub trait Str {}

    #[::xmlrpc_proxy::service]
    pub trait Primitive {
        #[rpc(timeout = "1s")]
        fn text(&self, text: &str, number: ::std::primitive::i32) -> ::xmlrpc_proxy::Result<()>;
    }
}

mod unnamed {
    pub struct str;

    #[::xmlrpc_proxy::service]
    pub trait Text {
        /// Help.
        fn text(&self, text: &::std::primitive::str) -> ::xmlrpc_proxy::Result<()>;
    }
}

/// Services and errors that are called as something of ours is.
mod called {
    pub mod error {
        #[derive(Debug, ::xmlrpc_proxy::Fault)]
        pub enum Error {
            #[fault(code = 1)]
            None,
            #[fault(code = 2)]
            Some(::std::string::String),
            #[fault(call)]
            Error(::xmlrpc_proxy::Error),
        }

        #[derive(Debug, ::xmlrpc_proxy::Fault)]
        pub enum Fault {
            #[fault(code = 1)]
            Fault,
            #[fault(call)]
            Call(::xmlrpc_proxy::Error),
        }
    }

    macro_rules! services {
        ($($name:ident)*) => {$(
            #[::xmlrpc_proxy::service]
            pub trait $name {
                fn number(&self, text: &str) -> Result<i32, error::Error>;
                fn other(&self, text: Option<&str>) -> Result<i32, error::Fault>;
                fn helper(&self) -> i32 {
                    1
                }
            }
        )*};
    }
    services! {
        Service Proxy Client Transport Stub Outgoing Method Switch Lend ByValue Outcome Lazy Route Resolve Remote Missing
        Batch Ticket Answers Serve Default Deref DerefMut Borrow Debug Send Sync Clone From Fn Arc Box T L S E
    }
}

/// A method that has the shadowed names as its own types.
mod own {
    use ::serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    pub struct String(pub i32);
    #[derive(Serialize, Deserialize)]
    pub struct Vec<T>(pub T);
    #[derive(Serialize, Deserialize)]
    pub struct Option<T>(pub T);
    pub type Result<T> = ::std::result::Result<T, ::xmlrpc_proxy::Error>;

    #[::xmlrpc_proxy::service]
    pub trait Own {
        fn take(&self, text: String, more: &Vec<String>, option: Option<i32>) -> Result<Vec<i32>>;
    }

    impl Own for () {
        fn take(&self, text: String, more: &Vec<String>, option: Option<i32>) -> Result<Vec<i32>> {
            ::std::result::Result::Ok(Vec(text.0 + more.0.0 + option.0))
        }
    }
}

struct Local;

impl Shadowed for Local {
    fn text(
        &self,
        _: &str,
        _: &[::std::string::String],
        _: ::std::option::Option<&str>,
    ) -> real::Result<::std::vec::Vec<i32>, ShadowedError> {
        ::std::result::Result::Err(ShadowedError::Two("two".to_owned()))
    }
}

fn main() {
    let proxy: ShadowedProxy = ShadowedProxy::local(::std::sync::Arc::new(Local));
    let error = proxy.text("", &[], ::std::option::Option::None).unwrap_err();
    assert_eq!(error.to_string(), "two");
    use own::Own as _;
    let own = own::OwnProxy::local(());
    assert_eq!(own.take(own::String(1), &own::Vec(own::String(2)), own::Option(3)).unwrap().0, 6);
}

//! What is written for the user names everything by its full path.

#![no_implicit_prelude]

#[::xmlrpc_proxy::service(namespace = "bare", rename_all = "kebab-case")]
pub trait Bare {
    /// Text.
    #[rpc(read_only, timeout = "1s")]
    fn text(
        &self,
        text: &str,
        words: &[::std::string::String],
        bytes: ::std::vec::Vec<u8>,
        optional: ::std::option::Option<&str>,
        last: ::std::option::Option<i32>,
    ) -> ::std::result::Result<i32, BareError>;
    fn helper(&self) -> i32 {
        1
    }
}

#[derive(::std::fmt::Debug, ::xmlrpc_proxy::Fault)]
pub enum BareError {
    #[fault(code = 1)]
    One,
    #[fault(code = 2)]
    Two(::std::string::String),
    #[fault(call)]
    Call(::xmlrpc_proxy::Error),
}

struct Local;

impl Bare for Local {
    fn text(
        &self,
        _: &str,
        _: &[::std::string::String],
        _: ::std::vec::Vec<u8>,
        _: ::std::option::Option<&str>,
        _: ::std::option::Option<i32>,
    ) -> ::std::result::Result<i32, BareError> {
        ::std::result::Result::Err(BareError::One)
    }
}

fn main() {
    let proxy: BareProxy = BareProxy::local(::std::sync::Arc::new(Local));
    let none = ::std::option::Option::None;
    let result = proxy.text("", &[], ::std::vec::Vec::new(), none, ::std::option::Option::None);
    ::std::assert!(::std::matches!(result, ::std::result::Result::Err(BareError::One)));
    ::std::assert_eq!(BareService::new(Local).helper(), 1);
}

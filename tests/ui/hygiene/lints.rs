//! Nothing that is written for the user is warned of, however strict the user is.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    unused,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    single_use_lifetimes,
    rust_2018_idioms,
    future_incompatible,
    nonstandard_style,
    keyword_idents,
    let_underscore,
    unused_qualifications,
    unused_results,
    unused_lifetimes,
    unused_import_braces,
    trivial_casts,
    trivial_numeric_casts,
    macro_use_extern_crate,
    meta_variable_misuse,
    non_ascii_idents,
    explicit_outlives_requirements,
    redundant_lifetimes,
    redundant_imports,
    unit_bindings,
    variant_size_differences,
    unnameable_types,
    absolute_paths_not_starting_with_crate,
    impl_trait_redundant_captures,
    ambiguous_negative_literals
)]

use std::{borrow::Cow, sync::Arc};

use xmlrpc_proxy::{Error, Fault, Missing, Result, service};

/// Used in part only, and private: what is not used is not told.
#[service]
trait Private {
    fn number(&self) -> Result<i32>;
}

/// In use as a stub only.
#[service]
trait OnlyCalled {
    fn number(&self) -> Result<i32>;
}

/// In use as a dispatcher only.
#[service]
trait OnlyAnswered {
    fn number(&self) -> Result<i32>;
}

/// Documented and public.
#[service(namespace = "strict")]
pub trait Public: Send + Sync + 'static {
    /// Text.
    #[must_use = "for a reason"]
    #[rpc(read_only)]
    fn text<'a>(&self, text: &'a str, other: &'a str) -> Result<i32, Failure>;
    /// Borrowed.
    fn cow(&self, text: Cow<'_, str>, optional: Option<&str>) -> Result<i32, Failure>;
    /// Old.
    #[deprecated]
    fn old(&self) -> Result<i32, Failure>;
    /// Help.
    fn helper(&self, _unused: i32) -> i32 {
        1
    }
}

/// Not for use any more, itself or what it is made of.
#[deprecated]
#[service]
pub trait Old {
    /// Number.
    fn number(&self) -> Result<i32>;
}

/// What goes wrong.
#[derive(Debug, Fault)]
#[allow(clippy::exhaustive_enums)]
pub enum Failure {
    /// Gone.
    #[fault(code = -1)]
    Gone,
    /// Old.
    #[deprecated]
    #[fault(code = -2)]
    Old(String),
    /// All else.
    #[fault(call)]
    Call(Error),
}

/// In use as an error only.
#[derive(Debug, Fault)]
enum PrivateFailure {
    #[fault(call)]
    Call(Error),
}

/// An implementation.
#[derive(Debug)]
pub struct Local;

impl Private for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

impl OnlyCalled for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

impl OnlyAnswered for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

impl Public for Local {
    fn text<'a>(&self, _: &'a str, _: &'a str) -> Result<i32, Failure> {
        Ok(1)
    }
    fn cow(&self, _: Cow<'_, str>, _: Option<&str>) -> Result<i32, Failure> {
        Err(Failure::Gone)
    }
    fn old(&self) -> Result<i32, Failure> {
        Ok(1)
    }
}

fn main() {
    let private = PrivateProxy::local(Local);
    assert!(private.number().is_ok());
    assert_eq!(format!("{:?}", OnlyCalledClient::new(Missing)), "OnlyCalledClient(nothing)");
    assert_eq!(format!("{:?}", OnlyAnsweredService::new(Local)), "OnlyAnsweredService");
    let public: PublicProxy = PublicProxy::local(Arc::new(Local));
    assert!(public.text("", "").is_ok());
    assert!(public.cow("".into(), None).is_err());
    assert_eq!(public.helper(1), 1);
    let failure = PrivateFailure::from(Error::new(xmlrpc_proxy::ErrorKind::Type, "text"));
    assert_eq!(failure.to_string(), "text");
}

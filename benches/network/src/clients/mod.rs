//! Who calls: each as a closure that makes one call and waits for its result.

mod dxr;
mod ours;
mod raw;
mod recorded;
mod ureq;

pub use self::{
    dxr::dxr,
    ours::ours,
    raw::{tcp, unix},
    recorded::{Recorded, length as recorded_length, record},
    ureq::ureq,
};

/// Makes one call.
pub type Call = Box<dyn FnMut() -> Result<(), crate::Failure>>;

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// With a name, for a greeting.
    Hello,
    /// For the list.
    List,
}

/// How much is expected, so that nobody is measured who does nothing.
fn check(method: Method, length: usize) -> Result<(), crate::Failure> {
    let expected = match method {
        Method::Hello => "Hello, Greg!".len(),
        Method::List => xmlrpc_bench::documents::RELEASES as usize,
    };
    if length == expected { Ok(()) } else { Err(format!("{length} in place of {expected}").into()) }
}

//! What a method may return: a `Result` by any name, with any error that a fault can be.

use std::{error::Error as StdError, fmt, io};

use xmlrpc_proxy::{Error, ErrorKind, Fault, service};

type Outcome<T> = Result<T, Error>;
type Done = Outcome<()>;
type Failure = Box<dyn StdError + Send + Sync>;

mod aliases {
    pub type Result<T, E = crate::ByHand> = std::result::Result<T, E>;
}

#[derive(Debug, PartialEq)]
struct ByHand(i32);

impl fmt::Display for ByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "code {}", self.0)
    }
}

impl From<Error> for ByHand {
    fn from(error: Error) -> Self {
        ByHand(error.fault().map_or(0, |fault| fault.code))
    }
}

impl From<&ByHand> for Fault {
    fn from(error: &ByHand) -> Self {
        Fault::new(error.0, error.to_string())
    }
}

#[service]
trait Results {
    fn std(&self) -> Result<i32, Error>;
    fn full(&self) -> ::std::result::Result<Option<String>, xmlrpc_proxy::Error>;
    fn ours(&self) -> xmlrpc_proxy::Result<Vec<u8>>;
    fn alias(&self) -> Outcome<(i32, String)>;
    fn hidden(&self) -> Done;
    fn defaulted(&self) -> aliases::Result<i32>;
    fn by_hand(&self) -> Result<(), ByHand>;
    fn io(&self) -> io::Result<Vec<String>>;
    fn boxed(&self) -> Result<(), Box<dyn StdError + Send + Sync>>;
    fn boxed_alias(&self) -> Result<(), Failure>;
    fn boxed_static(&self) -> Result<(), Box<dyn StdError + Send + Sync + 'static>>;
    fn owned_cow(&self) -> Outcome<std::borrow::Cow<'static, str>>;
}

struct Local;

#[rustfmt::skip]
impl Results for Local {
    fn std(&self) -> Result<i32, Error> { Err(Error::new(ErrorKind::Type, "std")) }
    fn full(&self) -> Outcome<Option<String>> { Ok(None) }
    fn ours(&self) -> Outcome<Vec<u8>> { Ok(vec![1]) }
    fn alias(&self) -> Outcome<(i32, String)> { Ok((1, "a".to_owned())) }
    fn hidden(&self) -> Done { Ok(()) }
    fn defaulted(&self) -> Result<i32, ByHand> { Err(ByHand(7)) }
    fn by_hand(&self) -> Result<(), ByHand> { Err(ByHand(8)) }
    fn io(&self) -> io::Result<Vec<String>> { Err(io::ErrorKind::NotFound.into()) }
    fn boxed(&self) -> Result<(), Failure> { Err("boxed".into()) }
    fn boxed_alias(&self) -> Result<(), Failure> { Ok(()) }
    fn boxed_static(&self) -> Result<(), Failure> { Ok(()) }
    fn owned_cow(&self) -> Outcome<std::borrow::Cow<'static, str>> { Ok("cow".into()) }
}

fn main() {
    let proxy = ResultsProxy::local(Local);
    assert_eq!(proxy.std().unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(proxy.full().unwrap(), None);
    assert_eq!(proxy.ours().unwrap(), [1]);
    assert_eq!(proxy.alias().unwrap(), (1, "a".to_owned()));
    proxy.hidden().unwrap();
    assert_eq!(proxy.defaulted(), Err(ByHand(7)));
    assert_eq!(proxy.by_hand(), Err(ByHand(8)));
    assert_eq!(proxy.io().unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(proxy.boxed().unwrap_err().to_string(), "boxed");
    proxy.boxed_alias().unwrap();
    proxy.boxed_static().unwrap();
    assert_eq!(proxy.owned_cow().unwrap(), "cow");
}

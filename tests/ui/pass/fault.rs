//! `derive(Fault)`: a variant is a fault, and the fault that variant.

use std::error::Error as _;

use xmlrpc_proxy::{Error, ErrorKind, Fault};

const GIVEN: &str = "text";

/// Every form of variant.
#[derive(Debug, Clone, Fault)]
enum PersonError {
    #[fault(code = 404)]
    NotFound(String),
    #[fault(code = 409, message = "already registered")]
    Duplicate,
    #[fault(code = -1)]
    NegativeCode,
    #[fault(code = 0x7fff_ffff)]
    #[fault(message = "two attributes")]
    Largest,
    #[fault(code = -2147483648)]
    Smallest(std::string::String),
    #[fault(call)]
    Call(Error),
    #[fault(code = 5)]
    r#Type,
    #[cfg(any())]
    #[fault(code = 5)]
    Nowhere(NoSuchType),
    #[cfg(all())]
    #[fault(code = 6)]
    #[deprecated]
    Somewhere,
}

/// All else alone.
#[derive(Debug, Fault)]
enum OnlyCall {
    #[fault(call)]
    Other(xmlrpc_proxy::Error),
}

/// The type of an alias, and a boxed error.
type Alias = Error;
#[derive(Debug, Fault)]
pub(crate) enum Aliased {
    #[fault(call)]
    Other(Alias),
}

mod renamed {
    pub use xmlrpc_proxy::*;
}
#[derive(Debug, Fault)]
#[fault(crate = "renamed")]
enum Renamed {
    #[fault(code = 1)]
    One,
    #[fault(call)]
    Other(renamed::Error),
}

macro_rules! errors {
    ($name:ident: $($variant:ident = $code:literal / $message:literal),*; $ty:ty) => {
        #[derive(Debug, Fault)]
        enum $name {
            $(#[fault(code = $code, message = $message)] $variant,)*
            #[fault(code = -7)]
            Text($ty),
            #[fault(call)]
            Other(Error),
        }
    };
}
errors!(Made: One = 1 / "the first", Two = 2 / "the second"; String);

fn there_and_back<E: From<Error>>(error: &E) -> E
where
    Fault: for<'a> From<&'a E>,
{
    E::from(Error::from(Fault::from(error)))
}

fn main() {
    let fault = Fault::from(&PersonError::NotFound(GIVEN.to_owned()));
    assert_eq!(fault, Fault::new(404, GIVEN));
    assert_eq!(Fault::from(&PersonError::Duplicate), Fault::new(409, "already registered"));
    assert_eq!(Fault::from(&PersonError::NegativeCode), Fault::new(-1, "negative code"));
    assert_eq!(Fault::from(&PersonError::Largest), Fault::new(i32::MAX, "two attributes"));
    assert_eq!(Fault::from(&PersonError::r#Type), Fault::new(5, "type"));
    assert_eq!(PersonError::Duplicate.to_string(), "already registered");
    assert_eq!(PersonError::NotFound("9".to_owned()).to_string(), "9");

    for error in [
        PersonError::NotFound(GIVEN.to_owned()),
        PersonError::Duplicate,
        PersonError::NegativeCode,
        PersonError::Largest,
        PersonError::Smallest(GIVEN.to_owned()),
        PersonError::r#Type,
    ] {
        assert_eq!(format!("{:?}", there_and_back(&error)), format!("{error:?}"));
    }

    // Another server's fault, and no fault at all, are all else.
    let other = PersonError::from(Error::from(Fault::new(77, "seven")));
    assert!(matches!(&other, PersonError::Call(error) if error.fault().unwrap().code == 77));
    assert_eq!(Fault::from(&other), Fault::new(77, "seven"));
    let broken = OnlyCall::from(Error::new(ErrorKind::Connect, "refused"));
    assert_eq!(broken.to_string(), "refused");
    assert!(broken.source().is_none());
    assert_eq!(Fault::from(&broken).code, Fault::TRANSPORT);

    assert!(matches!(there_and_back(&Renamed::One), Renamed::One));
    assert!(matches!(there_and_back(&Made::Two), Made::Two));
    assert_eq!(Made::One.to_string(), "the first");
    assert!(matches!(there_and_back(&Made::Text("a".to_owned())), Made::Text(text) if text == "a"));
    let _ = Aliased::from(Error::new(ErrorKind::Type, ""));
}

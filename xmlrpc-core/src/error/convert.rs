//! From errors to faults and to the errors of the standard library, and back.

use std::{error::Error as StdError, io, iter};

use super::{Error, ErrorKind};
use crate::{Fault, observe};

/// The fault that a caller gets when a method returned this error.
///
/// A fault goes on as it came. Any other error is one that the method met when it called on, and what happened
/// there stays here: the caller learns [`Fault::TRANSPORT`] or [`Fault::INTERNAL`], and no more. To tell a caller
/// something, return a [`Fault`].
impl From<&Error> for Fault {
    fn from(error: &Error) -> Self {
        of_a_call(error, error)
    }
}

/// The fault for the error of a call, which `whole` is or was made from.
fn of_a_call(error: &Error, whole: &(dyn StdError + 'static)) -> Fault {
    use ErrorKind as Kind;
    if let Some(fault) = error.fault() {
        return fault.clone();
    }
    observe::kept(whole);
    match error.kind() {
        Kind::Resolve
        | Kind::Connect
        | Kind::Timeout
        | Kind::Tls
        | Kind::Status
        | Kind::Transport => {
            Fault::new(Fault::TRANSPORT, "the service could not reach another one that it needs")
        }
        _ => Fault::internal(),
    }
}

impl Error {
    /// Whether a type refused a member because its name stands twice.
    pub(crate) fn is_duplicate(&self) -> bool {
        self.0.duplicate
    }

    /// The fault that a caller gets whose call could not be read: what was wrong with it, and where.
    pub(crate) fn to_fault_of_caller(&self) -> Fault {
        use ErrorKind as Kind;
        let code = match self.kind() {
            Kind::Syntax | Kind::Doctype | Kind::Empty => Fault::NOT_WELL_FORMED,
            // Where a byte is to blame, the encoding is known.
            Kind::Encoding if self.offset().is_some() => Fault::INVALID_CHARACTER,
            Kind::Encoding => Fault::UNSUPPORTED_ENCODING,
            Kind::Root | Kind::Structure | Kind::Limit => Fault::NOT_XML_RPC,
            Kind::Type | Kind::Range | Kind::Params => Fault::WRONG_PARAMS,
            _ => return Fault::from(self),
        };
        Fault::new(code, self.to_string())
    }
}

/// For methods whose error is [`io::Error`].
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        use io::ErrorKind as Io;
        let kind = match error.kind() {
            ErrorKind::Timeout => Io::TimedOut,
            ErrorKind::Connect => Io::NotConnected,
            ErrorKind::Resolve => Io::NotFound,
            ErrorKind::Endpoint => Io::InvalidInput,
            ErrorKind::Syntax | ErrorKind::Type | ErrorKind::Range | ErrorKind::Root => {
                Io::InvalidData
            }
            _ => Io::Other,
        };
        io::Error::new(kind, error)
    }
}

/// The text of the error, under [`Fault::APPLICATION`]; the fault that it holds, if it does.
impl From<&io::Error> for Fault {
    fn from(error: &io::Error) -> Self {
        of_any(error)
    }
}

/// The text of the error, without its sources, under [`Fault::APPLICATION`]; the fault that it was made from, if it was.
impl From<&Box<dyn StdError + Send + Sync>> for Fault {
    fn from(error: &Box<dyn StdError + Send + Sync>) -> Self {
        of_any(&**error)
    }
}

/// The text of the error, without what it was made from, under [`Fault::APPLICATION`]; the fault that it was made from, if
/// it was.
#[cfg(feature = "anyhow")]
#[cfg_attr(docsrs, doc(cfg(feature = "anyhow")))]
impl From<&anyhow::Error> for Fault {
    fn from(error: &anyhow::Error) -> Self {
        of_any(&**error)
    }
}

/// The fault for an error of any type. One that is a fault or the error of a call, or was made from one, is that: the text
/// of a call's error tells of another server, and stays here.
fn of_any(error: &(dyn StdError + 'static)) -> Fault {
    match causes(error).find_map(Known::of) {
        Some(Known::Fault(fault)) => fault.clone(),
        Some(Known::OfCall(of_call)) => of_a_call(of_call, error),
        None => {
            if error.source().is_some() {
                observe::kept(error);
            }
            Fault::new(Fault::APPLICATION, error.to_string())
        }
    }
}

/// A cause that is one of ours.
enum Known<'a> {
    Fault(&'a Fault),
    OfCall(&'a Error),
}

impl<'a> Known<'a> {
    fn of(cause: &'a (dyn StdError + 'static)) -> Option<Self> {
        let fault = cause.downcast_ref().map(Known::Fault);
        fault.or_else(|| cause.downcast_ref().map(Known::OfCall))
    }
}

/// An error, and what it was made from, one after the other.
fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |&error| {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        match inner {
            // As a source, it would be passed over.
            Some(inner) => Some(inner as &(dyn StdError + 'static)),
            None => error.source(),
        }
    })
}

impl Fault {
    /// The fault that an error of any type is or was made from, on whichever path the call went: for methods whose error is
    /// `io::Error`, `Box<dyn Error + Send + Sync>` or `anyhow::Error`. A local call gives the error that the method made, a
    /// remote one an [`Error`] with its fault in it. What is no fault locally is one that a caller of a remote call is told,
    /// such as [`Fault::APPLICATION`].
    ///
    /// ```
    /// # extern crate xmlrpc_core as xmlrpc_proxy;
    /// use std::{error::Error, io};
    /// use xmlrpc_proxy::Fault;
    ///
    /// let local: Box<dyn Error + Send + Sync> = Fault::new(404, "no such lamp").into();
    /// assert!(Fault::find(&*local).is_some_and(|fault| fault.code == 404));
    /// assert!(Fault::find(&io::Error::other("28 blocks left")).is_none());
    /// ```
    pub fn find<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Fault> {
        match causes(error).find_map(Known::of)? {
            Known::Fault(fault) => Some(fault),
            Known::OfCall(error) => error.fault(),
        }
    }
}

//! A local implementation that is opened when it is first needed.

use std::{
    any::type_name,
    fmt,
    sync::{Mutex, OnceLock, PoisonError},
};

use crate::{
    BoxFuture, Error, ErrorKind, Remote, Request, Response, Stub, Transport, future::done,
};

/// Opens an implementation on its first use, once; a failure is reported by the call that met it, and the next call
/// tries again.
///
/// It implements each service trait that `L` does. `open` must not call the service that it opens.
pub struct Lazy<L> {
    opened: OnceLock<L>,
    open: Mutex<Open<L>>,
}

type Open<L> = Box<dyn Fn() -> Result<L, Error> + Send + Sync>;

impl<L> Lazy<L> {
    /// An implementation that `open` will make.
    pub fn new<E: fmt::Display>(open: impl Fn() -> Result<L, E> + Send + Sync + 'static) -> Self {
        Lazy {
            opened: OnceLock::new(),
            open: Mutex::new(Box::new(move || {
                open().map_err(|error| {
                    Error::new(
                        ErrorKind::Open,
                        format!("the local implementation could not be opened: {error}"),
                    )
                })
            })),
        }
    }

    /// The implementation, if it is open.
    #[inline(always)]
    pub fn opened(&self) -> Option<&L> {
        self.opened.get()
    }

    /// The implementation, opened now if it was not yet.
    ///
    /// # Errors
    ///
    /// Kind `Open` when `open` failed.
    pub fn get(&self) -> Result<&L, Error> {
        if let Some(local) = self.opened() {
            return Ok(local);
        }
        // One thread opens; the others wait here and find it open.
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(local) = self.opened() {
            return Ok(local);
        }
        let local = open()?;
        Ok(self.opened.get_or_init(|| local))
    }
}

impl<L> fmt::Debug for Lazy<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.opened().is_some() { "open" } else { "not open" };
        write!(f, "Lazy({}, {state})", type_name::<L>())
    }
}

/// The transport of an implementation that could not be opened: each call fails with the error of the opening.
struct Failed(Error);

impl Transport for Failed {
    fn call(&self, _: &Request<'_>) -> Result<Response, Error> {
        Err(self.0.clone())
    }
    fn call_async<'a>(&'a self, _: Request<'a>) -> BoxFuture<'a, Result<Response, Error>> {
        done(Err(self.0.clone()))
    }
    fn describe(&self) -> String {
        "nothing".to_owned()
    }
}

/// A stub whose every call fails with this error.
#[doc(hidden)]
#[cold]
pub fn failed<C: Stub>(error: Error) -> C {
    C::from_transport(Remote::new(Failed(error)))
}

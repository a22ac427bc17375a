//! Connections that are lost before anything of an answer came, which alone may be replaced unnoticed.

use std::{error, fmt, io};

use ureq::{
    Error,
    unversioned::transport::{Buffers, NextTimeout, Transport},
};

use crate::stream::is_closed;

/// The connection was lost before any byte of an answer came.
#[derive(Debug)]
pub(crate) struct Lost {
    /// Whether it had served a call before: the server may have closed it for being idle.
    pub(crate) kept: bool,
    /// Whether anything of the call was sent.
    pub(crate) sent: bool,
    pub(crate) error: Error,
}

impl Lost {
    /// No byte of the call left the process.
    pub(crate) fn unsent(error: Error) -> Error {
        Error::Other(Box::new(Lost { kept: false, sent: false, error }))
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl error::Error for Lost {}

/// A connection, plain or with TLS, that tells of its loss by a [`Lost`].
///
/// It also spares a system call: ureq asks whether a connection is open when it puts it aside and when it takes it up
/// again, of which only the second matters.
#[derive(Debug)]
pub(crate) struct Watched<T> {
    inner: T,
    /// Whether something was sent or received since ureq last asked whether it is open.
    busy: bool,
    kept: bool,
    answered: bool,
}

impl<T: Transport> Watched<T> {
    pub(crate) fn new(inner: T) -> Self {
        Watched { inner, busy: true, kept: false, answered: false }
    }

    fn told(&self, error: Error) -> Error {
        match error {
            Error::Io(error) if !self.answered && is_closed(&error) => {
                self.lost(true, error.into())
            }
            Error::Other(other) => match other.downcast::<Lost>() {
                Ok(lost) => self.lost(lost.sent, lost.error),
                Err(other) => Error::Other(other),
            },
            error => error,
        }
    }

    fn lost(&self, sent: bool, error: Error) -> Error {
        Error::Other(Box::new(Lost { kept: self.kept, sent, error }))
    }
}

impl<T: Transport> Transport for Watched<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.busy = true;
        self.inner.transmit_output(amount, timeout).map_err(|error| self.told(error))
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.busy = true;
        match self.inner.await_input(timeout) {
            Ok(false) if !self.answered => {
                Err(self.lost(true, io::Error::from(io::ErrorKind::UnexpectedEof).into()))
            }
            Ok(more) => {
                self.answered |= more;
                Ok(more)
            }
            Err(error) => Err(self.told(error)),
        }
    }

    fn is_open(&mut self) -> bool {
        if std::mem::take(&mut self.busy) {
            return true;
        }
        self.kept = true;
        self.answered = false;
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

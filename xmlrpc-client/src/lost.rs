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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffers::Collected;

    /// Gives these results to those who await input, the last first.
    #[derive(Debug, Default)]
    struct Script {
        buffers: Collected,
        results: Vec<Result<bool, Error>>,
        probes: usize,
    }

    impl Transport for Script {
        fn buffers(&mut self) -> &mut dyn Buffers {
            &mut self.buffers
        }
        fn transmit_output(&mut self, _: usize, _: NextTimeout) -> Result<(), Error> {
            Ok(())
        }
        fn await_input(&mut self, _: NextTimeout) -> Result<bool, Error> {
            self.results.pop().unwrap_or(Ok(true))
        }
        fn is_open(&mut self) -> bool {
            self.probes += 1;
            true
        }
    }

    fn watched(results: Vec<Result<bool, Error>>) -> Watched<Script> {
        Watched::new(Script { results, ..Script::default() })
    }

    /// Kept or not, sent or not: as the loss tells it.
    fn loss(watched: &mut Watched<Script>) -> Option<(bool, bool)> {
        match watched.await_input(NextTimeout::default()) {
            Err(Error::Other(error)) => {
                error.downcast_ref::<Lost>().map(|lost| (lost.kept, lost.sent))
            }
            _ => None,
        }
    }

    fn reset() -> Result<bool, Error> {
        Err(io::Error::from(io::ErrorKind::ConnectionReset).into())
    }

    #[test]
    fn a_loss_before_any_answer_is_told_from_one_within_it() {
        assert_eq!(loss(&mut watched(vec![Ok(false)])), Some((false, true)));
        assert_eq!(loss(&mut watched(vec![reset()])), Some((false, true)));
        let mut within = watched(vec![reset(), Ok(false), Ok(true)]);
        assert_eq!([(); 3].map(|()| loss(&mut within)), [None, None, None]);
        let late = Err(io::Error::from(io::ErrorKind::TimedOut).into());
        assert_eq!(loss(&mut watched(vec![late])), None);
    }

    #[test]
    fn a_kept_connection_is_called_so() {
        let unsent = Err(Lost::unsent(Error::HostNotFound));
        let mut watched = watched(vec![unsent, Ok(false), Ok(true)]);
        assert_eq!(loss(&mut watched), None);
        assert!(watched.is_open() && watched.is_open());
        assert_eq!(loss(&mut watched), Some((true, true)));
        assert_eq!(loss(&mut watched), Some((true, false)));
    }

    #[test]
    fn of_two_questions_whether_it_is_open_the_second_is_asked() {
        let mut watched = watched(Vec::new());
        for _ in 0..3 {
            watched.await_input(NextTimeout::default()).unwrap();
            watched.is_open();
            watched.is_open();
        }
        assert_eq!(watched.inner.probes, 3);
    }
}

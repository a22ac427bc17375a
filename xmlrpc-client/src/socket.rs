//! A connection as ureq sees it: what it transmits is sent in one piece, once it awaits an answer.

use std::{io, time::Instant};

use ureq::{
    Error,
    unversioned::transport::{Buffers, NextTimeout, Transport},
};

use crate::{
    LONGEST,
    buffers::Collected,
    lost::Lost,
    stream::{Stream, Unwritten, is_closed, is_late},
};

/// A connection without TLS.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: Stream,
    buffers: Collected,
    /// Whether anything was sent since the connection was last idle.
    sent: bool,
    /// Why sending broke off. What the server has said before it closed may still be read.
    broken: Option<io::Error>,
}

impl Socket {
    pub(crate) fn new(stream: Stream) -> Self {
        Socket { stream, buffers: Collected::default(), sent: false, broken: None }
    }

    /// Sends what was collected.
    fn flush(&mut self, timeout: NextTimeout, until: Instant) -> Result<(), Error> {
        let collected = self.buffers.collected();
        if collected.is_empty() {
            return Ok(());
        }
        let written = match self.broken {
            None => self.stream.write_all(collected, until),
            Some(_) => Ok(()),
        };
        self.buffers.sent();
        match written {
            Ok(()) => self.sent = true,
            Err(Unwritten { written: 0, error }) if !self.sent => {
                return Err(Lost::unsent(told(error, timeout)));
            }
            Err(Unwritten { error, .. }) if is_closed(&error) => {
                self.sent = true;
                self.broken = Some(error);
            }
            Err(Unwritten { error, .. }) => return Err(told(error, timeout)),
        }
        Ok(())
    }
}

impl Transport for Socket {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.buffers.collect(amount);
        if self.buffers.is_full() {
            self.flush(timeout, end(timeout.for_write()))?;
        }
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let until = end(timeout.for_read());
        self.flush(timeout, until)?;
        match (self.stream.read(self.buffers.input_append_buf(), until), self.broken.take()) {
            (Ok(0), Some(broken)) => Err(broken.into()),
            (Ok(amount), _) => {
                self.buffers.input_appended(amount);
                Ok(amount > 0)
            }
            (Err(_), Some(broken)) => Err(broken.into()),
            (Err(error), None) => Err(told(error, timeout)),
        }
    }

    fn is_open(&mut self) -> bool {
        self.sent = false;
        self.broken.is_none() && self.stream.is_open()
    }
}

/// When the time that is left now is over.
pub(crate) fn end(timeout: NextTimeout) -> Instant {
    Instant::now() + (*timeout.after).min(LONGEST)
}

/// ureq's error for one of a stream.
pub(crate) fn told(error: io::Error, timeout: NextTimeout) -> Error {
    if is_late(&error) { Error::Timeout(timeout.reason) } else { Error::Io(error) }
}

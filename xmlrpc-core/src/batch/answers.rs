//! What came of the calls of a batch, and how it is asked for.

use std::{fmt, marker::PhantomData};

use serde::de::DeserializeOwned;

use super::Place;
use crate::{Error, ErrorKind, Method, Outcome, wire};

/// The promise of one outcome: what [`Answers::take`] takes.
pub struct Ticket<O> {
    batch: usize,
    index: usize,
    method: &'static Method,
    outcome: PhantomData<fn() -> O>,
}

impl<O> Ticket<O> {
    pub(super) fn new(batch: usize, index: usize, method: &'static Method) -> Self {
        Ticket { batch, index, method, outcome: PhantomData }
    }
}

impl<O> fmt::Debug for Ticket<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ticket({}, {})", self.method.name, self.index)
    }
}

/// The outcomes of a batch.
pub struct Answers {
    pub(super) batch: usize,
    pub(super) tickets: Vec<Result<Place, Error>>,
    pub(super) parts: Vec<wire::Answers>,
    pub(super) failure: Option<Error>,
    pub(super) sender: String,
}

impl Answers {
    /// What came of the call with this ticket: what the method itself would have returned. It is read now, from the
    /// document in which it came.
    ///
    /// A ticket of another batch gets an error of kind `Params`.
    pub fn take<O: Outcome>(&self, ticket: Ticket<O>) -> O {
        O::take(self, ticket)
    }

    /// What kept some of the calls from being answered, if anything did: it tells how many.
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    pub(crate) fn get<T: DeserializeOwned, O>(&self, ticket: &Ticket<O>) -> Result<T, Error> {
        self.find(ticket.batch, ticket.index).map_err(|error| error.in_method(ticket.method.name))
    }

    fn find<T: DeserializeOwned>(&self, batch: usize, index: usize) -> Result<T, Error> {
        let place = self.tickets.get(index).filter(|_| batch == self.batch);
        let (part, index) = match place {
            Some(place) => place.clone()?,
            None => {
                return Err(Error::new(ErrorKind::Params, "this is a ticket of another batch"));
            }
        };
        match (self.parts.get(part), &self.failure) {
            (Some(part), _) => part.get(index).map_err(|error| match error.fault() {
                Some(_) => error,
                None => error.from_sender(&self.sender),
            }),
            // Those of the document that failed are in the first part that is not here.
            (None, Some(failure)) if part == self.parts.len() => Err(failure.clone()),
            (None, Some(failure)) => Err(failure.clone().unsent()),
            (None, None) => Err(Error::new(ErrorKind::Structure, "there is no such answer")),
        }
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers")
            .field("calls", &self.tickets.len())
            .field("failure", &self.failure)
            .finish()
    }
}

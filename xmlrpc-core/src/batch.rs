//! Several calls on one way there and back, as `system.multicall`.

mod answers;

use std::{
    fmt, mem,
    sync::atomic::{AtomicUsize, Ordering},
};

pub use answers::{Answers, Ticket};

use crate::{
    Error, Method, Outgoing, Request, Response, Transport,
    future::at_once,
    multicall,
    observe::{End, Observed, Side},
    transport::Blocking,
    wire::{self, CallWriter, Reading},
};

/// How many calls go into one document, unless it is set: as many as servers are known to take.
const MOST: usize = 1_000;

/// Calls that are collected to be made all at once: what every generated `XBatch` derefs to.
///
/// Nothing is called before [`send`](Batch::send). A call that cannot be written fails by itself, and so does one that is
/// answered with a fault: the others are not touched. How long it may take is what the transport is set to, or the options say with
/// which it was made, `people.with(options)`: time limits of single methods do not hold for it.
pub struct Batch<'a> {
    transport: Box<dyn Transport + Send + Sync + 'a>,
    most: usize,
    calls: Calls,
}

/// What was collected.
struct Calls {
    /// Tells its tickets from those of others.
    batch: usize,
    parts: Vec<Part>,
    tickets: Vec<Result<Place, Error>>,
}

/// Calls that go in one document.
struct Part {
    document: Vec<u8>,
    calls: usize,
    idempotent: bool,
}

/// Where a call is: in which document, and at which place there.
type Place = (usize, usize);

impl Calls {
    fn new() -> Self {
        static BATCHES: AtomicUsize = AtomicUsize::new(0);
        let batch = BATCHES.fetch_add(1, Ordering::Relaxed);
        Calls { batch, parts: Vec::new(), tickets: Vec::new() }
    }
}

impl<'a> Batch<'a> {
    /// An empty batch for this transport.
    pub fn new(transport: impl Transport + Send + Sync + 'a) -> Self {
        Batch { transport: Box::new(transport), most: MOST, calls: Calls::new() }
    }

    /// With at most this many calls in a document, and at least one; 1,000 by default. More are sent in several, one after
    /// the other.
    pub fn at_most(&mut self, calls: usize) -> &mut Self {
        self.most = calls.max(1);
        self
    }

    /// How many calls there are.
    pub fn len(&self) -> usize {
        self.calls.tickets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.calls.tickets.is_empty()
    }

    /// Begins a call: its parameters are written to what this gives, and that is given back to [`push`](Batch::push).
    #[doc(hidden)]
    pub fn begin(&mut self, method: &'static Method) -> Outgoing {
        let dialect = self.transport.dialect();
        let (most, parts) = (self.most, &mut self.calls.parts);
        if parts.last().is_none_or(|part| part.calls >= most) {
            parts.push(Part { document: CallWriter::calls(dialect), calls: 0, idempotent: true });
        }
        let document = parts.last_mut().map(|part| mem::take(&mut part.document));
        Outgoing::item(method, document.unwrap_or_default(), dialect)
    }

    /// Adds the call that was begun last.
    #[doc(hidden)]
    pub fn push<O>(&mut self, call: Outgoing) -> Ticket<O> {
        let method = call.method();
        let (document, written) = call.into_item();
        let part_index = self.calls.parts.len().saturating_sub(1);
        let mut place = Ok((part_index, 0));
        if let Some(part) = self.calls.parts.last_mut() {
            part.document = document;
            place = written.map(|()| (part_index, part.calls));
            if place.is_ok() {
                part.calls += 1;
                part.idempotent &= method.idempotent;
            }
        }
        self.calls.tickets.push(place);
        Ticket::new(self.calls.batch, self.calls.tickets.len() - 1, method)
    }

    /// Makes the calls, in the order in which they were added. The batch is empty afterwards, and can be filled again.
    ///
    /// # Errors
    ///
    /// When not one call was answered: what the transport met, or the server's fault; that it does not know
    /// `system.multicall` is said. Where the calls were sent in several documents and some were answered, the others have
    /// that error each, and so has [`Answers::failure`]; it tells how many calls were answered, may have run, and were not
    /// sent.
    pub fn send(&mut self) -> Result<Answers, Error> {
        let calls = mem::replace(&mut self.calls, Calls::new());
        at_once(calls.send(&Blocking(&*self.transport)))
    }

    /// Makes the calls as [`send`](Batch::send) does, without holding up a thread. They are taken out of the batch at once,
    /// and sent when the future is polled.
    ///
    /// # Errors
    ///
    /// As for [`send`](Batch::send), and kind `Mode` where the transport only blocks.
    pub fn send_async(&mut self) -> impl Future<Output = Result<Answers, Error>> + Send {
        let calls = mem::replace(&mut self.calls, Calls::new());
        calls.send(&*self.transport)
    }
}

impl Calls {
    async fn send(self, transport: &(dyn Transport + Sync)) -> Result<Answers, Error> {
        let calls = self;
        let total = calls.tickets.iter().filter(|place| place.is_ok()).count();
        let (mut parts, mut answered, mut failure) = (Vec::new(), 0, None);
        for part in calls.parts.into_iter().filter(|part| part.calls > 0) {
            let count = part.calls;
            match part.send(transport).await {
                Ok(answers) => {
                    answered += count;
                    parts.push(answers);
                }
                Err(error) => {
                    failure = Some(told(error, answered, count, total));
                    break;
                }
            }
        }
        match failure {
            Some(failure) if answered == 0 => Err(failure),
            failure => Ok(Answers {
                batch: calls.batch,
                tickets: calls.tickets,
                parts,
                failure,
                sender: transport.describe(),
            }),
        }
    }
}

impl Part {
    async fn send(mut self, transport: &(dyn Transport + Sync)) -> Result<wire::Answers, Error> {
        CallWriter::end_calls(&mut self.document);
        let mut request = Request::new(multicall::NAME, &self.document);
        request.idempotent = self.idempotent;
        let observed = Observed::begin(Side::Client, transport.mode().name(), request.body.len());
        let answer = observed.around(transport.call_async(request)).await;
        let bytes = answer.as_ref().map_or(0, |response| response.body.len());
        let answers = answer.and_then(|response| {
            observed.run(|| self.read(&response, transport.reading())).map_err(|error| match error
                .fault()
            {
                Some(fault) if fault.is_no_such_method() => {
                    error.noting("this server does not take several calls in one")
                }
                Some(_) => error,
                None => error.from_sender(&transport.describe()),
            })
        });
        observed.end(Some(multicall::NAME), bytes, End::of(&answers));
        answers.map_err(|error| error.in_method(multicall::NAME))
    }

    fn read(&self, response: &Response, reading: Reading) -> Result<wire::Answers, Error> {
        wire::Answers::read(response, self.calls, reading)
    }
}

/// What became of the calls when one document of several was not answered.
fn told(error: Error, answered: usize, failed: usize, total: usize) -> Error {
    if failed == total {
        return error;
    }
    let unsent = total - answered - failed;
    let ran = if error.is_unsent() { "did not run" } else { "may have run" };
    error.noting(&format!(
        "of {total} calls {answered} were answered, {failed} {ran}, and {unsent} were not sent"
    ))
}

impl fmt::Debug for Batch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch")
            .field("to", &self.transport.describe())
            .field("calls", &self.len())
            .finish()
    }
}

//! What workers are asked, and what they answer: here are all remote calls that the program makes.

use std::{
    io,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::Sender,
    },
    time::{Duration, Instant},
};

use xmlrpc_proxy::{CallOptions, Remote, Switch};

use crate::{
    data::SqliteDb,
    people::{People, PeopleClient, PeopleError, PeopleProxy, Person},
    worker::Worker,
};

/// The people of this process or of a server, as the switch says.
pub type Proxy = PeopleProxy<Arc<SqliteDb>, Arc<Switch>>;

/// How many rows are asked for at least: before the first answer nobody knows how many there are.
const ROWS: usize = 40;

/// How long each remote call of a look may take, and the batch.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How many calls are made to measure one.
pub const PROBES: usize = 5;

/// What the window shows, and so what it needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// What was typed.
    pub words: String,
    /// The rows that can be seen.
    pub rows: Range<usize>,
}

/// What a [`Look`] sees.
#[derive(Debug)]
pub struct Seen {
    /// Who was found.
    pub ids: Vec<i32>,
    /// Those of them whose rows can be seen.
    pub people: Vec<Person>,
}

/// What a worker found out.
#[derive(Debug)]
pub enum Answer {
    /// To what the window needs to know.
    Looked(Look, Result<Seen, PeopleError>),
    /// How long a call took, if it was answered.
    Probed(Option<Duration>),
    /// Whether this person was saved.
    Saved(Person, Result<(), PeopleError>),
    /// The switch was turned before this person was saved: it was meant for another path.
    Unsaved(Person),
}

/// What workers need.
#[derive(Clone)]
pub struct Office {
    /// Both paths.
    pub people: Arc<Proxy>,
    /// Where answers go, each with the turn of the switch before which it was asked.
    pub answers: Sender<(u64, Answer)>,
    /// Tells the window that there is an answer.
    pub wake: Arc<dyn Fn() + Send + Sync>,
    /// How often the switch was turned.
    pub turned: Arc<AtomicU64>,
}

impl Office {
    /// The turn that holds.
    pub fn turn(&self) -> u64 {
        self.turned.load(Ordering::Acquire)
    }

    fn answer(&self, turn: u64, answer: Answer) {
        // If nobody wants it any more, the program is ending.
        let _ = self.answers.send((turn, answer));
        (self.wake)();
    }

    /// Starts a worker that looks.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn looking(&self) -> io::Result<Worker<(u64, Look)>> {
        let office = self.clone();
        Worker::start("look", move |(turn, look): (u64, Look)| {
            let seen = look_through(&office.people, &look);
            office.answer(turn, Answer::Looked(look, seen));
        })
    }

    /// Starts a worker that measures a call: to this server, or else where the switch says.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn probing(&self) -> io::Result<Worker<(u64, i32, Option<Remote>)>> {
        let office = self.clone();
        Worker::start("probe", move |(turn, id, remote): (u64, i32, Option<Remote>)| {
            let took = match remote.map(PeopleClient::connect) {
                Some(Ok(people)) => probe(&people, id),
                Some(Err(_)) => None,
                None => probe(&*office.people, id),
            };
            office.answer(turn, Answer::Probed(took));
        })
    }

    /// Starts a worker that saves.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn saving(&self) -> io::Result<Worker<(u64, Person)>> {
        let office = self.clone();
        Worker::start("save", move |(turn, person): (u64, Person)| {
            let answer = if turn == office.turn() {
                let saved = office.people.save(&person);
                Answer::Saved(person, saved)
            } else {
                Answer::Unsaved(person)
            };
            office.answer(turn, answer);
        })
    }
}

/// How long a call takes: the median of some, for the first finds nothing in the processor's caches.
fn probe(people: &impl People, id: i32) -> Option<Duration> {
    let mut times = [Duration::ZERO; PROBES];
    for time in &mut times {
        let begin = Instant::now();
        // That there is no such person is an answer too.
        if let Err(PeopleError::Call(_)) = people.get_person(id) {
            return None;
        }
        *time = begin.elapsed();
    }
    times.sort_unstable();
    Some(times[PROBES / 2])
}

/// Two calls, on one path: who it is, and all that can be seen of them in one batch.
fn look_through(people: &Proxy, look: &Look) -> Result<Seen, PeopleError> {
    let people = people.with(CallOptions::new().timeout(TIMEOUT));
    let ids = people.find(&look.words)?;
    let start = look.rows.start.min(ids.len().saturating_sub(ROWS));
    let end = look.rows.end.max(start + ROWS).min(ids.len());
    let mut batch = people.batch();
    let tickets: Vec<_> = ids[start..end].iter().map(|id| batch.get_person(*id)).collect();
    let mut seen = Vec::with_capacity(tickets.len());
    if !tickets.is_empty() {
        let answers = batch.send()?;
        for ticket in tickets {
            match answers.take(ticket) {
                Ok(person) => seen.push(person),
                // Gone since they were found.
                Err(PeopleError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(Seen { ids, people: seen })
}

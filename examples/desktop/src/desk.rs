//! What the window is about, without the window: who is shown, the switch, and what is asked of whom.

use std::{
    collections::HashMap,
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use xmlrpc_proxy::{Auth, Config, Error, Remote, Switch, Turn, Watch, Watching};

use crate::{
    asking::{Answer, Look, Office, PROBES, Proxy},
    data::SqliteDb,
    editing::Draft,
    people::{People as _, PeopleError, Person},
    sharing::{Sharing, Way},
    times::Times,
    worker::Worker,
};

/// After this time what is shown is asked for again.
const FRESH: Duration = Duration::from_secs(1);

/// How often the file that turns the switch is looked at.
const LOOK: Duration = Duration::from_millis(250);

/// The most people of a server that are kept.
const KEPT: usize = 5_000;

/// Makes a transport from an endpoint and a token, which may be empty.
pub type Connect = fn(&str, &str) -> Result<Remote, Error>;

/// What was typed of an endpoint.
#[derive(Debug, Default)]
pub struct Endpoint {
    /// A URL.
    pub url: String,
    /// The token that the server asks for, if it does.
    pub token: String,
}

/// What happens on other threads than the window's.
enum Event {
    /// The switch was turned, by the window or by the file.
    Turned { turn: Turn, by_file: bool },
    /// Something is wrong with the file, or is not any more.
    File(Option<Error>),
}

/// The state of the window.
pub struct Desk {
    office: Office,
    switch: Arc<Switch>,
    events: (Sender<Event>, Receiver<Event>),
    answers: Receiver<(u64, Answer)>,
    looking: Worker<(u64, Look)>,
    probing: Worker<(u64, i32, Option<Remote>)>,
    saving: Worker<(u64, Person)>,
    connect: Connect,
    following: Option<(PathBuf, Watching)>,

    /// Whether this frame's calls stay in the process.
    here: bool,
    turn: u64,
    /// What was asked last, and when.
    asked: Option<(Look, Instant)>,
    unanswered: bool,
    probed: bool,
    rows: Range<usize>,
    people: HashMap<i32, Person>,

    /// What is searched.
    pub words: String,
    /// Who was found.
    pub ids: Vec<i32>,
    /// What they were found by.
    pub found: String,
    /// How long that took.
    pub finding: Duration,
    /// Who is being edited.
    pub draft: Option<Draft>,
    /// Where the switch would lead.
    pub endpoint: Endpoint,
    /// How others would reach what is shared.
    pub way: Way,
    /// What is shared.
    pub sharing: Option<Sharing>,
    /// What calls took.
    pub times: Times,
    /// What is wrong on the path that calls take; it goes by itself when a call is answered.
    pub trouble: Option<String>,
    /// What is wrong with the file.
    pub file_trouble: Option<String>,
    /// What is wrong with what was last clicked.
    pub refused: Option<String>,
    /// What happened last to the switch.
    pub note: String,
}

impl Desk {
    /// Begins in local mode. `wake` is called when there is something new to show.
    ///
    /// # Errors
    ///
    /// When the system has no threads to give.
    pub fn new(
        people: Arc<SqliteDb>,
        connect: Connect,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let switch = Arc::new(Switch::new());
        let people = Arc::new(Proxy::with_switch(people, switch.clone()));
        let (give, answers) = mpsc::channel();
        let turned = Arc::new(AtomicU64::new(0));
        let office = Office { people, answers: give, wake: Arc::new(wake), turned };
        let events = mpsc::channel();
        let (tell, wake, turned) = (events.0.clone(), office.wake.clone(), office.turned.clone());
        let window = thread::current().id();
        switch.on_change(move |turn| {
            turned.fetch_add(1, Ordering::AcqRel);
            // Hooks run where the switch is turned: what is not this window's doing is the file's.
            let by_file = thread::current().id() != window;
            let _ = tell.send(Event::Turned { turn: turn.clone(), by_file });
            wake();
        });
        let (looking, probing, saving) = (office.looking()?, office.probing()?, office.saving()?);
        Ok(Desk {
            office,
            switch,
            events,
            answers,
            looking,
            probing,
            saving,
            connect,
            following: None,
            here: true,
            turn: 0,
            asked: None,
            unanswered: false,
            probed: true,
            rows: 0..0,
            people: HashMap::new(),
            words: String::new(),
            ids: Vec::new(),
            found: String::new(),
            finding: Duration::ZERO,
            draft: None,
            endpoint: Endpoint::default(),
            way: Way::ALL[0],
            sharing: None,
            times: Times::new(Instant::now()),
            trouble: None,
            file_trouble: None,
            refused: None,
            note: String::new(),
        })
    }

    /// Lets the switch follow this file, which may come into being later: its key `people`.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn follow(&mut self, file: PathBuf) -> Result<(), Error> {
        let (sender, wake) = (self.events.0.clone(), self.office.wake.clone());
        let tell = Arc::new(move |trouble| {
            let _ = sender.send(Event::File(trouble));
            wake();
        });
        let good = tell.clone();
        let watching = Watch::new(&file)
            .key("people")
            .every(LOOK)
            .on_error(move |error| tell(Some(error.clone())))
            .on_recovery(move || good(None))
            .start_anyway(self.switch.clone())?;
        self.following = Some((file, watching));
        Ok(())
    }

    /// The file that the switch follows.
    pub fn file(&self) -> Option<&Path> {
        self.following.as_ref().map(|(file, _)| file.as_path())
    }

    /// Whether calls stay in the process.
    pub fn is_local(&self) -> bool {
        self.here
    }

    /// For how long a remote call has been under way.
    pub fn waiting(&self, now: Instant) -> Option<Duration> {
        let asked = self.asked.as_ref().filter(|_| self.unanswered)?;
        Some(now.duration_since(asked.1))
    }

    /// Does what is to be done before each frame. It never waits: local calls are made here, remote ones handed on.
    pub fn tick(&mut self, now: Instant) {
        while let Ok(event) = self.events.1.try_recv() {
            match event {
                Event::Turned { turn, by_file } => self.turned(&turn, by_file),
                Event::File(trouble) => {
                    self.file_trouble = trouble.map(|error| error.to_string());
                }
            }
        }
        // Asked once: all of a frame takes one path, whatever the file says meanwhile.
        self.here = self.office.people.if_local().is_some();
        while let Ok((turn, answer)) = self.answers.try_recv() {
            self.answered(turn, answer, now);
        }
        let look = Look { words: self.words.clone(), rows: self.rows.clone() };
        if self.here {
            self.look_here(look, now);
        } else {
            self.look_there(look, now);
        }
        if self.times.step(now) {
            self.measure();
        }
    }

    fn look_here(&mut self, look: Look, now: Instant) {
        let known = self.asked.as_ref().is_some_and(|(asked, when)| {
            asked.words == look.words && now.duration_since(*when) < FRESH
        });
        if known {
            return;
        }
        let begin = Instant::now();
        let found = self.here().find(&look.words);
        self.times.calls.happened();
        match found {
            Ok(ids) => {
                (self.ids, self.found, self.trouble) = (ids, look.words.clone(), None);
                self.finding = begin.elapsed();
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
        self.asked = Some((look, now));
    }

    fn look_there(&mut self, look: Look, now: Instant) {
        let ask = match &self.asked {
            Some((asked, _)) if *asked != look => true,
            Some((_, when)) => !self.unanswered && now.duration_since(*when) >= FRESH,
            None => true,
        };
        if ask {
            self.looking.ask_only((self.turn, look.clone()));
            self.unanswered = true;
            self.asked = Some((look, now));
        }
    }

    fn answered(&mut self, turn: u64, answer: Answer, now: Instant) {
        match answer {
            Answer::Saved(person, saved) => {
                self.saved(&person, saved.map_err(|error| error.to_string()));
            }
            Answer::Unsaved(person) => {
                self.saved(&person, Err("not saved: the switch was turned meanwhile".to_owned()));
            }
            // What came by a path that calls do not take any more.
            _ if turn != self.turn => {}
            Answer::Looked(look, seen) => {
                let asked = self.asked.as_ref().filter(|(asked, _)| *asked == look);
                let took = asked.map(|(_, when)| now.duration_since(*when));
                self.unanswered &= took.is_none();
                match seen {
                    Ok(seen) => {
                        self.times.calls.happened();
                        self.finding = took.unwrap_or(self.finding);
                        (self.ids, self.found, self.trouble) = (seen.ids, look.words, None);
                        if self.people.len() > KEPT {
                            self.people.clear();
                        }
                        self.people.extend(seen.people.into_iter().map(|one| (one.id, one)));
                    }
                    Err(error) => self.trouble = Some(error.to_string()),
                }
            }
            Answer::Probed(took) => {
                self.probed = true;
                match took {
                    Some(took) => self.times.remote.took(took),
                    None => self.times.remote.failed(),
                }
            }
        }
    }

    /// Measures a call on each path for the plot.
    fn measure(&mut self) {
        let Some(id) = self.ids.first().copied() else { return };
        for _ in 0..PROBES {
            // Whether it failed, the list tells.
            let _ = self.row_here(id);
        }
        // While the switch says local, it is where it led last.
        let remote = self.switch.endpoint().filter(|_| self.here);
        if self.probed && (!self.here || remote.is_some()) {
            self.probed = false;
            self.probing.ask_only((self.turn, id, remote));
        }
    }

    fn turned(&mut self, turn: &Turn, by_file: bool) {
        let who = if by_file { "the file turned the switch" } else { "switched" };
        self.note = match &turn.endpoint {
            Some(endpoint) => format!("{who} to {} ({endpoint})", turn.to),
            None => format!("{who} to {}", turn.to),
        };
        if let Some(endpoint) = turn.endpoint.as_ref().filter(|_| by_file) {
            self.endpoint = Endpoint { url: endpoint.clone(), token: String::new() };
        }
        self.turn = self.office.turn();
        (self.asked, self.unanswered, self.probed) = (None, false, true);
        (self.trouble, self.refused) = (None, None);
        self.people.clear();
        // What is under way to a server that does not answer would hold up what is asked of another.
        match (self.office.looking(), self.office.probing()) {
            (Ok(looking), Ok(probing)) => (self.looking, self.probing) = (looking, probing),
            (Err(error), _) | (_, Err(error)) => self.refused = Some(error.to_string()),
        }
    }

    /// The implementation in this process. Through the proxy a call could become a remote one, were the file to turn the
    /// switch at this moment.
    fn here(&self) -> &SqliteDb {
        self.office.people.implementation()
    }

    fn row_here(&mut self, id: i32) -> Result<Person, PeopleError> {
        let begin = Instant::now();
        let found = self.here().get_person(id);
        self.times.local.took(begin.elapsed());
        self.times.calls.happened();
        found
    }

    /// The rows that can be seen are these.
    pub fn show(&mut self, rows: Range<usize>) {
        self.rows = rows;
    }

    /// A person: asked for now if that is a local call, or as they were when a server told of them last.
    pub fn row(&mut self, id: i32) -> Option<Person> {
        if !self.here {
            return self.people.get(&id).cloned();
        }
        match self.row_here(id) {
            Ok(person) => Some(person),
            Err(PeopleError::NotFound(_)) => None,
            Err(error) => {
                self.trouble = Some(error.to_string());
                None
            }
        }
    }

    /// Begins to edit a person.
    pub fn open(&mut self, id: i32) {
        if self.draft.as_ref().is_none_or(|draft| draft.id != id && !draft.saving) {
            self.draft = self.row(id).as_ref().map(Draft::of);
        }
    }

    /// Saves the person who is being edited.
    pub fn save(&mut self) {
        let Some(draft) = self.draft.as_mut().filter(|draft| !draft.saving) else { return };
        let person = match draft.person() {
            Ok(person) => person,
            Err(what) => {
                draft.outcome = Some(Err(what));
                return;
            }
        };
        if self.here {
            let saved = self.here().save(&person).map_err(|error| error.to_string());
            self.saved(&person, saved);
        } else {
            (draft.saving, draft.outcome) = (true, None);
            self.saving.ask((self.turn, person));
        }
    }

    fn saved(&mut self, person: &Person, saved: Result<(), String>) {
        if let Some(draft) = self.draft.as_mut().filter(|draft| draft.id == person.id) {
            draft.saving = false;
            draft.outcome = Some(saved.map(|()| format!("{} is saved", person.name)));
        }
        self.asked = None;
    }

    /// Turns the switch to the implementation in this process.
    pub fn go_local(&mut self) {
        let turned = self.switch.local();
        self.refused = turned.err().map(|error| error.to_string());
    }

    /// Turns the switch to the endpoint that was typed. Nothing is sent before the first call.
    pub fn go_remote(&mut self) {
        let connected = (self.connect)(self.endpoint.url.trim(), self.endpoint.token.trim());
        let turned = connected.and_then(|remote| self.switch.remote(remote));
        self.refused = turned.err().map(|error| error.to_string());
    }

    /// Shares the people of this process with other programs on this machine.
    pub fn share(&mut self) {
        let people: Arc<SqliteDb> = self.office.people.implementation().clone();
        match Sharing::start(self.way, people) {
            Ok(sharing) => {
                // To be tried at once.
                if self.here && self.endpoint.url.is_empty() {
                    let (url, token) = (sharing.url().to_owned(), sharing.token.clone());
                    self.endpoint = Endpoint { url, token: token.unwrap_or_default() };
                }
                (self.sharing, self.refused) = (Some(sharing), None);
            }
            Err(error) => self.refused = Some(error.to_string()),
        }
    }

    /// Ends that.
    pub fn unshare(&mut self) {
        self.sharing = None;
    }
}

/// What [`Desk`] connects with.
///
/// # Errors
///
/// When the text is no URL, or the token none that can be sent.
pub fn connect(endpoint: &str, token: &str) -> Result<Remote, Error> {
    let mut config = Config::new(endpoint)?;
    if !token.is_empty() {
        config = config.auth(Auth::bearer(token)?);
    }
    config.connect()
}

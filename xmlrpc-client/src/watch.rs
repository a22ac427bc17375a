//! A switch that follows a file.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use serde::Deserialize as _;
use toml::{
    Spanned,
    de::{DeTable, DeValue, ValueDeserializer},
};
use xmlrpc_core::{Error, ErrorKind, Switch};

use crate::Config;

/// How often the file is looked at, unless it is set.
const EVERY: Duration = Duration::from_secs(1);

/// The most bytes of a file: it is a configuration, and read again and again.
const MOST: u64 = 1 << 20;

/// Follows a TOML file: when what it says of an endpoint changes, the switch is turned there.
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_client::*; pub use xmlrpc_core::*; }
/// use std::sync::Arc;
/// use xmlrpc_proxy::{Switch, Watch};
///
/// # let folder = std::env::temp_dir().join(format!("xmlrpc-watch-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).and_then(|()| std::env::set_current_dir(&folder))?;
/// # std::fs::write("practice.toml", "people = 'http://127.0.0.1:8000/RPC2'")?;
/// let switch = Arc::new(Switch::new()); // proxies follow it by `XProxy::with_switch(implementation, switch.clone())`
/// // practice.toml: people = "local", or people = "http://127.0.0.1:8000/RPC2", or a table as of `Config`
/// let watching = Watch::new("practice.toml")
///     .key("people")
///     .on_error(|error| eprintln!("{error}"))
///     .start(switch.clone())?;
/// # assert_eq!(switch.mode(), xmlrpc_proxy::Mode::Remote);
/// # drop(watching);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The file is read by a thread of its own, once a second: it may be written in place or replaced, and lie on any kind of
/// file system. What cannot be read, or names no endpoint, is reported, once, and the switch stays as it was. A call that is under
/// way ends on the path on which it began; no call is lost.
#[must_use = "nothing is followed before `start` is called"]
pub struct Watch {
    path: PathBuf,
    keys: Vec<String>,
    every: Duration,
    on_error: Box<dyn Fn(&Error) + Send>,
    on_recovery: Box<dyn Fn() + Send>,
}

impl Watch {
    /// Follows the file at this path. Unless a [key](Watch::key) is said, all of it is the configuration.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Watch {
            path: path.into(),
            keys: Vec::new(),
            every: EVERY,
            on_error: Box::new(|_| {}),
            on_recovery: Box::new(|| {}),
        }
    }

    /// Reads the configuration from under this key of the file. Said again, from under that key inside of it: a file's
    /// `player.server = "local"` is `.key("player").key("server")`. A dot is a part of a key that the file has in quotes.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.keys.push(key.into());
        self
    }

    /// How often the file is looked at: once a second by default, and at most a thousand times.
    pub fn every(mut self, time: Duration) -> Self {
        self.every = time.max(Duration::from_millis(1));
        self
    }

    /// Is told what is wrong with the file, once for each thing that is.
    pub fn on_error(mut self, hook: impl Fn(&Error) + Send + 'static) -> Self {
        self.on_error = Box::new(hook);
        self
    }

    /// Is told when the file is good again, after something was wrong with it.
    pub fn on_recovery(mut self, hook: impl Fn() + Send + 'static) -> Self {
        self.on_recovery = Box::new(hook);
        self
    }

    /// Reads the file, turns the switch, and follows the file until what is returned is dropped.
    ///
    /// # Errors
    ///
    /// When the first look fails: kind `Open` when the file cannot be read or is no TOML, `Endpoint` when it names no endpoint,
    /// `Mode` when it says `local` and a proxy on the switch has no implementation. Or kind `Open` when the system has no thread
    /// to give.
    pub fn start(self, switch: Arc<Switch>) -> Result<Watching, Error> {
        let mut looking = Looking::new(self, switch);
        looking.turn()?;
        looking.go_on()
    }

    /// Follows a file that may come into being later, or be wrong at first: what the first look meets is told to the hook of
    /// [`on_error`](Watch::on_error), as what later ones meet, and the switch stays as it is until the file is good.
    ///
    /// # Errors
    ///
    /// Kind `Open` when the system has no thread to give.
    pub fn start_anyway(self, switch: Arc<Switch>) -> Result<Watching, Error> {
        let mut looking = Looking::new(self, switch);
        looking.look();
        looking.go_on()
    }

    /// What the file says now.
    fn read(&self) -> Result<Config, Error> {
        let failed = |what: &dyn fmt::Display| {
            Error::new(ErrorKind::Open, format!("{}: {what}", self.path.display()))
        };
        let text = text(&self.path).map_err(|error| failed(&error))?;
        // Of a parser's error only the place is told: what stands there may be a password.
        let table = DeTable::parse(&text).map_err(|error| {
            failed(&format_args!("not TOML{}: {}", line(&text, &error), error.message()))
        })?;
        let mut value = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        for key in &self.keys {
            value = match value.into_inner() {
                DeValue::Table(mut table) => table.remove(key.as_str()),
                _ => None,
            }
            .ok_or_else(|| failed(&self.missing()))?;
        }
        Config::deserialize(ValueDeserializer::from(value)).map_err(|error| {
            let what = format_args!("{}{}", error.message(), line(&text, &error));
            Error::new(ErrorKind::Endpoint, format!("{}{what}", self.place()))
        })
    }

    /// That it has nothing under the key.
    fn missing(&self) -> String {
        let mut text = format!("it has no {}", self.keys.join("."));
        if self.keys.iter().any(|key| key.contains('.')) {
            let parts = self.keys.iter().flat_map(|key| key.split('.'));
            let calls: String = parts.map(|key| format!(".key({key:?})")).collect();
            text.push_str(&format!("; keys are said one by one: `{calls}`"));
        }
        text
    }

    /// The file and the key, as they stand before what is wrong there.
    fn place(&self) -> String {
        let keys = self.keys.iter().map(|key| format!("{key}: "));
        format!("{}: {}", self.path.display(), keys.collect::<String>())
    }
}

/// Where the file is wrong, if that is known.
fn line(text: &str, error: &toml::de::Error) -> String {
    error.span().and_then(|span| text.get(..span.start)).map_or_else(String::new, |before| {
        format!(", in line {}", before.matches('\n').count() + 1)
    })
}

/// A file that is looked at again and again.
struct Looking {
    watch: Watch,
    switch: Arc<Switch>,
    /// What it said when it was last good.
    config: Option<Config>,
    /// What was told to be wrong with it, and still is.
    trouble: Option<String>,
}

impl Looking {
    fn new(watch: Watch, switch: Arc<Switch>) -> Self {
        Looking { watch, switch, config: None, trouble: None }
    }

    /// Turns the switch if the file says something new.
    fn turn(&mut self) -> Result<(), Error> {
        let new = self.watch.read()?;
        if self.config.as_ref() != Some(&new) {
            self.switch.set(&new).map_err(|error| {
                let told = Error::new(error.kind(), format!("{}{error}", self.watch.place()));
                if error.is_unsent() { told.unsent() } else { told }
            })?;
            self.config = Some(new);
        }
        Ok(())
    }

    /// Does that, and tells what became of it, if that is news.
    fn look(&mut self) {
        let error = self.turn().err();
        let trouble = error.as_ref().map(ToString::to_string);
        if trouble != self.trouble {
            match &error {
                Some(error) => (self.watch.on_error)(error),
                None => (self.watch.on_recovery)(),
            }
        }
        self.trouble = trouble;
    }

    /// Looks from now on, on a thread of its own.
    fn go_on(mut self) -> Result<Watching, Error> {
        let (stop, stopped) = mpsc::channel::<()>();
        let path = self.watch.path.clone();
        let work = move || {
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(self.watch.every) {
                self.look();
            }
        };
        let thread = thread::Builder::new().name("xmlrpc-watch".to_owned()).spawn(work);
        let thread = thread.map_err(|error| {
            Error::new(ErrorKind::Open, format!("no thread to follow the file with: {error}"))
        })?;
        Ok(Watching { path, stop: Some(stop), thread: Some(thread) })
    }
}

fn text(path: &Path) -> io::Result<String> {
    use io::Read as _;
    let mut text = String::new();
    fs::File::open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST {
        return Err(io::Error::other("it has more than a mebibyte"));
    }
    Ok(text)
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("path", &self.path)
            .field("keys", &self.keys)
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}

/// A file that is being followed, until this is dropped.
#[must_use = "dropping it ends the watch"]
pub struct Watching {
    path: PathBuf,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.stop.take());
        // If a hook panicked, the panic hook has told of it.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching").field("path", &self.path).finish_non_exhaustive()
    }
}

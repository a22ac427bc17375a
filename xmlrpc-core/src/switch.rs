//! The switch: which path a call takes.

use std::{
    fmt, mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    CallOptions, ConnectFn, Error, ErrorKind, Missing, Remote, Resolve, Stub, Target,
    Transport as _,
    detour::Path,
    shadow::{Hook, Shadowed},
    stub,
};

/// Which path calls take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Straight to the implementation in this process.
    Local,
    /// Over XML-RPC.
    Remote,
    /// To the implementation in this process, but through the codec and the dispatcher, as if from afar: what is answered
    /// is what a remote caller would see. A provided method runs as the implementation has it.
    Loopback,
    /// Straight to the implementation in this process; what is asked of methods that are `read_only` can be asked of a
    /// remote endpoint too, to compare.
    Shadow,
}

impl Mode {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Local => "local",
            Mode::Remote => "remote",
            Mode::Loopback => "loopback",
            Mode::Shadow => "shadow",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A turn of a switch, as its hooks are told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The path that calls took before.
    pub from: Mode,
    /// The path that calls take now; the same where only the endpoint changed.
    pub to: Mode,
    /// Where the remote endpoint of this path is, without credentials.
    pub endpoint: Option<String>,
}

/// What is told of turns.
type OnChange = Arc<dyn Fn(&Turn) + Send + Sync>;

/// Chooses the path for one proxy, or, in an `Arc`, for several at once. It starts out local.
///
/// It can be turned at any time and from any thread. A call that starts after a turn has returned takes the new path;
/// a call that is under way ends on the path on which it began.
pub struct Switch {
    /// All that a local call reads: whether there is more to look at. What is held is published before the flag that
    /// leads to it.
    detour: AtomicBool,
    held: Mutex<Held>,
}

/// What only a turn and a call that is not local look at.
struct Held {
    mode: Mode,
    hook: Option<Hook>,
    remote: Option<Remote>,
    connect: Option<ConnectFn>,
    /// Whether a proxy follows it. Before one does, nobody says what connects.
    followed: bool,
    has_local: bool,
    hooks: Vec<OnChange>,
}

impl Switch {
    /// A switch that no proxy follows yet.
    pub const fn new() -> Self {
        Switch {
            detour: AtomicBool::new(false),
            held: Mutex::new(Held {
                mode: Mode::Local,
                hook: None,
                remote: None,
                connect: None,
                followed: false,
                has_local: true,
                hooks: Vec::new(),
            }),
        }
    }

    /// The path that calls take now.
    pub fn mode(&self) -> Mode {
        if self.is_local() { Mode::Local } else { self.held().mode }
    }

    /// The remote endpoint that was the last one, whether calls go there now or not: where
    /// [`reconnect`](Switch::reconnect) leads. One that was named for shadowing counts too.
    pub fn endpoint(&self) -> Option<Remote> {
        self.held().remote.clone()
    }

    #[inline(always)]
    pub(crate) fn is_local(&self) -> bool {
        !self.detour.load(Ordering::Relaxed)
    }

    /// Sends calls to the implementation in this process.
    ///
    /// # Errors
    ///
    /// Kind `Mode` when a proxy on this switch has none. Calls go on as before then.
    pub fn local(&self) -> Result<(), Error> {
        let held = self.held();
        held.check_local()?;
        self.turn(held, Mode::Local);
        Ok(())
    }

    /// Sends calls to the implementation in this process, but through the codec and the dispatcher: arguments and results
    /// are those that a remote caller's would be, and so are the errors. It shows in a unit test that a service can be called
    /// remotely.
    ///
    /// # Errors
    ///
    /// Kind `Mode` when a proxy on this switch has no implementation. Calls go on as before then.
    pub fn loopback(&self) -> Result<(), Error> {
        let held = self.held();
        held.check_local()?;
        self.turn(held, Mode::Loopback);
        Ok(())
    }

    /// Lets the implementation in this process answer, and hands to `hook` what may be asked of this endpoint too: each
    /// call of a method that is `read_only`, with its arguments and what it gave here.
    ///
    /// Nothing is sent and nothing compared before somebody calls [`Shadowed::compare`]. The hook is called by the thread
    /// that made the call, which waits for it: it should hand on what it gets, to a channel say, and return. If it panics,
    /// the call is answered all the same. What a provided method calls of its own is not shadowed, nor what a batch holds.
    ///
    /// ```
    /// # extern crate xmlrpc_core as xmlrpc_proxy;
    /// # use xmlrpc_proxy::{Missing, Remote, Shadowed, Switch};
    /// # let endpoint = Remote::new(Missing);
    /// let (give, take) = std::sync::mpsc::sync_channel::<Shadowed>(100);
    /// let switch = Switch::new();
    /// // What there is no room for is not compared.
    /// switch.shadow(endpoint, move |call| drop(give.try_send(call)))?;
    /// std::thread::spawn(move || {
    ///     for call in take {
    ///         if let Err(difference) = call.compare() {
    ///             eprintln!("{difference}");
    ///         }
    ///     }
    /// });
    /// # Ok::<(), xmlrpc_proxy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`local`](Switch::local) and [`remote`](Switch::remote).
    pub fn shadow(
        &self,
        endpoint: impl Resolve,
        hook: impl Fn(Shadowed) + Send + Sync + 'static,
    ) -> Result<(), Error> {
        let remote = stub::remote_only(endpoint, self.connect())?;
        let mut held = self.held();
        held.check_local()?;
        held.remote = Some(remote);
        held.hook = Some(Hook::new(hook));
        self.turn(held, Mode::Shadow);
        Ok(())
    }

    /// Sends calls to this endpoint: a URL, a connected [`Remote`], or a configuration.
    ///
    /// No connection is opened here: whether the server is there, the first call tells.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when the text is no URL, says `local`, or no proxy that could connect follows this switch
    /// yet. Calls go on as before then.
    pub fn remote(&self, endpoint: impl Resolve) -> Result<(), Error> {
        let remote = stub::remote_only(endpoint, self.connect())?;
        self.turn_to(remote);
        Ok(())
    }

    /// Sends calls where the endpoint says: `local`, or a URL, or a configuration that holds one of them.
    ///
    /// # Errors
    ///
    /// Those of [`local`](Switch::local) and [`remote`](Switch::remote).
    pub fn set(&self, endpoint: impl Resolve) -> Result<(), Error> {
        match endpoint.resolve(self.connect())? {
            Target::Local => self.local(),
            Target::Remote(remote) => {
                self.turn_to(remote);
                Ok(())
            }
        }
    }

    /// Sends calls to the remote endpoint that was the last one, with its connections. One that was named for shadowing
    /// counts too.
    ///
    /// # Errors
    ///
    /// Kind `Mode` when there was none yet. Calls go on as before then.
    pub fn reconnect(&self) -> Result<(), Error> {
        let held = self.held();
        if held.remote.is_none() {
            return Err(Error::new(
                ErrorKind::Mode,
                "there is no remote endpoint to switch to yet: name one with `remote(...)`",
            ));
        }
        self.turn(held, Mode::Remote);
        Ok(())
    }

    /// What makes a transport of a text.
    fn connect(&self) -> Option<ConnectFn> {
        let held = self.held();
        if held.followed { held.connect } else { Some(unfollowed) }
    }

    fn turn_to(&self, remote: Remote) {
        let mut held = self.held();
        held.remote = Some(remote);
        self.turn(held, Mode::Remote);
    }

    /// The lock is held over all of a turn, so that of two at once one is wholly the last. The hooks are told without it: they
    /// may ask the switch, or turn it.
    fn turn(&self, mut held: MutexGuard<'_, Held>, mode: Mode) {
        let from = mem::replace(&mut held.mode, mode);
        if mode != Mode::Shadow {
            held.hook = None;
        }
        self.detour.store(mode != Mode::Local, Ordering::Release);
        // Where only the endpoint may have changed, it was named anew.
        let same = from == mode && matches!(mode, Mode::Local | Mode::Loopback);
        if same || held.hooks.is_empty() {
            return;
        }
        let remote = held.remote.as_ref().filter(|_| matches!(mode, Mode::Remote | Mode::Shadow));
        let turn = Turn { from, to: mode, endpoint: remote.map(Remote::describe) };
        let hooks = held.hooks.clone();
        drop(held);
        for hook in hooks {
            hook(&turn);
        }
    }

    /// Tells this hook of each turn from now on, after it, unless it left everything as it was: for a log, or a line on a
    /// screen. It is told by the thread that turns, which waits for it. Of two turns at the same moment the hooks may be told
    /// in either order: [`mode`](Switch::mode) tells what holds.
    pub fn on_change(&self, hook: impl Fn(&Turn) + Send + Sync + 'static) {
        self.held().hooks.push(Arc::new(hook));
    }

    /// The path of a call that found it is not to go straight to the implementation.
    pub(crate) fn path(&self) -> Path {
        let held = self.held();
        match (held.mode, &held.remote, &held.hook) {
            (Mode::Remote, Some(remote), _) => Path::Remote(remote.clone()),
            (Mode::Loopback, ..) => Path::Loopback,
            (Mode::Shadow, Some(remote), Some(hook)) => Path::Shadow(remote.clone(), hook.clone()),
            // It was turned meanwhile.
            _ => Path::Local,
        }
    }

    /// A stub for where remote calls go, if that is where they go now. One over [`Missing`] would be a bug of ours, and still
    /// answers with an error.
    pub(crate) fn stub<C: Stub>(&self) -> Option<C> {
        let held = self.held();
        let remote = held.remote.clone();
        let stub = || C::from_transport(remote.unwrap_or_else(|| Remote::new(Missing)));
        (held.mode == Mode::Remote).then(stub)
    }

    /// A switch that stands as this one does now, for calls with these options.
    pub(crate) fn pinned(&self, options: CallOptions) -> Switch {
        let held = self.held();
        Switch {
            detour: AtomicBool::new(held.mode != Mode::Local),
            held: Mutex::new(Held {
                mode: held.mode,
                hook: held.hook.clone(),
                remote: held.remote.as_ref().map(|remote| remote.with(options)),
                connect: held.connect,
                followed: held.followed,
                has_local: held.has_local,
                hooks: Vec::new(),
            }),
        }
    }

    /// A proxy follows this switch from now on.
    pub(crate) fn attach(&self, connect: Option<ConnectFn>, has_local: bool) {
        let mut held = self.held();
        held.connect = held.connect.or(connect);
        held.followed = true;
        held.has_local &= has_local;
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing in there is ever left half changed.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What connects where nothing does yet.
fn unfollowed(_: &str) -> Result<Remote, Error> {
    Err(Error::new(
        ErrorKind::Endpoint,
        "no proxy follows this switch yet, and so nothing can connect to a text: make the proxy first, by \
         `XProxy::with_switch(implementation, switch.clone())`, or give the switch a `Config`",
    ))
}

impl Held {
    fn check_local(&self) -> Result<(), Error> {
        if self.has_local {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Mode,
            "there is no local implementation to switch to: this proxy was made for a remote endpoint",
        ))
    }
}

impl Default for Switch {
    fn default() -> Self {
        Switch::new()
    }
}

impl fmt::Debug for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Switch")
            .field("mode", &self.mode())
            .field("remote", &self.held().remote)
            .finish()
    }
}

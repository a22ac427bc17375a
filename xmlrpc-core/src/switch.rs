//! The switch: which of two paths a call takes.

use std::{
    fmt,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{ConnectFn, Error, ErrorKind, Missing, Remote, Resolve, Stub, Target, stub};

/// Which path calls take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Straight to the implementation in this process.
    Local,
    /// Over XML-RPC.
    Remote,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Local => "local",
            Mode::Remote => "remote",
        })
    }
}

/// Chooses the path for one proxy, or, in an `Arc`, for several at once. It starts out local.
///
/// It can be turned at any time and from any thread. A call that starts after a turn has returned takes the new path;
/// a call that is under way ends on the path on which it began.
pub struct Switch {
    /// All that a call reads. The transport is published before the flag that leads to it.
    remote: AtomicBool,
    held: Mutex<Held>,
}

/// What only a turn and a remote call look at.
struct Held {
    remote: Option<Remote>,
    connect: Option<ConnectFn>,
    has_local: bool,
}

impl Switch {
    /// A switch that no proxy follows yet.
    pub const fn new() -> Self {
        Switch {
            remote: AtomicBool::new(false),
            held: Mutex::new(Held { remote: None, connect: None, has_local: true }),
        }
    }

    /// The path that calls take now.
    pub fn mode(&self) -> Mode {
        if self.is_local() { Mode::Local } else { Mode::Remote }
    }

    #[inline(always)]
    pub(crate) fn is_local(&self) -> bool {
        !self.remote.load(Ordering::Relaxed)
    }

    /// Sends calls to the implementation in this process.
    ///
    /// # Errors
    ///
    /// Kind `Mode` when a proxy on this switch has none. Calls go on as before then.
    pub fn local(&self) -> Result<(), Error> {
        let held = self.held();
        if !held.has_local {
            return Err(Error::new(
                ErrorKind::Mode,
                "there is no local implementation to switch to: this proxy was made for a remote endpoint",
            ));
        }
        self.remote.store(false, Ordering::Release);
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
        let connect = self.held().connect;
        let remote = stub::remote_only(endpoint, connect)?;
        self.turn(remote);
        Ok(())
    }

    /// Sends calls where the endpoint says: `local`, or a URL, or a configuration that holds one of them.
    ///
    /// # Errors
    ///
    /// Those of [`local`](Switch::local) and [`remote`](Switch::remote).
    pub fn set(&self, endpoint: impl Resolve) -> Result<(), Error> {
        let connect = self.held().connect;
        match endpoint.resolve(connect)? {
            Target::Local => self.local(),
            Target::Remote(remote) => {
                self.turn(remote);
                Ok(())
            }
        }
    }

    /// Sends calls to the remote endpoint that was the last one, with its connections.
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
        self.remote.store(true, Ordering::Release);
        Ok(())
    }

    fn turn(&self, remote: Remote) {
        // The lock is held over both, so that of two turns at once one is wholly the last.
        let mut held = self.held();
        held.remote = Some(remote);
        self.remote.store(true, Ordering::Release);
    }

    /// A stub for where remote calls go now. One over [`Missing`] would be a bug of ours, and still answers with an error.
    #[doc(hidden)]
    pub fn stub<C: Stub>(&self) -> C {
        let remote = self.held().remote.clone();
        C::from_transport(remote.unwrap_or_else(|| Remote::new(Missing)))
    }

    /// A proxy follows this switch from now on.
    pub(crate) fn attach(&self, connect: Option<ConnectFn>, has_local: bool) {
        let mut held = self.held();
        held.connect = held.connect.or(connect);
        held.has_local &= has_local;
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing in there is ever left half changed.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
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

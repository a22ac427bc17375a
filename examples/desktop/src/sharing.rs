//! The people, served to other programs on this machine.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use xmlrpc_proxy::{Error, ErrorKind, Running, Server};

use crate::{data::SqliteDb, people::PeopleService};

/// How others reach what is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By a socket in the file system, which only the same user can open.
    #[cfg(unix)]
    Socket,
    /// By a port on the loopback address, with a token.
    Token,
}

impl Way {
    /// All that there are here.
    pub const ALL: &[Way] = &[
        #[cfg(unix)]
        Way::Socket,
        Way::Token,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(unix)]
            Way::Socket => "unix socket",
            Way::Token => "loopback + token",
        }
    }
}

/// People who are being shared, until this is dropped.
#[derive(Debug)]
pub struct Sharing {
    running: Running,
    /// The token that callers show, until it was taken note of.
    pub token: Option<String>,
}

impl Sharing {
    /// Shares these people.
    ///
    /// # Errors
    ///
    /// When there is no socket or port to be had, or no random number.
    pub fn start(way: Way, people: Arc<SqliteDb>) -> Result<Self, Error> {
        let (server, token) = match way {
            #[cfg(unix)]
            Way::Socket => (Server::bind_unix(socket())?, None),
            Way::Token => {
                let token = token()?;
                (Server::bind("127.0.0.1:0")?.token(&token), Some(token))
            }
        };
        let server = server.mount(PeopleService::new(people)).stop_timeout(Duration::from_secs(1));
        Ok(Sharing { running: server.spawn()?, token })
    }

    /// Where they are to be had.
    pub fn url(&self) -> &str {
        self.running.url()
    }

    /// Ends it, and waits for that: the socket's file goes with the server.
    pub fn stop(&self) {
        self.running.stop();
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        // Calls under way may end, and whoever lets go need not wait for that.
        self.running.begin_stop();
    }
}

/// A path of its own for each that is shared.
#[cfg(unix)]
fn socket() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static SHARED: AtomicU32 = AtomicU32::new(1);
    let folder = std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, Into::into);
    let number = SHARED.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("people-{}-{number}.sock", std::process::id()))
}

fn token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::new(ErrorKind::Open, format!("no random number: {error}")))?;
    Ok(bytes.iter().fold(String::new(), |mut token, byte| {
        // Writing to a string does not fail.
        let _ = write!(token, "{byte:02x}");
        token
    }))
}

//! The file of a unix socket, from its making to its removal.

use std::{
    fs::{self, DirBuilder, File, Metadata, Permissions, TryLockError},
    io::{self, ErrorKind as Io},
    os::unix::{
        fs::{DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _},
        net::{SocketAddr, UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

use xmlrpc_core::{Error, ErrorKind};

/// How often, and how long apart, a folder is tried that somebody else has locked.
const LOCK_TRIES: u32 = 1000;
const LOCK_PAUSE: Duration = Duration::from_millis(1);

/// A socket's file. It is removed when this is dropped, unless another one has taken its place.
#[derive(Debug)]
pub(crate) struct SocketFile {
    path: PathBuf,
    /// Device and inode.
    id: (u64, u64),
}

/// Listens on a socket in the file system, which gets these permissions.
///
/// It is made where nobody else can reach it and moved into place, so that it is never open wider than it is to be.
///
/// # Errors
///
/// Kind `Endpoint` when something that is no dead socket is there already, or the file cannot be made.
pub(crate) fn bind(path: &Path, mode: u32) -> Result<(UnixListener, SocketFile), Error> {
    let failed = |error: io::Error| {
        Error::new(ErrorKind::Endpoint, format!("cannot listen on {}: {error}", path.display()))
    };
    // The working directory may be another one when it is removed.
    let path = std::path::absolute(path).map_err(failed)?;
    // Where it is made the path is another one: this is the one that clients have to be able to name.
    SocketAddr::from_pathname(&path).map_err(failed)?;
    // Of two servers that start at the same moment only one may find the socket dead and replace it.
    let _alone = alone_in(path.parent());
    let dead = is_dead(&path).map_err(failed)?;
    let nest = Nest::beside(&path).map_err(failed)?;
    let made = nest.0.join("s");
    let listener = UnixListener::bind(&made).map_err(failed)?;
    fs::set_permissions(&made, Permissions::from_mode(mode)).map_err(failed)?;
    let id = id(&fs::symlink_metadata(&made).map_err(failed)?);
    if dead {
        fs::rename(&made, &path).map_err(failed)?;
    } else {
        // Unlike a move, it replaces nothing that has come meanwhile.
        fs::hard_link(&made, &path).map_err(failed)?;
    }
    Ok((listener, SocketFile { path, id }))
}

/// Keeps other servers of ours from looking at sockets in this folder, until what is returned is dropped. A folder that cannot
/// be locked is used without.
fn alone_in(folder: Option<&Path>) -> Option<File> {
    let folder = File::open(folder?).ok()?;
    // They keep it for microseconds. Whoever keeps it for longer is no server of ours.
    for _ in 0..LOCK_TRIES {
        match folder.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => break,
        }
    }
    Some(folder)
}

/// Whether a socket is there on which nobody listens; an error if something else is there.
fn is_dead(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == Io::NotFound => return Ok(false),
        Err(error) => return Err(error),
        Ok(file) if !file.file_type().is_socket() => {
            return Err(io::Error::new(Io::AlreadyExists, "a file that is no socket is there"));
        }
        Ok(_) => {}
    }
    match UnixStream::connect(path) {
        Err(error) if error.kind() == Io::ConnectionRefused => Ok(true),
        Err(error) if error.kind() == Io::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::new(Io::AddrInUse, "another server listens there")),
    }
}

impl SocketFile {
    /// `http+unix:///run/people.sock`, with the path of the calls behind it unless it is the usual one.
    pub(crate) fn url(&self, path: &str) -> String {
        let mut url = "http+unix://".to_owned();
        for byte in self.path.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                    url.push(char::from(*byte));
                }
                _ => url.push_str(&format!("%{byte:02X}")),
            }
        }
        if path != "/RPC2" {
            url.push(':');
            url.push_str(path);
        }
        url
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let ours = fs::symlink_metadata(&self.path).is_ok_and(|file| id(&file) == self.id);
        if ours {
            // Nobody is left to tell. A dead socket is replaced by the next server.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn id(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// A folder that only this user may enter. It is removed with all that is in it when this is dropped.
struct Nest(PathBuf);

impl Nest {
    /// In the folder of this file: nothing can be moved between file systems.
    fn beside(path: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let nest = path.with_file_name(format!(".xr{}.{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&nest) {
                Ok(()) => return Ok(Nest(nest)),
                Err(error) if error.kind() == Io::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Nest {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.0.join("s"));
        let _ = fs::remove_dir(&self.0);
    }
}

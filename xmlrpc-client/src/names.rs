//! From the name of a host to socket addresses.

use std::{
    io,
    net::{SocketAddr, ToSocketAddrs},
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

/// As many addresses of a name are tried at most.
const ADDRESSES: usize = 16;

/// What is known of names.
#[derive(Debug)]
pub(crate) struct Names {
    /// How long an answer is used.
    lifetime: Duration,
    /// One endpoint and one proxy are two names at most.
    known: Mutex<Vec<Known>>,
}

#[derive(Debug)]
struct Known {
    host: String,
    addresses: Vec<SocketAddr>,
    since: Instant,
}

impl Names {
    pub(crate) fn new(lifetime: Duration) -> Arc<Self> {
        Arc::new(Names { lifetime, known: Mutex::default() })
    }

    /// Nothing is known any more.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    /// The addresses of `host:port`, asked of the system if they are not known.
    ///
    /// The system cannot be told to stop: it is asked on a thread of its own, which keeps what it finds for the next call even
    /// if this one has stopped waiting.
    ///
    /// # Errors
    ///
    /// The system's, or kind `TimedOut` without a number of the system's.
    pub(crate) fn addresses(
        self: &Arc<Self>,
        host: &str,
        time: Duration,
    ) -> io::Result<Vec<SocketAddr>> {
        if let Some(known) = self.known(host) {
            return Ok(known);
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        let (names, host) = (Arc::clone(self), host.to_owned());
        thread::Builder::new().name("xmlrpc-resolve".to_owned()).spawn(move || {
            // Nobody waits any more if the time is over.
            let _ = sender.send(names.find(host));
        })?;
        match receiver.recv_timeout(time) {
            Ok(found) => found,
            Err(mpsc::RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                Err(io::Error::other("the look-up failed"))
            }
        }
    }

    /// The same without holding up the thread: the system is asked on one of tokio's.
    #[cfg(feature = "async")]
    pub(crate) async fn addresses_async(
        self: &Arc<Self>,
        host: &str,
    ) -> io::Result<Vec<SocketAddr>> {
        if let Some(known) = self.known(host) {
            return Ok(known);
        }
        let (names, host) = (Arc::clone(self), host.to_owned());
        let found = tokio::task::spawn_blocking(move || names.find(host)).await;
        found.unwrap_or_else(|_| Err(io::Error::other("the look-up failed")))
    }

    /// Asks the system, and keeps what it says.
    fn find(&self, host: String) -> io::Result<Vec<SocketAddr>> {
        let found = look_up(&host)?;
        self.learn(host, found.clone());
        Ok(found)
    }

    fn known(&self, host: &str) -> Option<Vec<SocketAddr>> {
        let known = self.lock();
        let known = known.iter().find(|known| known.host == host)?;
        (known.since.elapsed() < self.lifetime).then(|| known.addresses.clone())
    }

    fn learn(&self, host: String, addresses: Vec<SocketAddr>) {
        if !self.lifetime.is_zero() {
            let mut known = self.lock();
            known.retain(|known| known.host != host);
            known.push(Known { host, addresses, since: Instant::now() });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look_up(host: &str) -> io::Result<Vec<SocketAddr>> {
    let addresses: Vec<_> = host.to_socket_addrs()?.take(ADDRESSES).collect();
    if addresses.is_empty() {
        return Err(io::Error::other("the name has no address"));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_name_is_not_looked_up() {
        let names = Names::new(Duration::from_secs(60));
        let address: SocketAddr = "192.0.2.1:80".parse().unwrap();
        names.learn("a.invalid:80".to_owned(), vec![address]);
        // Looked up within no time at all it could not be found.
        let found = || names.addresses("a.invalid:80", Duration::ZERO);
        assert_eq!(found().unwrap(), [address]);
        names.forget();
        assert!(found().is_err());
    }

    #[test]
    fn nothing_is_kept_beyond_its_lifetime() {
        let names = Names::new(Duration::ZERO);
        names.learn("a.invalid:80".to_owned(), vec!["192.0.2.1:80".parse().unwrap()]);
        assert!(names.known("a.invalid:80").is_none());
    }
}

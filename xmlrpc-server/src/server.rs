//! The server before it runs.

use std::{net::ToSocketAddrs, sync::Arc, time::Duration};

use tokio::sync::Semaphore;
use xmlrpc_core::{
    Error, ErrorKind, Route, Router,
    wire::{Dialect, Limits, Tolerance},
};

use crate::{
    HttpService, Running,
    guard::{self, Guard},
    listener::Bound,
    options::Options,
    running, settings,
    tls::Tls,
};

/// A server that is being set up: it has its address already, and answers once it is [spawned](Server::spawn).
///
/// ```
/// # mod xmlrpc_proxy { pub use xmlrpc_core::*; pub use xmlrpc_server::*; }
/// use std::time::Duration;
/// use xmlrpc_proxy::Server;
///
/// # fn main() -> Result<(), xmlrpc_proxy::Error> {
/// let server = Server::bind("127.0.0.1:0")?
///     .path("/people")
///     .hosts(["practice.example"])
///     .max_body(1 << 20)
///     .header_timeout(Duration::from_secs(2));
/// let running = server.spawn()?;
/// # running.stop();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "a server answers only once it is spawned"]
pub struct Server {
    bound: Vec<Bound>,
    routes: Vec<Route>,
    options: Options,
    tls: Tls,
}

impl Server {
    /// Binds an address: the first that can be bound, where there are several. Port 0 lets the system choose one, which
    /// [`Running::addr`] tells.
    ///
    /// # Errors
    ///
    /// Kind `Resolve` when a name has no address; kind `Endpoint` when the address cannot be bound, for one because
    /// another program has it.
    pub fn bind(address: impl ToSocketAddrs) -> Result<Self, Error> {
        Self::unbound().and_bind(address)
    }

    /// Listens on a unix socket that is made at this path. Only the user of this process can connect to it; see
    /// [`and_bind_unix`](Server::and_bind_unix) for others.
    ///
    /// # Errors
    ///
    /// As [`and_bind_unix`](Server::and_bind_unix).
    #[cfg(unix)]
    pub fn bind_unix(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        Self::unbound().and_bind_unix(path, 0o600)
    }

    /// A server without an address: to bind in steps, or to be made [a service](Server::into_service) for a stack that
    /// listens itself.
    pub fn unbound() -> Self {
        Server {
            bound: Vec::new(),
            routes: Vec::new(),
            options: Options::default(),
            tls: Tls::default(),
        }
    }

    /// Binds a further address.
    ///
    /// # Errors
    ///
    /// As [`bind`](Server::bind).
    pub fn and_bind(mut self, address: impl ToSocketAddrs) -> Result<Self, Error> {
        self.bound.push(Bound::tcp(address)?);
        Ok(self)
    }

    /// Listens on a further unix socket, whose file gets these permissions: `0o660` lets the file's group in.
    ///
    /// The socket is made inside a folder that only this user may enter, and then moved into place. The file of a server
    /// that ended without removing it is replaced, and nothing else is. It is removed when the server stops.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when another server listens there, when the path is a file of another kind, or when the socket
    /// cannot be made: the folder is not there or not writable, the path is too long (about 100 bytes is what systems
    /// take).
    #[cfg(unix)]
    pub fn and_bind_unix(
        mut self,
        path: impl AsRef<std::path::Path>,
        mode: u32,
    ) -> Result<Self, Error> {
        let (listener, file) = crate::socket::bind(path.as_ref(), mode)?;
        self.bound.push(Bound::Unix(listener, file));
        Ok(self)
    }

    /// Adds a service. Names that clash are reported by [`spawn`](Server::spawn) and [`serve`](Server::serve).
    pub fn mount(mut self, route: impl Into<Route>) -> Self {
        self.routes.push(route.into());
        self
    }

    /// Where calls are answered: `/RPC2` by default. All other paths are answered with 404. It is a path alone, as a URL has
    /// it (`%20` for a space), which [`spawn`](Server::spawn) checks.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.options.path = path.into();
        if !self.options.path.starts_with('/') {
            self.options.path.insert(0, '/');
        }
        self
    }

    /// Names by which clients call it, beside loopback names and the bound address: `practice.example`. A port is of no
    /// account. There is no `*`: each name is listed. [`spawn`](Server::spawn) checks them.
    ///
    /// A request with another name in its `Host` header is answered with 403: a web page reaches servers that are not
    /// meant for it by giving a name of its own their address. Repeated, it adds names. Any IP address is accepted as `Host`
    /// where the server is [`public`](Server::public) or asks for credentials: a page needs a name for this.
    pub fn hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.options.hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Origins of the web pages that may call it: `https://practice.example`. A request with another `Origin` header,
    /// `null` too, is answered with 403. Repeated, it adds origins. There is no `*`. [`spawn`](Server::spawn) checks them.
    ///
    /// No `Access-Control` header is sent: this is for pages that reach the server under their own origin.
    pub fn origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.options.origins.extend(origins.into_iter().map(Into::into));
        self
    }

    /// Allows an address that is not loopback, so that everyone who reaches it can call every method.
    ///
    /// Requests may then name the server by any address, as it may be behind one it does not know. Names have to be
    /// listed with [`hosts`](Server::hosts) all the same.
    pub fn public(mut self) -> Self {
        self.options.public = true;
        self
    }

    /// Asks callers for a name and a password (HTTP's Basic authentication). Repeated, it adds users. A request without
    /// credentials that are known is answered with 401.
    ///
    /// An address that is not loopback can be bound then without [`public`](Server::public), if there is TLS or
    /// [`plaintext`](Server::plaintext) was said. Name and password together may have 255 bytes, which
    /// [`spawn`](Server::spawn) checks.
    pub fn user(mut self, name: &str, password: &str) -> Self {
        self.options.auth.add_user(name, password);
        self
    }

    /// Asks callers for this token (HTTP's Bearer authentication). Repeated, it adds tokens; beside users, either will do.
    ///
    /// A token is up to 256 letters, digits, and characters of `-._~+/=`, which [`spawn`](Server::spawn) checks.
    pub fn token(mut self, token: &str) -> Self {
        self.options.auth.add_token(token);
        self
    }

    /// Believes these proxies when they tell by `X-Forwarded-For` whose call they pass on: addresses, nets (`10.0.0.0/8`), or
    /// `unix` for whoever comes over a unix socket. Repeated, it adds proxies. Nobody is believed by default.
    ///
    /// [`Context::peer`](xmlrpc_core::Context::peer) is then the last address in the chain that is none of them. The
    /// proxy has to append to the header, or write it, in every request. [`spawn`](Server::spawn) checks the texts.
    pub fn trusted_proxies(mut self, proxies: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        for proxy in proxies {
            self.options.proxies.add(proxy.as_ref());
        }
        self
    }

    /// The trusted proxies write `Forwarded` ([RFC 7239](https://www.rfc-editor.org/rfc/rfc7239)), so that this is read and
    /// `X-Forwarded-For`, which may be the caller's own, is not.
    pub fn proxies_write_forwarded(mut self) -> Self {
        self.options.proxies.write_forwarded();
        self
    }

    /// Allows credentials to be sent without TLS to an address that is not loopback, where others on the way can read
    /// them.
    pub fn plaintext(mut self) -> Self {
        self.options.plaintext = true;
        self
    }

    /// Speaks TLS on all addresses, and plain HTTP only on unix sockets. `certificates` is a chain in PEM, the server's own
    /// first, and `key` its private key in PEM: what is in the files, by `std::fs::read`, and not their paths.
    ///
    /// # Errors
    ///
    /// Kind `Tls` when there is no certificate or no key in them, or the two do not belong together.
    #[cfg(feature = "tls")]
    pub fn tls_pem(
        mut self,
        certificates: impl AsRef<[u8]>,
        key: impl AsRef<[u8]>,
    ) -> Result<Self, Error> {
        self.tls = Tls::from_pem(certificates.as_ref(), key.as_ref())?;
        Ok(self)
    }

    /// Speaks TLS on all addresses, as this configuration says: for client certificates, several names, other versions.
    /// `http/1.1` is the one protocol that is spoken inside.
    #[cfg(feature = "tls")]
    pub fn tls_config(mut self, config: Arc<rustls::ServerConfig>) -> Self {
        self.tls = Tls::new(config);
        self
    }

    /// The most bytes of a request's body, 16 MiB by default: [`Limits::body`]. A longer one is answered with 413.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.options.max_body = Some(bytes);
        self
    }

    /// What a call may hold. [`max_body`](Server::max_body) takes the place of its bytes, in whichever order they are said.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// What is read of a call beyond what loses nothing: by default nothing is.
    pub fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.options.tolerance = tolerance;
        self
    }

    /// What answers are written in: by default what every client reads.
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.options.dialect = dialect;
        self
    }

    /// How long the head of a request may take from its first byte, or from the beginning of the connection: 10 s by
    /// default. The connection is closed then, with 408 if something had come.
    pub fn header_timeout(mut self, time: Duration) -> Self {
        self.options.header_timeout = time;
        self
    }

    /// How long the body of a request may take: 30 s by default. It is answered with 408 then.
    pub fn body_timeout(mut self, time: Duration) -> Self {
        self.options.body_timeout = time;
        self
    }

    /// How long a connection may be idle, or a client not read its answer: 60 s by default. It is closed then.
    pub fn idle_timeout(mut self, time: Duration) -> Self {
        self.options.idle_timeout = time;
        self
    }

    /// How long [`Running::stop`] waits for calls in flight: 5 s by default. One that takes longer is answered with 503, which
    /// says that it may have run.
    pub fn stop_timeout(mut self, time: Duration) -> Self {
        self.options.stop_timeout = time;
        self
    }

    /// How many connections may be open: 1,024 by default. A further one is answered with 503 and closed.
    pub fn max_connections(mut self, count: usize) -> Self {
        self.options.max_connections = count;
        self
    }

    /// How many calls may run at once, each on a thread: 512 by default. A further one is answered with 503 and
    /// `Retry-After`. Short calls of services that are declared inline run where the server reads and writes, and do not count.
    pub fn max_calls(mut self, count: usize) -> Self {
        self.options.max_calls = count;
        self
    }

    /// How many bytes the bodies of all requests may take together while they are read and answered, 256 MiB by default.
    /// Bodies of up to 64 KiB are not counted. A request for which there is no room is answered with 503 and `Retry-After`.
    pub fn max_buffered(mut self, bytes: usize) -> Self {
        self.options.max_buffered = bytes;
        self
    }

    /// How many threads read and write, one for each core by default. They are started as connections come in. Methods
    /// run on threads of their own, unless their service is inline.
    pub fn threads(mut self, count: usize) -> Self {
        self.options.threads = count;
        self
    }

    /// Starts it on threads of its own and returns the handle.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when an address is not loopback, and neither credentials are asked for nor
    /// [`public`](Server::public) was said, or credentials are, and there is neither TLS nor
    /// [`plaintext`](Server::plaintext); when there are credentials that nobody could show, a trusted proxy that is no
    /// address, or a host, an origin or a path that no request could have; when two mounted methods have one name; when
    /// there is no address at all. Kind `Transport` when the system has no thread or no socket to give.
    pub fn spawn(self) -> Result<Running, Error> {
        if self.bound.is_empty() {
            return Err(Error::new(ErrorKind::Endpoint, "no address to listen on: bind one"));
        }
        for addr in self.bound.iter().filter_map(Bound::addr) {
            guard::check_address(addr, &self.options, self.tls.is_on())?;
        }
        let router = router(self.routes, &self.options)?;
        running::spawn(self.bound, router, self.options, self.tls)
    }

    /// What is behind HTTP alone: a `tower` service for a program that has an HTTP stack of its own, such as axum or hyper.
    /// Needs to run on tokio.
    ///
    /// Names, origins, credentials, path, media types and the limits of bodies and calls are minded as ever. Addresses,
    /// connections, TLS, and the time for heads are what that stack makes of them; what is bound here is let go.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when two mounted methods have one name, there are credentials that nobody could show, a
    /// trusted proxy is no address, or a host, an origin or the path is such as no request has.
    pub fn into_service(self) -> Result<HttpService, Error> {
        let router = router(self.routes, &self.options)?;
        let addrs: Vec<_> = self.bound.iter().filter_map(Bound::addr).collect();
        let guard = Guard::new(&addrs, &self.options);
        let calls = Arc::new(Semaphore::new(self.options.max_calls.min(Semaphore::MAX_PERMITS)));
        Ok(HttpService::new(router, guard, calls, &self.options))
    }

    /// Serves until the process ends, and blocks the calling thread so long.
    ///
    /// # Errors
    ///
    /// As [`spawn`](Server::spawn), before it serves.
    pub fn serve(self) -> Result<(), Error> {
        self.spawn()?.wait();
        Ok(())
    }
}

fn router(routes: Vec<Route>, options: &Options) -> Result<Router, Error> {
    options.auth.checked()?;
    settings::checked(options)?;
    options.proxies.checked()?;
    let mut router = Router::new()
        .limits(options.limits())
        .tolerance(options.tolerance)
        .dialect(options.dialect);
    for route in routes {
        router.mount(route)?;
    }
    Ok(router)
}

//! The server before it runs.

use std::{
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    time::Duration,
};

use xmlrpc_core::{
    Error, ErrorKind, Route, Router,
    wire::{Dialect, Limits, Tolerance},
};

use crate::{Running, guard, options::Options, running};

/// A server that is being set up: it has its address already, and answers once it is [spawned](Server::spawn).
///
/// ```
/// use std::time::Duration;
/// use xmlrpc_server::Server;
///
/// # fn main() -> Result<(), xmlrpc_core::Error> {
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
    listener: TcpListener,
    addr: SocketAddr,
    routes: Vec<Route>,
    options: Options,
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
        let addresses: Vec<SocketAddr> = address
            .to_socket_addrs()
            .map_err(|error| {
                Error::new(ErrorKind::Resolve, format!("no address to listen on: {error}"))
            })?
            .collect();
        let bound = TcpListener::bind(&*addresses)
            .and_then(|listener| listener.local_addr().map(|addr| (listener, addr)));
        let (listener, addr) = bound.map_err(|error| {
            let names: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            let names = if names.is_empty() { "no address".to_owned() } else { names.join(", ") };
            Error::new(ErrorKind::Endpoint, format!("cannot listen on {names}: {error}"))
        })?;
        Ok(Server { listener, addr, routes: Vec::new(), options: Options::default() })
    }

    /// Adds a service. Names that clash are reported by [`spawn`](Server::spawn) and [`serve`](Server::serve).
    pub fn mount(mut self, route: impl Into<Route>) -> Self {
        self.routes.push(route.into());
        self
    }

    /// Where calls are answered: `/RPC2` by default. All other paths are answered with 404.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.options.path = path.into();
        if !self.options.path.starts_with('/') {
            self.options.path.insert(0, '/');
        }
        self
    }

    /// Names by which clients call it, beside loopback names and the bound address: `practice.example`. A port is of no
    /// account.
    ///
    /// A request with another name in its `Host` header is answered with 403: a web page reaches servers that are not
    /// meant for it by giving a name of its own their address. Repeated, it adds names.
    pub fn hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.options.hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Origins of the web pages that may call it: `https://practice.example`. A request with another `Origin` header,
    /// `null` too, is answered with 403. Repeated, it adds origins.
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

    /// The most bytes of a request's body, 16 MiB by default: [`Limits::body`]. A longer one is answered with 413.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.options.limits = self.options.limits.body(bytes);
        self
    }

    /// What a call may hold, its bytes among it.
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

    /// How long [`Running::stop`] waits for calls in flight: 5 s by default.
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
    /// `Retry-After`. Services that are declared inline run one after the other and do not count.
    pub fn max_calls(mut self, count: usize) -> Self {
        self.options.max_calls = count;
        self
    }

    /// Starts it on a thread of its own and returns the handle.
    ///
    /// # Errors
    ///
    /// Kind `Endpoint` when the address is not loopback and [`public`](Server::public) was not said, or when two mounted
    /// methods have one name; kind `Transport` when the system has no thread or no socket to give.
    pub fn spawn(self) -> Result<Running, Error> {
        guard::check_address(self.addr, self.options.public)?;
        let mut router = Router::new()
            .limits(self.options.limits)
            .tolerance(self.options.tolerance)
            .dialect(self.options.dialect);
        for route in self.routes {
            router.mount(route)?;
        }
        running::spawn(self.listener, self.addr, router, self.options)
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

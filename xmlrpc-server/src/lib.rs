//! The embedded HTTP server of `xmlrpc-proxy`: services that are called over XML-RPC from other processes.
//!
//! ```
//! # mod xmlrpc_proxy { pub use xmlrpc_core::*; pub use xmlrpc_server::*; }
//! use xmlrpc_proxy::Server;
//!
//! # fn serve(people: xmlrpc_proxy::Route) -> Result<(), xmlrpc_proxy::Error> {
//! let running = Server::bind("127.0.0.1:0")?.mount(people).spawn()?;
//! println!("{}", running.url()); // http://127.0.0.1:43211/RPC2
//! running.stop();
//! # Ok(())
//! # }
//! ```
//!
//! # Closed by default
//!
//! A server on a loopback address is open to every web page that the user of the machine looks at, unless it
//! minds itself. This one does: it answers requests that name it by an address or a name it knows, refuses those that
//! a browser sends on behalf of a page, and takes no `Content-Type` that a page could send unasked. It refuses to
//! listen on an address that is not loopback unless it asks for credentials and has TLS, or [`Server::public`] was said;
//! [`Server::plaintext`] allows credentials without TLS.
//!
//! # Bounded by default
//!
//! | what | default | over it |
//! | --- | --- | --- |
//! | body of a request | 16 MiB | 413 |
//! | head of a request | 32 KiB, 100 headers | 431 |
//! | time for a head, time for a body | 10 s, 30 s | 408 |
//! | idle connection | 60 s | closed |
//! | connections | 1,024 | 503 |
//! | concurrent calls | 512 | 503 |
//! | bodies above 64 KiB, all together | 256 MiB | 503 |
//! | calls in one `system.multicall` | 1,000 | a fault |
//! | nesting, values, members of one struct | 128, 1,000,000, 500,000 | a fault |
//! | decoded document, one text, the answer | 16 MiB each | a fault |
//! | calls in flight when it stops | 5 s | 503, which says that they may have run |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod accept;
mod aside;
mod asked;
mod auth;
mod body;
mod buffer;
mod challenge;
mod connection;
mod fields;
mod front;
mod guard;
mod gzip;
mod listener;
mod media;
mod options;
mod peer;
mod race;
mod refusal;
mod running;
mod server;
mod settings;
#[cfg(unix)]
mod socket;
mod stop;
mod tls;
mod watch;
mod worker;

pub use front::HttpService;
pub use peer::Peer;
pub use running::Running;
pub use server::Server;

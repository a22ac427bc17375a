//! A server of the methods by which XML-RPC programs try each other: UserLand's validator1, the interop echo tests, the
//! specification's example, and `echo`.
//!
//! ```text
//! cargo run --example validator -- --port 8000
//! cargo run --example validator -- --unix /tmp/validator.sock --user greg:secret
//! ```

#![allow(unreachable_pub, clippy::print_stdout, reason = "a program")]
#![allow(missing_docs, reason = "the names are those of the suites")]

mod services;

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};
use xmlrpc_proxy::Server;

const HELP: &str = "\
A server of the methods by which XML-RPC programs try each other.

usage: validator [--port PORT] [--unix FILE] [--user NAME:PASSWORD]

  --port PORT            listens on this port of 127.0.0.1; 0 for a free one. The default, if there is no --unix: 8000
  --unix FILE            listens on a unix socket that is made here
  --user NAME:PASSWORD   answers only who knows these
";

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let (mut port, mut unix, mut user) = (None, None, None);
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("port") => port = Some(parser.value()?.parse::<u16>()?),
            Arg::Long("unix") => unix = Some(PathBuf::from(parser.value()?)),
            Arg::Long("user") => user = Some(parser.value()?.string()?),
            Arg::Long("help") => {
                print!("{HELP}");
                return Ok(());
            }
            _ => return Err(arg.unexpected().into()),
        }
    }
    let mut server = Server::unbound();
    if port.is_some() || unix.is_none() {
        server = server.and_bind(("127.0.0.1", port.unwrap_or(8000)))?;
    }
    if let Some(path) = unix {
        server = listen_on(server, &path)?;
    }
    if let Some(user) = user {
        let (name, password) = user.split_once(':').ok_or("--user takes NAME:PASSWORD")?;
        server = server.user(name, password);
    }
    let running = services::mount(server).spawn()?;
    for url in running.urls() {
        println!("{url}");
    }
    running.wait();
    Ok(())
}

#[cfg(unix)]
fn listen_on(server: Server, path: &std::path::Path) -> Result<Server, Failure> {
    Ok(server.and_bind_unix(path, 0o600)?)
}

#[cfg(not(unix))]
fn listen_on(_: Server, _: &std::path::Path) -> Result<Server, Failure> {
    Err("this system has no unix sockets".into())
}

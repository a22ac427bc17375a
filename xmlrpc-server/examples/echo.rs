//! A server of one method, `echo`, which takes exactly one parameter and returns it.
//!
//! `cargo run -p xmlrpc-server --example echo -- 127.0.0.1:8000`

#![allow(clippy::print_stdout, reason = "it tells where it listens")]

use xmlrpc_core::{
    Error, Method, Route, Service, Value,
    wire::{CallReader, ResponseWriter},
};
use xmlrpc_server::Server;

/// `#[service]` writes such a dispatcher for a trait.
struct Echo;

static METHODS: [&Method; 1] =
    [&Method::new("echo", 0, "").read_only().help("Returns its parameter as it came.")];

impl Service for Echo {
    fn methods(&self) -> &'static [&'static Method] {
        &METHODS
    }

    fn call(
        &self,
        _: &Method,
        mut params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let value: Value = params.param()?;
        params.finish()?;
        response.result(&value)
    }
}

fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8000".to_owned());
    let running = Server::bind(address)?.mount(Route::new(Echo)).spawn()?;
    println!("{}", running.url());
    running.wait();
    Ok(())
}

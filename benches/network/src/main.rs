//! What a call over sockets costs, beside others and beside the sockets alone.
//!
//! `remote`: the time of one call over a connection that is kept; `load`: calls a second over 16 and 64 connections; `batch`: a thousand calls in
//! one. Each leaves
//! its figures where `table` finds them. `serve WHO` is one of the servers, which these two start as programs of their
//! own.

mod batch;
mod child;
mod clients;
mod load;
mod remote;
mod servers;
mod service;
mod table;

use std::process::ExitCode;

const USAGE: &str = "usage: xmlrpc-bench-network remote | load | batch";

/// What went wrong: a bench that cannot do its work has nothing to tell but why.
type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["remote"] => remote::run(),
        ["remote", "here"] => remote::measure(),
        ["batch"] => batch::run(),
        ["batch", "here"] => batch::measure(),
        ["load"] => load::run(),
        ["load", "here", addr, connections] => load::measure(addr, connections),
        ["serve", who] => servers::serve(who),
        ["call", url, count] => remote::call(url, count),
        ["table", "direct", count] => table::direct(count),
        ["table", "serve"] => servers::serve("ours"),
        ["table", "call", url, way, count] => table::call(url, way, count),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! Judges what the measurements left behind.
//!
//! `table [--json]`: times and allocations of reading, writing and dispatching beside the peers', what calls over sockets
//! cost, and which targets are met; status 0 if they could be read, for times are no test.
//! `instructions`: the same work in instructions, and `local`: what the local path executes beyond a direct call; status 1 if it
//! is more than it may be.

mod callgrind;
mod instructions;
mod local;
mod network;
mod results;
mod table;
mod targets;

use std::process::ExitCode;

const USAGE: &str = "usage: xmlrpc-bench table [--json] | instructions | local";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["table"] => table::print(),
        ["table", "--json"] => table::print_json(),
        ["instructions"] => instructions::judge(),
        ["local"] => local::judge(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

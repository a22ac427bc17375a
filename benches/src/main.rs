//! Judges what the measurements left behind.
//!
//! `table [--json]`: times and allocations of reading, writing and dispatching beside the peers', what calls over sockets
//! cost, and which targets are met; status 0 if they could be read, for times are no test.
//! `pictures` and `tables`: the same for the book, of whatever was measured.
//! `instructions`: the same work in instructions, and `local`: what the local path executes beyond a direct call; status 1 if it
//! is more than it may be.

mod callgrind;
mod instructions;
mod local;
mod network;
mod pictures;
mod results;
mod svg;
mod table;
mod tables;
mod targets;

use std::process::ExitCode;

const USAGE: &str = "usage: xmlrpc-bench table [--json] | pictures | tables | instructions | local";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["table"] => table::print(),
        ["table", "--json"] => table::print_json(),
        ["pictures"] => pictures::write(),
        ["tables"] => tables::write(),
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

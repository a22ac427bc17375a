//! The command `xmlrpc`: shows what XML-RPC documents hold, and writes them.
//!
//! Each command is a module of its own that takes its arguments and a place to print to. It says whether all went well;
//! what did not, it has reported.

mod args;
mod decode;
mod document;
mod encode;
mod input;
mod json;
mod nesting;
mod plain_json;
mod report;
mod tree;
mod typed;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::Parser as _;

use args::{Args, Command};

/// The command line is not as it should be.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Where nobody listens, there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS };
        }
    };
    match run(&args.command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Who reads the output has seen enough, as `head` has.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            report::complain(&format!("cannot write: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> io::Result<bool> {
    let mut out = BufWriter::new(io::stdout().lock());
    let well = match command {
        Command::Decode(args) => decode::run(args, &mut out),
        Command::Encode(args) => encode::run(args, &mut out),
    }?;
    out.flush()?;
    Ok(well)
}

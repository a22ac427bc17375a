//! The command `xmlrpc`: asks servers, writes traits for them, shows what XML-RPC documents hold, and writes them.
//!
//! Each command is a module of its own that takes its arguments and a place to print to. It says whether all went well;
//! what did not, it has reported.

mod about;
mod args;
mod bench;
mod call;
mod completions;
mod config;
mod decode;
mod document;
mod encode;
mod exit;
mod generate;
mod help;
mod hint;
mod input;
mod json;
mod list;
mod nesting;
mod paint;
mod params;
mod plain_json;
mod print;
mod report;
mod server;
mod survey;
mod tap;
mod tree;
mod typed;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::Parser as _;

use args::{Args, Command};
use exit::{Exit, Stop};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Where nobody listens, there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Well }.into();
        }
    };
    match run(&args.command) {
        Ok(exit) => exit,
        Err(Stop::Usage(error)) => {
            report::complain(&hint::in_own_words(&error.to_string()));
            Exit::Usage
        }
        // Who reads the output has seen enough, as `head` has.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Well,
        Err(Stop::Output(error)) => {
            report::complain(&format!("cannot write: {error}"));
            Exit::Failed
        }
    }
    .into()
}

fn run(command: &Command) -> Result<Exit, Stop> {
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = match command {
        Command::Call(args) => call::run(args, &mut out)?,
        Command::List(args) => list::run(args, &mut out)?,
        Command::Help(args) => help::run(args, &mut out)?,
        Command::Generate(args) => generate::run(args, &mut out)?,
        Command::Bench(args) => bench::run(args, &mut out)?,
        Command::Tap(args) => tap::run(args, &mut out)?,
        Command::Decode(args) => decode::run(args, &mut out).map(Exit::of)?,
        Command::Encode(args) => encode::run(args, &mut out).map(Exit::of)?,
        Command::Completions(args) => completions::run(args, &mut out).map(|()| Exit::Well)?,
        Command::Man(args) => completions::man(args, &mut out)?,
    };
    out.flush()?;
    Ok(exit)
}

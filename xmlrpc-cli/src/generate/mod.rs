//! `xmlrpc generate`: a trait for `#[service]` from what a server tells of its methods.

mod case;
mod docs;
mod model;
mod names;
mod print;
mod types;

use std::io::Write;

use xmlrpc_core::{Error, ErrorKind};

use crate::{
    about,
    args::{GenerateArgs, Only},
    exit::{Exit, Stop},
    report::{complain, printable},
    server::{Failure, Server},
    survey,
};
use model::Trait;

/// Asks the server and prints the trait.
pub(crate) fn run(args: &GenerateArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    check_name(args)?;
    let server = Server::of(&args.server)?;
    match ask(args, &server) {
        Ok(Some(item)) => {
            out.write_all(print::text(&item).as_bytes())?;
            Ok(Exit::Well)
        }
        Ok(None) => {
            complain("the server lists no such methods");
            Ok(Exit::Failed)
        }
        // Not on standard output, which will be a file of code.
        Err(Failure::Fault(fault)) => {
            complain(&format!("the server does not tell of its methods: {fault}"));
            Ok(Exit::Fault)
        }
        Err(Failure::Problem(problem)) => {
            complain(&problem.to_string());
            Ok(Exit::Failed)
        }
    }
}

fn check_name(args: &GenerateArgs) -> Result<(), Error> {
    match &args.name {
        Some(name) if !names::can_be_trait(name) => {
            let text = format!("{name:?} cannot be the name of this trait");
            Err(Error::new(ErrorKind::Endpoint, text))
        }
        _ => Ok(()),
    }
}

/// The trait, or `None` where no method is left to put into it.
fn ask(args: &GenerateArgs, server: &Server) -> Result<Option<Trait>, Failure> {
    let listed = about::methods(server)?;
    let mut wanted: Vec<_> = listed.iter().filter(|name| is_wanted(args, name)).cloned().collect();
    wanted.sort();
    wanted.dedup();
    if wanted.is_empty() {
        return Ok(None);
    }
    let abouts = survey::of(server, &wanted, &listed)?;
    let options = model::Options {
        name: args.name.clone(),
        prefix: args.prefix.first().cloned(),
        awaited: args.awaited,
        only: args.only.map(Only::word),
        unknown: args.unknown.into(),
        url: printable(&server.url()).into_owned(),
        command: command(args),
    };
    Ok(Some(Trait::of(&abouts, options)))
}

fn is_wanted(args: &GenerateArgs, name: &str) -> bool {
    (args.system || !name.starts_with("system."))
        && (args.prefix.is_empty() || args.prefix.iter().any(|text| name.starts_with(text)))
}

/// How it was called, without the options by which the server is reached.
fn command(args: &GenerateArgs) -> String {
    let mut command = "xmlrpc generate".to_owned();
    let mut add = |option: &str, value: &str| {
        command.extend([" ", option, if value.is_empty() { "" } else { " " }]);
        command.push_str(&printable(value));
    };
    if let Some(name) = &args.name {
        add("--name", name);
    }
    for prefix in &args.prefix {
        add("--prefix", prefix);
    }
    if args.system {
        add("--system", "");
    }
    if args.awaited {
        add("--async", "");
    }
    if let Some(side) = args.only {
        add("--only", side.word());
    }
    command
}

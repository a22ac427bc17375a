//! `xmlrpc list`: the names of a server's methods.

use std::io::Write;

use serde_json::json;

use crate::{
    about,
    args::{Form, ListArgs},
    exit::{Exit, Stop},
    report::printable,
    server::Server,
};

/// Prints the names.
pub(crate) fn run(args: &ListArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    let server = Server::of(&args.server)?;
    match about::methods(&server) {
        Ok(names) if args.json => {
            writeln!(out, "{}", json!({ "methods": names }))?;
            Ok(Exit::Well)
        }
        Ok(names) => {
            for name in names {
                writeln!(out, "{}", printable(&name))?;
            }
            Ok(Exit::Well)
        }
        Err(failure) => Ok(failure.print(Form::of(args.json), out)?),
    }
}

//! `xmlrpc list`: the names of a server's methods.

use std::io::{self, Write};

use serde_json::json;

use crate::{
    about,
    args::{Form, ListArgs},
    exit::Exit,
    json::Notation,
    report::{complain, printable},
    server::Server,
};

/// Prints the names.
pub(crate) fn run(args: &ListArgs, out: &mut impl Write) -> io::Result<Exit> {
    let server = match Server::of(&args.server) {
        Ok(server) => server,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
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
        Err(failure) => {
            failure.print(if args.json { Form::Json(Notation::Plain) } else { Form::Tree }, out)
        }
    }
}

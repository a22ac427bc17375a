//! `xmlrpc call`: asks a server, and prints its answer.

use std::io::Write;

use crate::{
    args::CallArgs,
    document::Document,
    exit::{Exit, Stop},
    print::print,
    server::Server,
};

/// Makes the call and prints what came of it.
pub(crate) fn run(args: &CallArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    let (server, params) = Server::of_call(&args.called)?;
    let answer = server.ask(&args.called.method, &params);
    print(&answer, args.form.form(), out)?;
    Ok(match answer {
        Ok(Document::Fault(_)) => Exit::Fault,
        Ok(_) => Exit::Well,
        Err(_) => Exit::Failed,
    })
}

//! `xmlrpc call`: asks a server, and prints its answer.

use std::io::{self, Write};

use xmlrpc_core::{Error, Value};

use crate::{
    args::CallArgs,
    document::Document,
    exit::Exit,
    params,
    print::print,
    report::complain,
    server::{Server, check_name},
};

/// Makes the call and prints what came of it.
pub(crate) fn run(args: &CallArgs, out: &mut impl Write) -> io::Result<Exit> {
    let (server, params) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
    let answer = server.ask(&args.method, &params);
    print(&answer, args.form.form(), out)?;
    Ok(match answer {
        Ok(Document::Fault(_)) => Exit::Fault,
        Ok(_) => Exit::Well,
        Err(_) => Exit::Failed,
    })
}

/// What the command line says of the server and the call.
fn prepare(args: &CallArgs) -> Result<(Server, Vec<Value>), Error> {
    let server = Server::of(&args.server)?;
    check_name(&args.method)?;
    Ok((server, params::read(&args.params, args.args)?))
}

//! `xmlrpc call`: asks a server, and prints its answer.

use std::io::{self, Write};

use xmlrpc_client::Config;
use xmlrpc_core::{Error, Request, Transport as _, Value, wire::CallWriter};

use crate::{
    args::CallArgs,
    document::{Document, Root, legal},
    exit::Exit,
    params,
    print::print,
    report::{Problem, complain},
};

/// Makes the call and prints what came of it.
pub(crate) fn run(args: &CallArgs, out: &mut impl Write) -> io::Result<Exit> {
    let (config, params) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
    let answer = ask(&config, &args.method, &params);
    print(&answer, args.form.form(), out)?;
    Ok(match answer {
        Ok(Document::Fault(_)) => Exit::Fault,
        Ok(_) => Exit::Well,
        Err(_) => Exit::Failed,
    })
}

/// What the command line says of the server and the call.
fn prepare(args: &CallArgs) -> Result<(Config, Vec<Value>), Error> {
    let config = Config::new(&args.url)?.timeout(args.timeout).max_response(args.max_body);
    // What has no transport is a mistake on the command line.
    config.connect()?;
    legal(&args.method).map_err(|error| error.in_member("METHOD"))?;
    Ok((config, params::read(&args.params, args.args)?))
}

/// The answer of the server, a fault included.
fn ask(config: &Config, method: &str, params: &[Value]) -> Result<Document, Problem> {
    let remote = config.connect()?;
    let mut call = CallWriter::new(method).dialect(remote.dialect());
    for param in params {
        call.param(param)?;
    }
    let call = call.finish();
    let answer =
        remote.call(&Request::new(method, &call)).map_err(|error| error.in_method(method))?;
    let charset = answer.charset.as_deref();
    Document::read(&answer.body, charset, Some(Root::Response), remote.reading())
}

//! `xmlrpc call`: asks a server, and prints its answer.

use std::{
    env,
    io::{self, Write},
};

use xmlrpc_client::{Auth, Config};
use xmlrpc_core::{Error, ErrorKind, Request, Transport as _, Value, wire::CallWriter};

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
    let mut config = Config::new(&args.url)?
        .timeout(args.timeout)
        .max_response(args.max_body)
        .accept_compressed();
    config.auth = credentials(environment)?;
    config.plaintext = args.plaintext;
    // What has no transport is a mistake on the command line.
    config.connect()?;
    legal(&args.method).map_err(|error| error.in_member("METHOD"))?;
    Ok((config, params::read(&args.params, args.args)?))
}

/// The credentials in the environment. Unlike arguments, other users do not see it.
fn credentials(get: impl Fn(&str) -> Option<String>) -> Result<Option<Auth>, Error> {
    match (get("XMLRPC_USER"), get("XMLRPC_PASSWORD"), get("XMLRPC_TOKEN")) {
        (None, None, None) => Ok(None),
        (Some(user), Some(password), None) => Auth::basic(&user, &password).map(Some),
        (None, None, Some(token)) => Auth::bearer(&token).map(Some),
        _ => Err(Error::new(
            ErrorKind::Endpoint,
            "the environment needs XMLRPC_USER and XMLRPC_PASSWORD, or XMLRPC_TOKEN alone",
        )),
    }
}

/// A variable that is set, and not to nothing.
fn environment(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
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

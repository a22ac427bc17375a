//! `xmlrpc bench`: how long calls take.

mod figures;
mod measure;

use std::io::{self, Write};

use xmlrpc_core::{Error, Value};

use crate::{
    args::{BenchArgs, Form},
    exit::Exit,
    json::Notation,
    params,
    report::complain,
    server::{Server, check_name},
};
use measure::{Bounds, Job, Mode};

/// Measures and prints.
pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> io::Result<Exit> {
    let (server, params) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
    // What does not go well once is not worth measuring.
    if let Err(failure) = server.result(&args.method, &params) {
        let form = if args.json { Form::Json(Notation::Plain) } else { Form::Tree };
        return failure.print(form, out);
    }
    let call = match server.call(&args.method, &params) {
        Ok(call) => call,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
    let bounds = Bounds::new(args.calls, args.time);
    let job = Job { server: &server, method: &args.method, call: &call, bounds };
    let both = args.connected == args.reconnecting;
    let mut well = true;
    for (mode, wanted) in
        [(Mode::Connected, args.connected), (Mode::Reconnecting, args.reconnecting)]
    {
        if wanted || both {
            let figures = measure::all(&job, mode, args.connections.into());
            well &= figures.errors == 0;
            if args.json {
                figures.print_json(out)?;
            } else {
                figures.print(out)?;
            }
            out.flush()?;
        }
    }
    Ok(Exit::of(well))
}

fn prepare(args: &BenchArgs) -> Result<(Server, Vec<Value>), Error> {
    let server = Server::of(&args.server)?;
    check_name(&args.method)?;
    Ok((server, params::read(&args.params, args.args)?))
}

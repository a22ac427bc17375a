//! `xmlrpc bench`: how long calls take.

mod figures;
mod measure;

use std::io::Write;

use crate::{
    args::{BenchArgs, Form},
    exit::{Exit, Stop},
    server::Server,
};
use figures::Mode;
use measure::{Bounds, Job};

/// Measures and prints.
pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    let (server, params) = Server::of_call(&args.called)?;
    let method = args.called.method.as_str();
    // What does not go well once is not worth measuring.
    if let Err(failure) = server.result(method, &params) {
        return Ok(failure.print(Form::of(args.json), out)?);
    }
    let call = server.call(method, &params)?;
    let bounds = Bounds::new(args.calls, args.time);
    let job = Job { server: &server, method, call: &call, bounds };
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

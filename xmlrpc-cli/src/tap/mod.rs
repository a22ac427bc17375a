//! `xmlrpc tap`: stands between clients and a server, and prints what passes.

mod connection;
mod exchange;
mod listen;
mod onward;
#[cfg(feature = "tls")]
mod tls;

use std::{
    io::{self, Write},
    sync::Arc,
};

use tokio::{runtime, sync::mpsc};
use xmlrpc_core::{Error, ErrorKind};

use crate::{
    args::TapArgs,
    exit::{Exit, Stop},
    report::{complain, tell},
};
use connection::Passing;
use exchange::Exchange;
use listen::Listening;
use onward::Way;

/// Passes calls on until it is stopped.
pub(crate) fn run(args: &TapArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (listening, way) = prepare(args)?;
        tell(&format!("{} -> {}", listening.shown(), way.shown()));
        let (sender, mut exchanges) = mpsc::unbounded_channel();
        let passing = Passing {
            way,
            timeout: args.server.timeout,
            max_body: args.server.max_body,
            exchanges: sender,
        };
        tokio::spawn(accept(listening, Arc::new(passing)));
        while let Some(exchange) = exchanges.recv().await {
            print(args, &exchange, out)?;
            out.flush()?;
        }
        Ok(Exit::Failed)
    })
}

fn prepare(args: &TapArgs) -> Result<(Listening, Way), Error> {
    let way = Way::of(&args.server)?;
    let listening = Listening::open(&args.listen, args.public).map_err(|error| {
        Error::new(ErrorKind::Endpoint, format!("cannot listen on {}: {error}", args.listen))
    })?;
    Ok((listening, way))
}

async fn accept(listening: Listening, passing: Arc<Passing>) {
    loop {
        match listening.accept().await {
            Ok(stream) => drop(tokio::spawn(connection::serve(stream, passing.clone()))),
            Err(error) => {
                complain(&format!("cannot accept a connection: {error}"));
                // It may be that there are too many: some end meanwhile.
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
    }
}

fn print(args: &TapArgs, exchange: &Exchange, out: &mut impl Write) -> io::Result<()> {
    match (args.json, args.full) {
        (true, _) => exchange.print_json(out),
        (_, true) => exchange.print_full(out),
        _ => exchange.print_line(out),
    }
}

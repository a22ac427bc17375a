//! The experiment of 2003: a practice's people, called directly and over XML-RPC, with one interface and a switch.
//!
//! `cargo run --release --example practice` opens a SQLite file, starts a second process of itself as server, times
//! calls on each path, and then turns the switch while eight threads call. `--help` tells the options.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod db;
mod flip;
mod measure;
mod options;
mod people;
mod served;

use std::{fs, process::ExitCode};

use serde_json::json;
use xmlrpc_proxy::{Config, Endpoint, Lazy, Mode};

use db::SqliteDb;
use flip::Flipped;
use measure::Row;
use options::{HELP, Options};
use people::{PersonDb, PersonDbProxy, PersonError};
use served::Served;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let options = match Options::parse() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("practice: {error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("practice: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Failure> {
    if options.help {
        print!("{HELP}");
        return Ok(());
    }
    if let Some(address) = &options.serve {
        return served::serve(address, &options.db, options.with_parent);
    }

    let config = match &options.config {
        Some(file) => read(file)?,
        None => Config::default(),
    };
    let path = options.db.clone();
    let people = PersonDbProxy::from_config(&config, move || SqliteDb::open(&path))?;
    let configured = people.mode();

    // The server to compare with: one that is named, or one of our own.
    let own = match (&options.endpoint, configured) {
        (None, Mode::Local) => Some(Served::start(&options.db)?),
        _ => None,
    };
    let server = match (&options.endpoint, &own) {
        (Some(url), _) => Config::new(url)?,
        (None, Some(own)) => Config::new(&own.url)?,
        (None, None) => config,
    };

    if options.config.is_some() {
        let nanoseconds = measure::a_call(options.calls[0], |id| people.get_name(id).map(drop))?;
        println!("As configured, calls are {configured}: {} a call.\n", time(nanoseconds));
    }

    let direct = SqliteDb::open(&options.db)?;
    let rows = measured(&options.calls, &direct, &people, &server)?;
    print_table(&rows, &server.endpoint);

    let flipped = flip::flip(&direct, &server)?;
    print_flipped(&flipped);

    if options.json {
        let figures = |figure: fn(&Row) -> f64| rows.iter().map(figure).collect::<Vec<_>>();
        println!(
            "{}",
            json!({
                "calls": options.calls,
                "direct_ns": figures(|row| row.direct.round()),
                "local_ns": figures(|row| row.local.round()),
                "connected_us": figures(|row| row.connected.round() / 1000.0),
                "reconnecting_us": figures(|row| row.reconnecting.round() / 1000.0),
                "switch": {"calls": flipped.calls, "errors": flipped.errors},
            })
        );
    }
    Ok(())
}

fn read(file: &std::path::Path) -> Result<Config, Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(toml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?)
}

fn measured(
    calls: &[u32],
    direct: &SqliteDb,
    people: &PersonDbProxy<Lazy<SqliteDb>>,
    server: &Config,
) -> Result<Vec<Row>, Failure> {
    people.switch().remote(server)?;
    let turn = |local| {
        let switch = people.switch();
        let turned = if local { switch.local() } else { switch.reconnect() };
        turned.map_err(PersonError::Call)
    };
    calls.iter().map(|&calls| Ok(measure::row(calls, direct, people, turn, server)?)).collect()
}

fn print_table(rows: &[Row], endpoint: &Endpoint) {
    println!("One call of get_person, by the way it takes; remote calls go to {endpoint}\n");
    println!(
        "| calls | direct | proxy, local | proxy, connected | reconnecting | local : direct | connected : local |"
    );
    println!("| --: | --: | --: | --: | --: | --: | --: |");
    for row in rows {
        println!(
            "| {} | {} | {} | {} | {} | {:.2} | {:.0} |",
            row.calls,
            time(row.direct),
            time(row.local),
            time(row.connected),
            time(row.reconnecting),
            row.local / row.direct,
            row.connected / row.local,
        );
    }
}

fn print_flipped(flipped: &Flipped) {
    println!(
        "\nThe switch was turned {} times while 8 threads made {} calls: {} ran here, {} there, {} failed.",
        flipped.turns, flipped.calls, flipped.local, flipped.remote, flipped.errors
    );
}

fn time(nanoseconds: f64) -> String {
    if nanoseconds < 1_000.0 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.1} µs", nanoseconds / 1_000.0)
    }
}

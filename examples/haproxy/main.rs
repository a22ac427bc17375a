//! Load for `examples/haproxy/run`: eight threads make idempotent calls for some seconds, with retries, and count.
//!
//! `haproxy URL SECONDS` exits with 1 if a call failed or was answered wrongly.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::print_stdout,
    clippy::print_stderr
)]

#[path = "../practice/people.rs"]
mod people;

use std::{
    error::Error as StdError,
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use people::{PersonDb, PersonDbClient};
use xmlrpc_proxy::{Config, Retry};

const THREADS: u32 = 8;

/// Between two calls of a thread: the machine is to be busy, not exhausted.
const PAUSE: Duration = Duration::from_millis(1);

/// How many people there are.
const PEOPLE: u32 = 1_000;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("haproxy: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether all calls went well.
fn run() -> Result<bool, Box<dyn StdError>> {
    let mut args = std::env::args().skip(1);
    let (Some(url), Some(seconds)) = (args.next(), args.next()) else {
        return Err("usage: haproxy URL SECONDS".into());
    };
    let length = Duration::from_secs(seconds.parse()?);
    let people = PersonDbClient::connect(Config::new(&url)?.retry(Retry::attempts(5)))?;
    let (calls, failed) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (people, calls, failed) = (&people, &calls, &failed);
            scope.spawn(move || {
                let mut number = thread;
                while start.elapsed() < length {
                    number = (number + THREADS) % PEOPLE;
                    calls.fetch_add(1, Relaxed);
                    // Some calls take longer: at any moment one is under way.
                    let wrong = match number / THREADS % 16 {
                        0 => all(people),
                        _ => get(people, number + 1),
                    };
                    if let Some(wrong) = wrong {
                        failed.fetch_add(1, Relaxed);
                        eprintln!("{wrong}");
                    }
                    thread::sleep(PAUSE);
                }
            });
        }
    });

    let (calls, failed) = (calls.into_inner(), failed.into_inner());
    println!("{calls} calls by {THREADS} threads in {seconds} s, {failed} failed");
    Ok(failed == 0)
}

/// What is wrong with the answer to a call that takes microseconds.
fn get(people: &impl PersonDb, id: u32) -> Option<String> {
    match people.get_person(&id.to_string()) {
        Ok(person) if u32::try_from(person.id) == Ok(id) => None,
        Ok(person) => Some(format!("asked for {id}, got {person:?}")),
        Err(error) => Some(error.to_string()),
    }
}

/// What is wrong with the answer to a call that reads everybody.
fn all(people: &impl PersonDb) -> Option<String> {
    match people.find(&[], None) {
        Ok(found) if u32::try_from(found.len()) == Ok(PEOPLE) => None,
        Ok(found) => Some(format!("asked for all, got {}", found.len())),
        Err(error) => Some(error.to_string()),
    }
}

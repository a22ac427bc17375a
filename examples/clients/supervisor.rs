//! What supervisord runs: lists it, starts and stops it, and shows its logs.
//!
//! ```sh
//! supervisor http+unix:///run/supervisor.sock list
//! supervisor http://127.0.0.1:9001 restart web
//! supervisor http://127.0.0.1:9001 tail web
//! ```
//!
//! Credentials come from the environment, `SUPERVISOR_USER` and `SUPERVISOR_PASSWORD`.

#![allow(missing_docs, reason = "a program, not a library")]

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Auth, Config, Fault, service};

/// The part of supervisord's methods that is used here. Written by `xmlrpc generate --only client`, and trimmed: structs
/// have a type, faults are variants, and what changes nothing says so.
#[service(namespace = "supervisor", rename_all = "camelCase", only = "client")]
pub trait Supervisor {
    /// Get info about all processes
    #[rpc(read_only)]
    fn get_all_process_info(&self) -> Result<Vec<Process>, Refusal>;

    /// Start a process
    fn start_process(&self, name: &str, wait: bool) -> Result<bool, Refusal>;

    /// Stop a process named by name
    fn stop_process(&self, name: &str, wait: bool) -> Result<bool, Refusal>;

    /// Provides a more efficient way to tail the (stdout) log than
    /// readProcessStdoutLog().
    #[rpc(read_only)]
    fn tail_process_stdout_log(
        &self,
        name: &str,
        offset: i32,
        length: i32,
    ) -> Result<Tail, Refusal>;
}

/// What is known of a process. Members that are not named here are passed over.
#[derive(Debug, Deserialize, Serialize)]
pub struct Process {
    pub name: String,
    pub group: String,
    pub statename: String,
    pub description: String,
}

/// Text, how far the log goes, and whether text was left out.
pub type Tail = (String, i64, bool);

/// What supervisord says no with.
#[derive(Debug, Fault)]
pub enum Refusal {
    #[fault(code = 10)]
    BadName(String),
    #[fault(code = 60)]
    AlreadyStarted(String),
    #[fault(code = 70)]
    NotRunning(String),
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}

/// How much of a log is shown, in bytes.
const TAIL: i32 = 2_000;

const USAGE: &str =
    "usage: supervisor URL list | start NAME | stop NAME | restart NAME | tail NAME";

/// Does what the words say.
pub fn run(config: &Config, words: &[&str], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let supervisor = SupervisorClient::connect(config)?;
    match *words {
        ["list"] => {
            for process in supervisor.get_all_process_info()? {
                let Process { name, group, statename, description } = process;
                writeln!(out, "{:<24} {statename:<9} {description}", format!("{group}:{name}"))?;
            }
        }
        ["start", name] => {
            supervisor.start_process(name, true)?;
            writeln!(out, "{name}: started")?;
        }
        ["stop", name] => {
            supervisor.stop_process(name, true)?;
            writeln!(out, "{name}: stopped")?;
        }
        ["restart", name] => {
            match supervisor.stop_process(name, true) {
                Ok(_) | Err(Refusal::NotRunning(_)) => {}
                Err(refusal) => return Err(refusal.into()),
            }
            supervisor.start_process(name, true)?;
            writeln!(out, "{name}: restarted")?;
        }
        ["tail", name] => {
            let (text, _, left_out) = supervisor.tail_process_stdout_log(name, 0, TAIL)?;
            let start = if left_out { "..." } else { "" };
            writeln!(out, "{start}{}", visible(&text))?;
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// A log without characters that a terminal would obey: programs write what they like.
fn visible(log: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    log.trim_end_matches('\n').chars().map(shown).collect()
}

#[allow(dead_code, reason = "a test calls `run`")]
fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = args.iter().map(String::as_str).collect();
    match words.split_first().map_or(Err(USAGE.into()), |(url, words)| at(url, words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "supervisor: {error}");
            ExitCode::FAILURE
        }
    }
}

fn at(url: &str, words: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut config = Config::new(url)?;
    if let (Ok(user), Ok(password)) = (env::var("SUPERVISOR_USER"), env::var("SUPERVISOR_PASSWORD"))
    {
        config = config.auth(Auth::basic(&user, &password)?);
    }
    run(&config, words, &mut io::stdout().lock())
}

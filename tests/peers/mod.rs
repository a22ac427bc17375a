//! Programs that nobody here wrote, started for a test.
#![allow(unreachable_pub, dead_code, clippy::expect_used, clippy::print_stderr)]

use std::{
    io::{BufRead, BufReader},
    process::{Child, ChildStdin, Command, Stdio},
};

/// A command of a peer, or `None` where the peer is not installed: the test says so and is skipped. With
/// `XMLRPC_PEERS=required` in the environment it fails instead.
pub fn command(program: &str) -> Option<Command> {
    let there = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if there {
        return Some(Command::new(program));
    }
    let required = std::env::var("XMLRPC_PEERS").is_ok_and(|peers| peers == "required");
    assert!(!required, "{program} is required and not installed");
    eprintln!("skipped: {program}");
    None
}

/// A server that prints where it answers as its first line, and ends when its standard input does.
pub struct Server {
    process: Child,
    input: Option<ChildStdin>,
    pub url: String,
}

impl Server {
    pub fn start(command: &mut Command) -> Self {
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the peer starts");
        let input = process.stdin.take();
        let mut url = String::new();
        let output = process.stdout.take().expect("the peer's output is a pipe");
        BufReader::new(output).read_line(&mut url).expect("the peer says where it answers");
        Server { process, input, url: url.trim_end().to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.input.take();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

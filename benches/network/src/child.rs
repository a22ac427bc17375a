//! This program again, as another process, on the core it is told.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

use crate::Failure;

/// On which core a process stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Core {
    /// On the one of this number.
    Only(usize),
    /// Wherever the system puts it.
    Any,
}

/// This program with these arguments.
pub fn command(core: Core, arguments: &[&str]) -> Result<Command, Failure> {
    let program = env::current_exe()?;
    let mut command = match core {
        Core::Any => Command::new(program),
        Core::Only(number) => {
            let mut pinned = Command::new("taskset");
            pinned.arg("-c").arg(number.to_string()).arg(program);
            pinned
        }
    };
    command.args(arguments);
    Ok(command)
}

/// A server in a process of its own, which ends with this value.
pub struct Server {
    child: Child,
    /// Where it listens: the lines that it printed.
    pub endpoints: Vec<String>,
}

impl Server {
    /// Starts it, and waits until it listens. `told` is what it reads first.
    pub fn start(who: &str, core: Core, told: &[u8]) -> Result<Self, Failure> {
        let mut child =
            command(core, &["serve", who])?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(told)?;
        }
        let stdout = child.stdout.take().ok_or("no output of the server")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let endpoints: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if endpoints.is_empty() {
            return Err(format!("the server {who} did not start").into());
        }
        Ok(Server { child, endpoints })
    }

    /// Nanoseconds of processor time that it has taken, where the system tells.
    pub fn cpu_ns(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/schedstat", self.child.id())).ok();
        // The first number is of the main thread alone: the tasks are added up.
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        stat?;
        tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok())
            .map(|text| text.split_whitespace().next()?.parse::<f64>().ok())
            .sum()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

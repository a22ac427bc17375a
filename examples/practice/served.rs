//! The other side: the same people, served by a second process.

use std::{
    io::{self, BufRead, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
};

use xmlrpc_proxy::Server;

use crate::{Failure, db::SqliteDb, people::PersonDbService};

/// Serves the people until the process is ended, or, `with_parent`, until standard input ends.
pub fn serve(address: &str, db: &Path, with_parent: bool) -> Result<(), Failure> {
    // A look-up by key takes microseconds: it need not leave the thread that reads and writes.
    let people = PersonDbService::new(SqliteDb::open(db)?).inline();
    let running = Server::bind(address)?.mount(people).spawn()?;
    println!("{}", running.url());
    io::stdout().flush()?;
    if with_parent {
        io::stdin().read_to_end(&mut Vec::new())?;
        running.stop();
    } else {
        running.wait();
    }
    Ok(())
}

/// A second process of this program that serves the people on a free loopback port. It ends with this value, and with
/// this process however that ends.
pub struct Served {
    process: Child,
    /// Where it answers.
    pub url: String,
}

impl Served {
    /// Starts it, and waits until it listens.
    pub fn start(db: &Path) -> Result<Self, Failure> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["--serve", "127.0.0.1:0", "--with-parent", "--db"])
            .arg(db)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut url = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut url)?;
        }
        let served = Served { process, url: url.trim_end().to_owned() };
        if served.url.is_empty() {
            return Err("the server process did not start".into());
        }
        Ok(served)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

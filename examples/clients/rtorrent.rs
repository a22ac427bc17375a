//! What rTorrent has: its torrents, how far each is, and the totals.
//!
//! ```sh
//! rtorrent scgi://127.0.0.1:5000
//! rtorrent scgi+unix:///run/rtorrent.sock
//! ```

#![allow(missing_docs, reason = "a program, not a library")]

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use xmlrpc_proxy::{Result, Ticket, service};

/// The part of rTorrent's methods that is used here. Written by `xmlrpc generate --only client`, and trimmed: rTorrent tells
/// no types, so they are what its documentation says.
#[service(only = "client")]
pub trait RTorrent {
    /// The hashes of all torrents in a view. The target is empty: it is rTorrent itself.
    #[rpc(read_only)]
    fn download_list(&self, target: &str, view: &str) -> Result<Vec<String>>;

    /// What the torrent calls itself.
    #[rpc(name = "d.name", read_only)]
    fn d_name(&self, hash: &str) -> Result<String>;

    /// In bytes.
    #[rpc(name = "d.size_bytes", read_only)]
    fn d_size_bytes(&self, hash: &str) -> Result<i64>;

    /// In bytes.
    #[rpc(name = "d.completed_bytes", read_only)]
    fn d_completed_bytes(&self, hash: &str) -> Result<i64>;

    /// What was sent, in bytes.
    #[rpc(name = "d.up.total", read_only)]
    fn d_up_total(&self, hash: &str) -> Result<i64>;

    /// 1 where it takes part, 0 where it is stopped.
    #[rpc(name = "d.is_active", read_only)]
    fn d_is_active(&self, hash: &str) -> Result<i64>;
}

const USAGE: &str = "usage: rtorrent URL";

/// What is asked of each torrent.
struct Asked {
    name: Ticket<Result<String>>,
    bytes: Ticket<Result<i64>>,
    completed: Ticket<Result<i64>>,
    sent: Ticket<Result<i64>>,
    active: Ticket<Result<i64>>,
}

/// Lists the torrents, with one call for their hashes and one for everything else.
pub fn run(url: &str, out: &mut impl Write) -> std::result::Result<(), Box<dyn Error>> {
    let rtorrent = RTorrentClient::connect(url)?;
    let hashes = rtorrent.download_list("", "main")?;

    let mut batch = rtorrent.batch();
    let asked: Vec<_> = hashes
        .iter()
        .map(|hash| Asked {
            name: batch.d_name(hash),
            bytes: batch.d_size_bytes(hash),
            completed: batch.d_completed_bytes(hash),
            sent: batch.d_up_total(hash),
            active: batch.d_is_active(hash),
        })
        .collect();
    let answers = batch.send()?;

    let (mut all, mut all_completed, mut all_sent) = (0, 0, 0);
    for torrent in asked {
        let (bytes, completed) = (answers.take(torrent.bytes)?, answers.take(torrent.completed)?);
        let sent = answers.take(torrent.sent)?;
        let state = if answers.take(torrent.active)? == 0 { "stopped" } else { "active" };
        let name = answers.take(torrent.name)?;
        writeln!(
            out,
            "{:>3} % of {bytes:>14} bytes  {state:<7}  {name:?}",
            percent(completed, bytes)
        )?;
        all += bytes;
        all_completed += completed;
        all_sent += sent;
    }
    let percent = percent(all_completed, all);
    writeln!(out, "{} torrents, {percent} % of {all} bytes, {all_sent} bytes sent", hashes.len())?;
    Ok(())
}

/// How much is there. Of nothing, all is.
fn percent(part: i64, whole: i64) -> i64 {
    part.saturating_mul(100).checked_div(whole).unwrap_or(100)
}

#[allow(dead_code, reason = "a test calls `run`")]
fn main() -> ExitCode {
    let done = match env::args().nth(1) {
        Some(url) => run(&url, &mut io::stdout().lock()),
        None => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "rtorrent: {error}");
            ExitCode::FAILURE
        }
    }
}

//! A server under 2,000 connections, some of which mean no good, for a minute: what became of the good calls, and of the
//! memory.
//!
//! `ulimit -n 8192; cargo run --release -p xmlrpc-server --example soak -- [SECONDS] [CONNECTIONS]`
//!
//! Client and server share a process, so the memory is that of both.

#![allow(clippy::print_stdout, reason = "it tells what it sees")]

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use xmlrpc_core::{
    Error, ErrorKind, Method, Route, Service, Value,
    wire::{CallReader, ResponseWriter},
};
use xmlrpc_server::Server;

struct Echo;

static METHODS: [&Method; 1] = [&Method::new("echo", 0, "").read_only()];

impl Service for Echo {
    fn methods(&self) -> &'static [&'static Method] {
        &METHODS
    }

    fn call(
        &self,
        _: &Method,
        mut params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        let value: Value = params.param()?;
        params.finish()?;
        response.result(&value)
    }
}

/// What the clients have seen.
#[derive(Default)]
struct Seen {
    good: AtomicU64,
    failed: AtomicU64,
    bad: AtomicU64,
    over: AtomicBool,
}

fn main() -> Result<(), Error> {
    let number =
        |place, or| std::env::args().nth(place).and_then(|it| it.parse().ok()).unwrap_or(or);
    let (seconds, connections) = (number(1, 60), number(2, 2000));
    let running = Server::bind("127.0.0.1:0")?
        .max_connections(usize::try_from(connections).unwrap_or(usize::MAX).saturating_mul(2))
        // Where the machine stands still for a moment, all of them call at once; none is to be told to come later.
        .max_calls(usize::try_from(connections).unwrap_or(usize::MAX))
        .header_timeout(Duration::from_secs(5))
        .mount(Route::new(Echo))
        .spawn()?;
    let seen = Arc::new(Seen::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new(ErrorKind::Transport, error.to_string()))?;
    runtime.block_on(async {
        let clients: Vec<_> = (0..connections)
            .map(|number| {
                let client = client(running.addr(), number, seen.clone());
                tokio::spawn(client)
            })
            .collect();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(seconds) {
            sleep(Duration::from_secs(5).min(Duration::from_secs(seconds))).await;
            println!(
                "{:>3} s: {:>9} good calls, {} failed, {:>7} bad requests, {} KiB resident",
                begun.elapsed().as_secs(),
                seen.good.load(Relaxed),
                seen.failed.load(Relaxed),
                seen.bad.load(Relaxed),
                resident().unwrap_or_default(),
            );
        }
        seen.over.store(true, Relaxed);
        for client in clients {
            let _ = client.await;
        }
    });
    let clean = running.stop();
    let failed = seen.failed.load(Relaxed);
    println!("stopped {}, {failed} good calls failed", if clean { "clean" } else { "with a cut" });
    if failed == 0 { Ok(()) } else { Err(Error::new(ErrorKind::Transport, "good calls failed")) }
}

/// Every tenth means no good.
async fn client(addr: SocketAddr, number: u64, seen: Arc<Seen>) {
    while !seen.over.load(Relaxed) {
        if number.is_multiple_of(10) {
            let _ =
                timeout(Duration::from_secs(10), bad(addr, number + seen.bad.load(Relaxed))).await;
            seen.bad.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(5)).await;
        } else if let Err(error) = good(addr, &seen).await {
            println!("failed: {error}");
            seen.failed.fetch_add(1, Relaxed);
        }
    }
}

/// One connection of a hundred calls.
async fn good(addr: SocketAddr, seen: &Seen) -> io::Result<()> {
    let mut stream = TcpStream::connect(addr).await?;
    let mut piece = vec![0; 8192];
    for number in 0..100 {
        if seen.over.load(Relaxed) {
            return Ok(());
        }
        let text = format!("call {number}");
        stream.write_all(request(&text).as_bytes()).await?;
        let count = timeout(Duration::from_secs(20), stream.read(&mut piece)).await??;
        let answer = String::from_utf8_lossy(&piece[..count]);
        if !answer.starts_with("HTTP/1.1 200") || !answer.contains(&text) {
            return Err(io::Error::other(answer.into_owned()));
        }
        seen.good.fetch_add(1, Relaxed);
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// One of several ways to be a nuisance.
async fn bad(addr: SocketAddr, way: u64) -> io::Result<()> {
    let mut stream = TcpStream::connect(addr).await?;
    let good = request("cut");
    match way % 6 {
        0 => stream.write_all(&good.as_bytes()[..good.len() / 2]).await?,
        1 => stream.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").await?,
        2 => stream.write_all("X: y\r\n".repeat(20_000).as_bytes()).await?,
        3 => stream.write_all(good.replace("localhost", "evil.example").as_bytes()).await?,
        // Closed without being read.
        4 => return stream.write_all(good.as_bytes()).await,
        _ => {
            for byte in good.as_bytes().iter().take(20) {
                stream.write_all(&[*byte]).await?;
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    let mut piece = [0; 4096];
    while stream.read(&mut piece).await? > 0 {}
    Ok(())
}

fn request(text: &str) -> String {
    let body = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>echo</methodName><params><param><value>{text}</value></param>\
         </params></methodCall>"
    );
    format!(
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Memory of this process, in KiB, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

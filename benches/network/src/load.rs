//! Calls a second over many connections.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    runtime,
    task::LocalSet,
};

use crate::{
    Failure,
    child::{Core, Server, command},
    clients::{Method, record, recorded_length},
    remote::save,
};

const TURNS: usize = 7;
const TURN: Duration = Duration::from_millis(700);

const SERVERS: [&str; 4] = ["ours", "ours-off-thread", "hyper", "dxr"];

/// Measures with the servers on one core and the load on another.
pub fn run() -> Result<(), Failure> {
    let servers: Vec<Server> = SERVERS
        .iter()
        .map(|who| Server::start(who, Core::Only(0), b""))
        .collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for connections in ["16", "64"] {
        let mut rates: Vec<Vec<(f64, f64)>> = vec![Vec::new(); SERVERS.len()];
        for _ in 0..TURNS {
            for (server, rates) in servers.iter().zip(&mut rates) {
                let before = server.cpu_ns().unwrap_or(f64::NAN);
                let output =
                    command(Core::Only(1), &["load", "here", &server.endpoints[0], connections])?
                        .output()?;
                if !output.status.success() {
                    return Err(String::from_utf8_lossy(&output.stderr).into());
                }
                let row: Value = serde_json::from_slice(&output.stdout)?;
                let number = |key: &str| row[key].as_f64().ok_or("no number");
                let cpu = (server.cpu_ns().unwrap_or(f64::NAN) - before) / number("calls")?;
                rates.push((number("req_s")?, cpu));
            }
        }
        for (who, mut rates) in SERVERS.iter().zip(rates) {
            rates.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (req_s, cpu) = rates[rates.len() / 2];
            println!(
                "{connections:>3} connections  {who:<16} {req_s:>9.0} calls/s {cpu:>7.0} ns of processor a call"
            );
            rows.push(json!({
                "group": "load", "case": connections, "who": who, "req_s": req_s, "cpu_ns": cpu,
                "median_ns": 1e9 / req_s,
            }));
        }
    }
    save("load.json", &rows)
}

/// Puts the load on one server, and prints calls a second as JSON.
pub fn measure(url: &str, connections: &str) -> Result<(), Failure> {
    let connections: usize = connections.parse()?;
    let recorded = record(url, Method::Hello)?;
    let addr: String =
        url.trim_start_matches("http://").split('/').next().unwrap_or_default().into();
    let runtime = runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let local = LocalSet::new();
    let calls = Rc::new(Cell::new(0_u64));
    let (begun, took) = local.block_on(&runtime, async {
        let mut streams = Vec::new();
        for _ in 0..connections {
            let stream = TcpStream::connect(&addr).await?;
            stream.set_nodelay(true)?;
            streams.push(stream);
        }
        for mut stream in streams {
            let (request, calls) = (recorded.request.clone(), calls.clone());
            // The head may differ in the date alone.
            let mut answer = vec![0; recorded.answer.len()];
            tokio::task::spawn_local(async move {
                while stream.write_all(&request).await.is_ok()
                    && stream.read_exact(&mut answer).await.is_ok()
                {
                    calls.set(calls.get() + 1);
                }
            });
        }
        // Until all are under way.
        tokio::time::sleep(TURN / 5).await;
        let (before, begun) = (calls.get(), Instant::now());
        tokio::time::sleep(TURN).await;
        Ok::<_, Failure>((before, begun.elapsed()))
    })?;
    let made = calls.get() - begun;
    if recorded_length(&recorded.answer).is_none() {
        return Err("the answer has no length".into());
    }
    println!("{}", json!({ "req_s": made as f64 / took.as_secs_f64(), "calls": calls.get() }));
    Ok(())
}

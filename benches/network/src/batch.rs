//! A thousand calls one after the other, and all in one.

use std::{path::Path, process::Command, time::Instant};

use serde_json::json;
use xmlrpc_proxy::Config;

use crate::{
    Failure,
    child::{Core, Server, command},
    remote::save,
    service::{Shop, ShopClient},
};

const CALLS: usize = 1_000;

/// How often each is done.
const TURNS: usize = 15;

/// Measures with everything on one core, and leaves the figures where `table` finds them.
pub fn run() -> Result<(), Failure> {
    let output = command(Core::Only(0), &["batch", "here"])?.output()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err("not measured".into());
    }
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout)?;
    for row in &rows {
        let ms = row["median_ns"].as_f64().unwrap_or(f64::NAN) / 1e6;
        println!("{CALLS} calls  {:<12} {ms:>9.2} ms", row["who"].as_str().unwrap_or_default());
    }
    save("batch.json", &rows)
}

/// Measures on the cores on which this process is.
pub fn measure() -> Result<(), Failure> {
    let server = Server::start("ours", Core::Any, b"")?;
    let url = &server.endpoints[0];
    let client = ShopClient::connect(Config::new(url)?)?;
    let mut one_by_one = || {
        for _ in 0..CALLS {
            if client.hello("Greg")? != "Hello, Greg!" {
                return Err("a wrong answer".into());
            }
        }
        Ok(())
    };
    let mut in_one = || {
        let mut batch = client.batch();
        let tickets: Vec<_> = (0..CALLS).map(|_| batch.hello("Greg")).collect();
        let answers = batch.send()?;
        for ticket in tickets {
            if answers.take(ticket)? != "Hello, Greg!" {
                return Err("a wrong answer".into());
            }
        }
        Ok(())
    };
    let mut rows = vec![
        json!({ "who": "one by one", "median_ns": median(&mut one_by_one)? }),
        json!({ "who": "ours", "median_ns": median(&mut in_one)? }),
    ];
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/python.py");
    let python = Command::new("python3")
        .arg(script)
        .args(["batch", url, &CALLS.to_string(), &TURNS.to_string()])
        .output();
    // Where there is no Python, there is nothing to compare with.
    if let Ok(output) = python
        && output.status.success()
    {
        let us: f64 = String::from_utf8_lossy(&output.stdout).trim().parse()?;
        rows.push(json!({ "who": "python", "median_ns": us * 1000.0 }));
    }
    println!("{}", json!(rows));
    Ok(())
}

fn median(work: &mut dyn FnMut() -> Result<(), Failure>) -> Result<u64, Failure> {
    work()?;
    let mut times = Vec::new();
    for _ in 0..TURNS {
        let begun = Instant::now();
        work()?;
        times.push(u64::try_from(begun.elapsed().as_nanos())?);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

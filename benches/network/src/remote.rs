//! The time of one call over a connection that is kept.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    Failure,
    child::{Core, Server, command},
    clients::{self, Call, Method, Recorded},
};

/// In how many turns each is measured, so that a busy moment of the machine meets all of them.
const TURNS: usize = 15;

/// How long each is measured in one turn.
const TURN: Duration = Duration::from_millis(200);

/// Measures twice: with everything on one core, so that it is work which is timed, and left to the system, which adds the
/// time in which a core wakes up.
pub fn run() -> Result<(), Failure> {
    let mut all = Vec::new();
    for (core, suffix) in [(Core::Only(0), ""), (Core::Any, "-unpinned")] {
        let output = command(core, &["remote", "here"])?.output()?;
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        if !output.status.success() {
            return Err("not measured".into());
        }
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout)?;
        for mut row in rows {
            let case = format!("{}{suffix}", row["case"].as_str().unwrap_or_default());
            println!(
                "{case:<22} {:<12} {:>9.1} µs",
                row["who"].as_str().unwrap_or_default(),
                row["median_ns"].as_f64().unwrap_or(f64::NAN) / 1000.0
            );
            row["case"] = case.into();
            all.push(row);
        }
    }
    save("remote.json", &all)
}

/// Leaves figures where `table` finds them.
pub fn save(name: &str, rows: &[Value]) -> Result<(), Failure> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    fs::create_dir_all(&target)?;
    Ok(fs::write(target.join(name), format!("{:#}\n", json!(rows)))?)
}

/// Measures on the cores on which this process is, and prints the figures as JSON.
pub fn measure() -> Result<(), Failure> {
    let ours = Server::start("ours", Core::Any, b"")?;
    let off = Server::start("ours-off-thread", Core::Any, b"")?;
    let dxr = Server::start("dxr", Core::Any, b"")?;
    let [url, socket] = &ours.endpoints[..] else { return Err("no socket".into()) };
    let unix = format!("http+unix://{socket}:/RPC2");
    let bound = |recorded: &Recorded| Server::start("ping-pong", Core::Any, &recorded.told());

    let hello = clients::record(url, Method::Hello)?;
    let list = clients::record(url, Method::List)?;
    let (bound_hello, bound_list) = (bound(&hello)?, bound(&list)?);

    let mut rows = Vec::new();
    let tcp = vec![
        ("ours", clients::ours(url, Method::Hello)?),
        ("ours-off-thread", clients::ours(&off.endpoints[0], Method::Hello)?),
        ("ping-pong", clients::tcp(&bound_hello.endpoints[0], &hello)?),
        ("ureq", clients::ureq(url, Method::Hello)?),
        ("dxr", clients::dxr(&dxr.endpoints[0], Method::Hello)?),
    ];
    rows.extend(take_turns("hello-tcp", &hello, tcp)?);
    let over_unix = vec![
        ("ours", clients::ours(&unix, Method::Hello)?),
        ("ping-pong", clients::unix(&bound_hello.endpoints[1], &hello)?),
    ];
    rows.extend(take_turns("hello-unix", &hello, over_unix)?);
    let lists = vec![
        ("ours", clients::ours(url, Method::List)?),
        ("ping-pong", clients::tcp(&bound_list.endpoints[0], &list)?),
        ("ureq", clients::ureq(url, Method::List)?),
        ("dxr", clients::dxr(&dxr.endpoints[0], Method::List)?),
    ];
    rows.extend(take_turns("list-tcp", &list, lists)?);
    println!("{}", json!(rows));
    Ok(())
}

/// The medians of what each call takes, measured by turns.
fn take_turns(
    case: &str,
    recorded: &Recorded,
    mut calls: Vec<(&str, Call)>,
) -> Result<Vec<Value>, Failure> {
    let mut times: Vec<Vec<u64>> = vec![Vec::new(); calls.len()];
    // The first turn opens the connections and warms everything up.
    for turn in 0..=TURNS {
        for ((_, call), times) in calls.iter_mut().zip(&mut times) {
            let end = Instant::now() + TURN;
            let mut before = Instant::now();
            while before < end {
                call()?;
                let now = Instant::now();
                if turn > 0 {
                    times.push(u64::try_from((now - before).as_nanos()).unwrap_or(u64::MAX));
                }
                before = now;
            }
        }
    }
    let rows = calls.iter().zip(times).map(|((who, _), mut times)| {
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let bytes = recorded.request.len() + recorded.answer.len();
        json!({ "group": "remote", "case": case, "who": who, "median_ns": median, "bytes": bytes })
    });
    Ok(rows.collect())
}

/// Makes so many calls of ours, for a profiler to look at.
pub fn call(url: &str, count: &str) -> Result<(), Failure> {
    let mut call = clients::ours(url, Method::Hello)?;
    for _ in 0..count.parse()? {
        call()?;
    }
    Ok(())
}

//! Judges what the measurements left behind.
//!
//! `local`: what a call through the proxy in local mode executes beyond the direct call, from the counts that
//! `cargo bench --bench local` left; exit status 1 if it is more than it may be.

use std::{fs, path::Path, process::ExitCode};

use xmlrpc_bench::CALLS;

/// The measurement, what it is compared with, and how many instructions more a call may take.
const LOCAL: [(&str, &str, &str, u64); 4] = [
    ("by value", "proxy_by_value", "direct", 3),
    ("shared switch", "proxy_shared", "direct", 4),
    ("lazily opened", "proxy_lazy", "direct", 7),
    ("Arc<dyn>", "proxy_dyn", "direct_dyn", 4),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["local"] => local(),
        _ => Err("usage: xmlrpc-bench local".to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table. Whether all is within its limit.
fn local() -> Result<bool, String> {
    let mut good = true;
    println!("{:<16} {:>9} {:>9} {:>7} {:>7}", "local path", "direct", "proxy", "more", "limit");
    for (name, proxy, direct, limit) in LOCAL {
        let (direct, proxy) = (a_call(direct)?, a_call(proxy)?);
        let more = proxy.saturating_sub(direct);
        good &= more <= limit;
        println!("{name:<16} {direct:>9} {proxy:>9} {more:>7} {limit:>7}");
    }
    Ok(good)
}

/// Instructions of one call in this measurement, the callee's included.
fn a_call(measurement: &str) -> Result<u64, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/gungraun/xmlrpc-bench/local/local")
        .join(format!("{measurement}.run/callgrind.{measurement}.run.out"));
    let text = fs::read_to_string(&path).map_err(|error| {
        format!("{}: {error}; run `cargo bench --bench local` first", path.display())
    })?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ")?.split(' ').next()?.parse::<u64>().ok());
    let total = total.ok_or_else(|| format!("{}: no summary line", path.display()))?;
    // What stands before and after the loop is a few dozen instructions.
    Ok((total + u64::from(CALLS) / 2) / u64::from(CALLS))
}

//! Times and allocations, ours beside the peers'.

use serde_json::json;

use crate::{
    network,
    results::{Measured, Results},
    targets,
};

/// Prints the table and the targets.
pub fn print() -> Result<bool, String> {
    let results = Results::read()?;
    let mut before = (String::new(), String::new());
    for measured in &results.0 {
        let Measured { group, case, who, median_ns, allocs, .. } = measured;
        if (group, case) != (&before.0, &before.1) {
            println!(
                "\n{:<22} {:>12} {:>9} {:>8} {:>9}",
                format!("{group} {case}"),
                "median",
                "MB/s",
                "to ours",
                "allocs"
            );
            before = (group.clone(), case.clone());
        }
        let ratio = results
            .find(group, case, "ours")
            .map_or_else(String::new, |ours| format!("{:.2}", median_ns / ours.median_ns));
        let allocs = allocs.map_or_else(|| "-".to_owned(), |count| count.to_string());
        println!(
            "  {who:<20} {:>12} {:>9.0} {ratio:>8} {allocs:>9}",
            time(*median_ns),
            measured.mb_s()
        );
    }
    let rows = network::rows();
    let mut before = String::new();
    for row in &rows {
        let title = format!("{} {}", row.group, row.case);
        if title != before {
            println!("\n{title:<32} {:>12} {:>8}", "a call", "to ours");
            before.clone_from(&title);
        }
        let ratio = network::find(&rows, row.group, &row.case, "ours")
            .map_or_else(String::new, |ours| format!("{:.2}", row.median_ns / ours.median_ns));
        let rate = row.req_s.map_or_else(String::new, |rate| format!("{rate:>9.0} calls/s"));
        println!("  {:<30} {:>12} {ratio:>8} {rate}", row.who, time(row.median_ns));
    }
    println!();
    targets::print(&results, &rows);
    Ok(true)
}

/// Prints it for programs: nothing that is not in `who` of the format is in it.
pub fn print_json() -> Result<bool, String> {
    let mut rows: Vec<_> = Results::read()?
        .0
        .iter()
        .filter(|measured| !measured.is_extra())
        .map(|measured| {
            json!({
                "group": measured.group,
                "case": measured.case,
                "who": measured.who,
                "median_ns": measured.median_ns,
                "mb_s": measured.mb_s(),
                "allocs": measured.allocs,
            })
        })
        .collect();
    rows.extend(network::rows().iter().filter(|row| !row.is_extra()).map(network::Row::json));
    println!("{:#}", json!(rows));
    Ok(true)
}

/// A time in the unit in which it is best read.
pub fn time(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{ns:.1} ns"),
        ..1e6 => format!("{:.2} µs", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

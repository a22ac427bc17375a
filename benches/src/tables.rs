//! The figures of the last runs, as a page of the book.

use std::{fmt::Write as _, fs, path::Path};

use crate::{
    local,
    network::{self, Row},
    pictures,
    results::{Measured, Results},
    table::time,
};

/// What stands above each group.
const REMOTE: [(&str, &str); 6] = [
    ("hello-tcp", "One call over TCP, client and server on one core"),
    ("hello-unix", "One call over a unix socket, on one core"),
    ("list-tcp", "The list over TCP, on one core"),
    ("hello-tcp-unpinned", "One call over TCP, on whichever core is free"),
    ("hello-unix-unpinned", "One call over a unix socket, on whichever core is free"),
    ("list-tcp-unpinned", "The list over TCP, on whichever core is free"),
];

/// Writes the page.
pub fn write() -> Result<bool, String> {
    let (results, rows) = (Results::present(), network::rows());
    let page = page(&results, &rows);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/performance-tables.md");
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", path.display());
    Ok(true)
}

fn page(results: &Results, rows: &[Row]) -> String {
    let mut page = "<!-- Written by `xmlrpc-bench tables`. -->\n".to_owned();
    let counted = local::counted();
    if results.0.is_empty() && rows.is_empty() && counted.is_empty() {
        page.push_str("\nNo run has been written down yet.\n");
        return page;
    }
    for (name, chart) in pictures::PICTURES {
        if pictures::folder().join(name).is_file() {
            let _ = writeln!(page, "\n![{}](pictures/{name})", chart(results, rows).title);
        }
    }
    languages(&mut page, rows);
    for (case, title) in REMOTE {
        let of = rows.iter().filter(|row| row.group == "remote" && row.case == case);
        calls(&mut page, title, of.collect());
    }
    load(&mut page, rows);
    let of = rows.iter().filter(|row| row.group == "batch");
    calls(&mut page, "A thousand calls", of.collect());
    codec(&mut page, results);
    instructions(&mut page, counted);
    page
}

/// What the local path executes beyond a direct call.
fn instructions(page: &mut String, counted: Vec<(&str, u64, u64, u64)>) {
    if counted.is_empty() {
        return;
    }
    page.push_str("\n### Instructions of a local call, the method's own included\n\n");
    page.push_str("| the proxy holds it | direct | through the proxy | allowed more |\n| --- | --: | --: | --: |\n");
    for (name, direct, proxy, limit) in counted {
        // The name of a type is code: its brackets would be markup.
        let name = if name.contains('<') { format!("`{name}`") } else { (*name).to_owned() };
        let _ = writeln!(page, "| {name} | {direct} | {proxy} | {limit} |");
    }
}

/// The table of 2003: each language with itself.
fn languages(page: &mut String, rows: &[Row]) {
    let find = |case, who| {
        network::find(rows, "remote", case, who)
            .map_or_else(|| "-".to_owned(), |row| time(row.median_ns))
    };
    let connected: Vec<_> = rows.iter().filter(|row| row.case == "language-connected").collect();
    if connected.is_empty() {
        return;
    }
    page.push_str("\n### One call, each language with itself\n\n");
    page.push_str("| | in the process | connected | reconnecting |\n| --- | --: | --: | --: |\n");
    for row in connected {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            row.who,
            find("language-direct", &row.who),
            time(row.median_ns),
            find("language-reconnecting", &row.who)
        );
    }
}

fn calls(page: &mut String, title: &str, mut rows: Vec<&Row>) {
    if rows.is_empty() {
        return;
    }
    rows.sort_by(|a, b| a.median_ns.total_cmp(&b.median_ns));
    let ours = rows.iter().find(|row| row.who == "ours").map(|row| row.median_ns);
    let _ = writeln!(page, "\n### {title}\n\n| | median | to ours |\n| --- | --: | --: |");
    for row in rows {
        let _ = writeln!(
            page,
            "| {} | {} | {} |",
            row.who,
            time(row.median_ns),
            ratio(row.median_ns, ours)
        );
    }
}

fn load(page: &mut String, rows: &[Row]) {
    let load: Vec<_> = rows.iter().filter(|row| row.group == "load").collect();
    if load.is_empty() {
        return;
    }
    page.push_str("\n### Calls a second that one server answers\n\n");
    page.push_str(
        "| connections | server | calls a second | to ours |\n| --: | --- | --: | --: |\n",
    );
    for row in load {
        let ours = network::find(rows, "load", &row.case, "ours").and_then(|ours| ours.req_s);
        let rate = row.req_s.unwrap_or_default();
        let _ =
            writeln!(page, "| {} | {} | {rate:.0} | {} |", row.case, row.who, ratio(rate, ours));
    }
}

fn codec(page: &mut String, results: &Results) {
    let mut before = (String::new(), String::new());
    for measured in &results.0 {
        let Measured { group, case, who, median_ns, allocs, .. } = measured;
        if (group, case) != (&before.0, &before.1) {
            let _ = writeln!(
                page,
                "\n### {}: {case}\n\n| | median | MB/s | to ours | allocations |\n| --- | --: | --: | --: | --: |",
                match &**group {
                    "decode" => "Reading",
                    "encode" => "Writing",
                    "dispatch" => "Dispatching",
                    other => other,
                }
            );
            before = (group.clone(), case.clone());
        }
        let ours = results.find(group, case, "ours").map(|ours| ours.median_ns);
        let allocs = allocs.map_or_else(|| "-".to_owned(), |count| count.to_string());
        let _ = writeln!(
            page,
            "| {who} | {} | {:.0} | {} | {allocs} |",
            time(*median_ns),
            measured.mb_s(),
            ratio(*median_ns, ours)
        );
    }
}

fn ratio(value: f64, ours: Option<f64>) -> String {
    ours.map_or_else(|| "-".to_owned(), |ours| format!("{:.2}", value / ours))
}

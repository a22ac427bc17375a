//! The pictures of the book, of what the last runs left behind.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    network::{self, Row},
    results::Results,
    svg::{Bar, Chart, Scale},
    table::time,
};

/// A picture: the name of its file, and what is in it.
type Picture = (&'static str, fn(&Results, &[Row]) -> Chart);

/// All of them, in the order in which the book shows them.
pub const PICTURES: [Picture; 6] = [
    ("latency.svg", latency),
    ("throughput.svg", throughput),
    ("decode.svg", |results, _| codec(results, "decode")),
    ("sizes.svg", |_, _| sizes()),
    ("encode.svg", |results, _| codec(results, "encode")),
    ("dispatch.svg", dispatch),
];

/// Where they are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/pictures")
}

/// Writes those of which there are figures. A picture without figures is left as it is.
pub fn write() -> Result<bool, String> {
    let (results, rows) = (Results::present(), network::rows());
    let folder = folder();
    let failed = |path: &Path, error| format!("{}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    let mut any = false;
    for (name, chart) in PICTURES {
        let path = folder.join(name);
        match chart(&results, &rows).draw() {
            Some(svg) => {
                fs::write(&path, svg).map_err(|error| failed(&path, error))?;
                println!("{}", path.display());
                any = true;
            }
            None => println!("{name}: no figures"),
        }
    }
    if any { Ok(true) } else { Err("no figures: README.md says what leaves some".to_owned()) }
}

/// One call, from one in the process to the slowest language.
fn latency(_: &Results, rows: &[Row]) -> Chart {
    let connected = |row: &&Row| row.group == "remote" && row.case == "language-connected";
    let mut bars: Vec<Bar> = rows
        .iter()
        .filter(connected)
        .filter(|row| row.who != "ours")
        .map(|row| bar(&row.who, row.median_ns, false))
        .collect();
    for (label, case, who) in [
        ("proxy, unix socket", "hello-unix", "ours"),
        ("proxy, TCP", "hello-tcp", "ours"),
        ("dxr", "hello-tcp", "dxr"),
        ("TCP ping-pong", "hello-tcp", "ping-pong"),
        ("proxy, local", "language-direct", "ours"),
    ] {
        if let Some(row) = network::find(rows, "remote", case, who) {
            bars.push(bar(label, row.median_ns, who == "ours"));
        }
    }
    bars.sort_by(|a, b| a.value.total_cmp(&b.value));
    Chart {
        title: "One call of hello(\"Greg\")".to_owned(),
        note: "Median, over a kept connection where it is remote; a logarithmic scale; shorter is better".to_owned(),
        scale: Scale::Log,
        tick: time_at_axis,
        bars,
    }
}

/// Calls a second, with 16 and with 64 connections.
fn throughput(_: &Results, rows: &[Row]) -> Chart {
    let bars = rows.iter().filter(|row| row.group == "load").filter_map(|row| {
        let rate = row.req_s?;
        Some(Bar {
            label: format!("{}, {} connections", row.who, row.case),
            value: rate,
            text: format!("{:.0} calls/s", rate),
            ours: row.who.starts_with("ours"),
        })
    });
    Chart {
        title: "Calls a second that one server answers".to_owned(),
        note: "hello(\"Greg\") over TCP; hyper answers constant bytes; longer is better".to_owned(),
        scale: Scale::Linear,
        tick: |rate| format!("{:.0}k", rate / 1000.0),
        bars: bars.collect(),
    }
}

/// The list, read or written.
fn codec(results: &Results, group: &str) -> Chart {
    let what = if group == "decode" { "reading" } else { "writing" };
    let bars = results.0.iter().filter(|m| m.group == group && m.case == "list").map(|m| Bar {
        label: m.who.clone(),
        value: m.mb_s(),
        text: format!("{:.0} MB/s", m.mb_s()),
        ours: m.who.starts_with("ours"),
    });
    Chart {
        title: format!("A list of 266 structs: {what} it"),
        note: "Millions of bytes of the document a second; a logarithmic scale; longer is better"
            .to_owned(),
        scale: Scale::Log,
        tick: |speed| format!("{speed} MB/s"),
        bars: bars.collect(),
    }
}

/// How fast lists of different lengths are read.
fn sizes() -> Chart {
    let measured = Results::sizes();
    let bars = ["ours", "serde_xmlrpc", "dxr"].into_iter().flat_map(|who| {
        measured.iter().filter(move |m| m.who == who).map(|m| Bar {
            label: format!("{}, {} struct{}", m.who, m.case, if m.case == "1" { "" } else { "s" }),
            value: m.mb_s(),
            text: format!("{:.0} MB/s", m.mb_s()),
            ours: m.who == "ours",
        })
    });
    Chart {
        title: "Reading lists of 0.7 KB to 7 MB".to_owned(),
        note: "Millions of bytes of the document a second; a logarithmic scale; longer is better"
            .to_owned(),
        scale: Scale::Log,
        tick: |speed| format!("{speed} MB/s"),
        bars: bars.collect(),
    }
}

/// From the bytes of a call to those of its answer.
fn dispatch(results: &Results, _: &[Row]) -> Chart {
    let measured = results.0.iter().filter(|m| m.group == "dispatch" && m.case == "hello");
    let bars = measured.map(|m| bar(&m.who, m.median_ns, m.who.starts_with("ours")));
    Chart {
        title: "hello(\"Greg\"): from the bytes of a call to those of its answer".to_owned(),
        note: "Median, without HTTP; a logarithmic scale; shorter is better".to_owned(),
        scale: Scale::Log,
        tick: time_at_axis,
        bars: bars.collect(),
    }
}

fn bar(label: &str, ns: f64, ours: bool) -> Bar {
    Bar { label: label.to_owned(), value: ns, text: time(ns), ours }
}

/// A power of ten of nanoseconds.
fn time_at_axis(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{ns} ns"),
        ..1e6 => format!("{} µs", ns / 1e3),
        _ => format!("{} ms", ns / 1e6),
    }
}

//! What ours is to reach, as ratios within one run.

use crate::{
    network::{self, Row},
    results::Results,
};

/// Whom ours is compared with.
#[derive(Clone, Copy)]
enum Peer {
    Named(&'static str),
    /// Whoever is the fastest, those included that do less than the work.
    Fastest,
}

use Peer::{Fastest, Named};

/// Group, case, peer, and how many times faster ours is to be.
const FASTER: [(&str, &str, Peer, f64); 8] = [
    ("decode", "list", Named("serde_xmlrpc"), 5.0),
    ("decode", "list", Named("dxr"), 18.0),
    ("encode", "list", Fastest, 5.0),
    ("decode", "ints", Fastest, 3.0),
    ("encode", "ints", Fastest, 3.0),
    ("decode", "doubles", Fastest, 3.0),
    ("encode", "doubles", Fastest, 3.0),
    ("dispatch", "hello", Named("dxr"), 20.0),
];

/// Bytes are compared with the crate that turns them into text: how many times its time ours may take.
const BASE64: f64 = 1.3;

/// The `String` that the method returns.
const ALLOCATIONS: u64 = 1;

/// Case, peer, and how many times its time ours may take: a bound where it is more than one.
const REMOTE: [(&str, &str, f64); 6] = [
    ("hello-tcp", "ping-pong", 2.2),
    ("hello-tcp", "dxr", 0.5),
    ("hello-unix", "ping-pong", 2.2),
    ("list-tcp", "dxr", 1.0 / 15.0),
    ("language-connected", "xmlrpc-c", 0.25),
    ("language-connected", "python", 0.1),
];

/// Peer, and how many times its calls a second ours is to answer.
const LOAD: [(&str, f64); 2] = [("hyper", 0.9), ("dxr", 1.6)];

pub fn print(results: &Results, rows: &[Row]) {
    println!("{:<46} {:>9} {:>9}", "targets", "wanted", "reached");
    for (group, case, peer, wanted) in FASTER {
        let other = match peer {
            Named(who) => results.find(group, case, who),
            Fastest => results.fastest_peer(group, case),
        };
        if let (Some(ours), Some(other)) = (results.find(group, case, "ours"), other) {
            let reached = other.median_ns / ours.median_ns;
            let what = format!("{group} {case}: times faster than {}", other.who);
            line(&what, &format!(">= {wanted}"), &format!("{reached:.2}"), reached >= wanted);
        }
    }
    for group in ["decode", "encode"] {
        let find = |who| results.find(group, "base64", who);
        if let (Some(ours), Some(alone)) = (find("ours"), find("base64")) {
            let reached = ours.median_ns / alone.median_ns;
            let what = format!("{group} base64: times of base64 alone");
            line(&what, &format!("<= {BASE64}"), &format!("{reached:.2}"), reached <= BASE64);
        }
    }
    if let Some(count) = results.find("dispatch", "hello", "ours").and_then(|ours| ours.allocs) {
        let own = count.saturating_sub(ALLOCATIONS);
        line("dispatch hello: allocations beside the result", "0", &own.to_string(), own == 0);
    }
    network(rows);
}

fn network(rows: &[Row]) {
    for (case, peer, wanted) in REMOTE {
        let find = |who| network::find(rows, "remote", case, who);
        if let (Some(ours), Some(other)) = (find("ours"), find(peer)) {
            let reached = ours.median_ns / other.median_ns;
            let what = format!("remote {case}: times of {peer}");
            line(&what, &format!("<= {wanted:.3}"), &format!("{reached:.3}"), reached <= wanted);
        }
    }
    for (peer, wanted) in [("one by one", 1.0 / 15.0), ("python", 0.1)] {
        let find = |who| network::find(rows, "batch", "1000", who);
        if let (Some(ours), Some(other)) = (find("ours"), find(peer)) {
            let reached = ours.median_ns / other.median_ns;
            let what = format!("batch of 1000: times of {peer}");
            line(&what, &format!("<= {wanted:.3}"), &format!("{reached:.3}"), reached <= wanted);
        }
    }
    for (case, (peer, wanted)) in
        ["16", "64"].into_iter().flat_map(|case| LOAD.map(|it| (case, it)))
    {
        let rate = |who| network::find(rows, "load", case, who).and_then(|row| row.req_s);
        if let (Some(ours), Some(other)) = (rate("ours"), rate(peer)) {
            let reached = ours / other;
            let what = format!("load {case}: calls a second to {peer}");
            line(&what, &format!(">= {wanted}"), &format!("{reached:.2}"), reached >= wanted);
        }
    }
}

fn line(what: &str, wanted: &str, reached: &str, met: bool) {
    println!("{what:<46} {wanted:>9} {reached:>9}  {}", if met { "met" } else { "NOT MET" });
}

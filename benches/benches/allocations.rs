//! Allocations of each measurement, into `target/allocations.json`.
//!
//! The times are taken by other programs: counting takes time itself.
#![allow(missing_docs)]

use std::{fs, path::Path};

use allocation_counter::measure;
use serde_json::{Map, Value};
use xmlrpc_bench::work;

fn main() {
    let mut counts = Map::new();
    for mut work in work::all() {
        // The first time fills the buffers that are kept.
        (work.run)();
        let count = measure(&mut *work.run).count_total;
        let key = [work.group, work.case, work.who].join("/");
        println!("{key:<32} {count:>9}");
        counts.insert(key, count.into());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/allocations.json");
    if let Err(error) = fs::write(&path, format!("{:#}\n", Value::Object(counts))) {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1);
    }
}

//! The counts that gungraun's benches leave behind.

use std::{fs, path::Path};

/// All instructions of a measurement of this bench, whose group has the same name.
pub fn instructions(bench: &str, measurement: &str) -> Result<u64, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("target/gungraun/xmlrpc-bench/{bench}/{bench}"))
        .join(format!("{measurement}.run/callgrind.{measurement}.run.out"));
    let text = fs::read_to_string(&path).map_err(|error| {
        format!("{}: {error}; run `cargo bench --bench {bench}` first", path.display())
    })?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ")?.split(' ').next()?.parse().ok());
    total.ok_or_else(|| format!("{}: no summary line", path.display()))
}

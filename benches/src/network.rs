//! What `xmlrpc-bench-network` and `peers/run` left behind: calls over sockets.

use std::path::Path;

use serde_json::{Value, json};

use crate::results::json_file;

/// One row of it.
pub struct Row {
    pub group: &'static str,
    pub case: String,
    pub who: String,
    /// Of one call; of the load, what a call takes of the server's time, with all connections together.
    pub median_ns: f64,
    /// Calls a second.
    pub req_s: Option<f64>,
}

impl Row {
    /// Whether it stands beside what the table is about.
    pub fn is_extra(&self) -> bool {
        self.case.ends_with("-unpinned")
            || self.case == "language-direct"
            || self.group == "remote" && self.who.starts_with("ours-")
    }

    pub fn json(&self) -> Value {
        let Row { group, case, who, median_ns, req_s } = self;
        match req_s {
            None => json!({ "group": group, "case": case, "who": who, "median_ns": median_ns }),
            Some(req_s) => json!({ "group": group, "case": case, "who": who, "req_s": req_s }),
        }
    }
}

/// All rows that were measured; none where nothing was.
pub fn rows() -> Vec<Row> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let read = |name| match json_file(&target.join(name)) {
        Ok(Value::Array(rows)) => rows,
        _ => Vec::new(),
    };
    let text = |row: &Value, key: &str| row[key].as_str().map(str::to_owned);
    let mut all = Vec::new();
    for (file, group) in [("remote.json", "remote"), ("load.json", "load")] {
        all.extend(read(file).iter().filter_map(|row| {
            Some(Row {
                group,
                case: text(row, "case")?,
                who: text(row, "who")?,
                median_ns: row["median_ns"].as_f64()?,
                req_s: row["req_s"].as_f64(),
            })
        }));
    }
    for row in read("batch.json") {
        if let (Some(who), Some(median_ns)) = (text(&row, "who"), row["median_ns"].as_f64()) {
            all.push(Row { group: "batch", case: "1000".to_owned(), who, median_ns, req_s: None });
        }
    }
    for row in read("peers.json") {
        for (case, key) in [
            ("language-connected", "connected_us"),
            ("language-reconnecting", "reconnecting_us"),
            ("language-direct", "direct_us"),
        ] {
            if let (Some(who), Some(us)) = (text(&row, "who"), row[key].as_f64()) {
                all.push(Row {
                    group: "remote",
                    case: case.to_owned(),
                    who,
                    median_ns: us * 1000.0,
                    req_s: None,
                });
            }
        }
    }
    all
}

pub fn find<'a>(rows: &'a [Row], group: &str, case: &str, who: &str) -> Option<&'a Row> {
    rows.iter().find(|row| (row.group, &*row.case, &*row.who) == (group, case, who))
}

//! What criterion and the counting of allocations left behind.

use std::{fs, path::Path};

use serde_json::Value;

/// What one peer took for one case.
pub struct Measured {
    pub group: String,
    pub case: String,
    pub who: String,
    pub median_ns: f64,
    /// Bytes of the document.
    pub bytes: f64,
    pub allocs: Option<u64>,
}

impl Measured {
    /// Millions of bytes a second.
    pub fn mb_s(&self) -> f64 {
        1000.0 * self.bytes / self.median_ns
    }

    /// A variant of ours, beside the eight columns that the table is about.
    pub fn is_extra(&self) -> bool {
        self.who.starts_with("ours-")
    }
}

/// All measurements, in the order in which they are shown.
pub struct Results(pub Vec<Measured>);

/// Their order in the table.
const GROUPS: [&str; 3] = ["decode", "encode", "dispatch"];
const CASES: [&str; 5] = ["list", "ints", "doubles", "base64", "hello"];

impl Results {
    pub fn read() -> Result<Self, String> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
        let counts = json_file(&target.join("allocations.json")).unwrap_or(Value::Null);
        let mut all = Vec::new();
        for group in GROUPS {
            all.extend(of_group(&target, group, &counts)?);
        }
        if all.is_empty() {
            return Err(MISSING.to_owned());
        }
        let place = |names: &[&str], name: &str| names.iter().position(|other| *other == name);
        all.sort_by(|a, b| {
            let key = |m: &Measured| (place(&GROUPS, &m.group), place(&CASES, &m.case));
            let ours = |m: &Measured| !m.who.starts_with("ours");
            key(a)
                .cmp(&key(b))
                .then(ours(a).cmp(&ours(b)))
                .then(a.median_ns.total_cmp(&b.median_ns))
        });
        Ok(Results(all))
    }

    /// Lists of different lengths, the shortest first; none if they were not measured.
    pub fn sizes() -> Vec<Measured> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
        let mut all = of_group(&target, "sizes", &Value::Null).unwrap_or_default();
        all.sort_by(|a, b| a.who.cmp(&b.who).then(a.bytes.total_cmp(&b.bytes)));
        all
    }

    /// Those that there are, which may be none.
    pub fn present() -> Self {
        Results::read().unwrap_or_else(|_| Results(Vec::new()))
    }

    pub fn find(&self, group: &str, case: &str, who: &str) -> Option<&Measured> {
        self.0.iter().find(|m| (&*m.group, &*m.case, &*m.who) == (group, case, who))
    }

    /// The fastest of those who read or write whole documents.
    pub fn fastest_peer(&self, group: &str, case: &str) -> Option<&Measured> {
        let peer = |m: &&Measured| {
            m.group == group && m.case == case && m.who != "base64" && !m.who.starts_with("ours")
        };
        self.0.iter().filter(peer).min_by(|a, b| a.median_ns.total_cmp(&b.median_ns))
    }
}

const MISSING: &str = "no measurements: run \
    `cargo bench --bench codec --bench dispatch --bench allocations` in the folder of this program first";

/// What there is of a group. One bench alone may have been run.
fn of_group(target: &Path, group: &str, counts: &Value) -> Result<Vec<Measured>, String> {
    let folder = target.join("criterion").join(group);
    let mut all = Vec::new();
    if folder.is_dir() {
        for who in folders(&folder)? {
            for case in folders(&who)? {
                let new = case.join("new");
                if new.is_dir() {
                    all.push(measured(group, &new, counts)?);
                }
            }
        }
    }
    Ok(all)
}

fn folders(path: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let entries =
        fs::read_dir(path).map_err(|error| format!("{}: {error}; {MISSING}", path.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(|path| path.is_dir() && !path.ends_with("report")).collect())
}

pub fn json_file(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn measured(group: &str, folder: &Path, counts: &Value) -> Result<Measured, String> {
    let (what, times) =
        (json_file(&folder.join("benchmark.json"))?, json_file(&folder.join("estimates.json"))?);
    let name = |key: &str| what[key].as_str().map(str::to_owned);
    let number = |value: &Value| value.as_f64();
    let read = || {
        let (who, case) = (name("function_id")?, name("value_str")?);
        let allocs = counts[format!("{group}/{case}/{who}")].as_u64();
        Some(Measured {
            group: group.to_owned(),
            case,
            who,
            median_ns: number(&times["median"]["point_estimate"])?,
            bytes: number(&what["throughput"]["Bytes"])?,
            allocs,
        })
    };
    read().ok_or_else(|| format!("{}: not what criterion writes", folder.display()))
}

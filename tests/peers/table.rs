//! The table of `docs/peers.md`: each row is written by the test that found it.

use std::{
    fs::File,
    io::{Read as _, Seek as _, Write as _},
    path::Path,
};

/// What a test found.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    pub peer: &'a str,
    pub version: &'a str,
    /// Who calls, and how.
    pub direction: &'a str,
    /// Of validator1's 8 methods, those that are right; `None` where the peer has other methods.
    pub score: Option<usize>,
    pub special: &'a str,
}

const BEGIN: &str = "<!-- begin of the table -->\n";
const END: &str = "<!-- end of the table -->";
const HEAD: &str = "| peer | version | direction | validator1 | what is special |\n| --- | --- | --- | --- | --- |\n";

/// With `XMLRPC_PEERS_TABLE=docs/peers.md` in the environment the row is written there. Without, the page must have it
/// already; only the version may be another.
pub fn record(row: Row<'_>) {
    let score = row.score.map_or_else(|| "–".to_owned(), |score| format!("{score} of 8"));
    let (before, after) = (
        format!("| {} | ", row.peer),
        format!(" | {} | {score} | {} |", row.direction, row.special),
    );
    let written = std::env::var_os("XMLRPC_PEERS_TABLE");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(written.as_deref().unwrap_or("docs/peers.md".as_ref()));
    let mut file =
        File::options().read(true).write(written.is_some()).open(path).expect("the page");
    // Other tests write their rows meanwhile.
    file.lock().expect("alone");
    let mut page = String::new();
    file.read_to_string(&mut page).expect("the page");
    let (head, rest) = page.split_once(BEGIN).expect("the begin of the table");
    let (table, tail) = rest.split_once(END).expect("the end of the table");
    let mut rows: Vec<&str> = table.lines().skip(2).collect();
    if written.is_none() {
        let there = rows.iter().any(|line| line.starts_with(&before) && line.ends_with(&after));
        assert!(
            there,
            "docs/peers.md has not {before}...{after}; XMLRPC_PEERS_TABLE=docs/peers.md writes it"
        );
        return;
    }
    let line = format!("{before}{}{after}", row.version);
    let direction = format!(" | {} | ", row.direction);
    rows.retain(|line| !(line.starts_with(&before) && line.contains(&direction)));
    rows.push(&line);
    rows.sort_by_key(|line| line.to_lowercase());
    let page = format!("{head}{BEGIN}{HEAD}{}\n{END}{tail}", rows.join("\n"));
    file.rewind().and_then(|()| file.set_len(0)).expect("the page is emptied");
    file.write_all(page.as_bytes()).expect("the page is written");
}

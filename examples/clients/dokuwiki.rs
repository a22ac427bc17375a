//! A DokuWiki from a shell: its pages, its files, and what changed.
//!
//! ```sh
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php list projects
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php read start
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php write notes:today "what was said" < today.txt
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php changes 2026-07-01
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php upload plan.pdf projects:plan.pdf
//! dokuwiki https://wiki.example/lib/exe/xmlrpc.php download projects:plan.pdf > plan.pdf
//! ```
//!
//! Credentials come from the environment, `DOKUWIKI_USER` and `DOKUWIKI_PASSWORD`. The wiki must allow it: `remote` is on, and
//! `remoteuser` names who may call.

#![allow(missing_docs, reason = "a program, not a library")]

use std::{
    env,
    error::Error,
    fs,
    io::{self, Read, Write},
    process::ExitCode,
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Auth, Base64, Config, DateTime, Fault, service};

/// The part of [DokuWiki's methods](https://www.dokuwiki.org/devel:xmlrpc) that is used here. It is written by hand: the
/// release of 2022 tells nothing of its methods, so there is nothing for `xmlrpc generate` to ask.
#[service(only = "client")]
pub trait Wiki {
    /// Whether the wiki knows this user, with this password.
    #[rpc(name = "dokuwiki.login", read_only)]
    fn login(&self, user: &str, password: &str) -> Result<Answer<bool>, Refusal>;

    /// All pages that the user may read.
    #[rpc(name = "wiki.getAllPages", read_only)]
    fn get_all_pages(&self) -> Result<Answer<Vec<Page>>, Refusal>;

    /// The text of a page; empty where there is no such page.
    #[rpc(name = "wiki.getPage", read_only)]
    fn get_page(&self, page: &str) -> Result<Answer<String>, Refusal>;

    #[rpc(name = "wiki.putPage")]
    fn put_page(&self, page: &str, text: &str, edit: &Edit) -> Result<Answer<bool>, Refusal>;

    /// The latest change of each page since a time, in seconds since 1970.
    #[rpc(name = "wiki.getRecentChanges", read_only)]
    fn get_recent_changes(&self, since: i32) -> Result<Answer<Vec<Change>>, Refusal>;

    /// The files of a namespace, without those of the namespaces in it.
    #[rpc(name = "wiki.getAttachments", read_only)]
    fn get_attachments(&self, namespace: &str) -> Result<Answer<Vec<Attachment>>, Refusal>;

    #[rpc(name = "wiki.getAttachment", read_only)]
    fn get_attachment(&self, id: &str) -> Result<Answer<Base64>, Refusal>;

    /// Under which name the file is kept.
    #[rpc(name = "wiki.putAttachment")]
    fn put_attachment(
        &self,
        id: &str,
        file: &[u8],
        upload: &Upload,
    ) -> Result<Answer<String>, Refusal>;
}

/// What was asked for, or no. Where a fault is documented, the release of 2022 sends a struct without members.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Answer<T> {
    Given(T),
    Refused {},
}

/// What is known of a page. Members that are not named here are passed over.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    pub id: String,
    pub size: u64,
    pub last_modified: DateTime,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub name: String,
    pub author: String,
    pub last_modified: DateTime,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    pub id: String,
    pub size: u64,
    pub last_modified: DateTime,
}

/// What the wiki notes beside a new text.
#[derive(Debug, Deserialize, Serialize)]
pub struct Edit {
    #[serde(rename = "sum")]
    pub summary: String,
    pub minor: bool,
}

#[derive(Debug, Deserialize, Serialize)]
pub struct Upload {
    #[serde(rename = "ow")]
    pub overwrite: bool,
}

/// What DokuWiki says no with. Its other faults say what they mean in words.
#[derive(Debug, Fault)]
pub enum Refusal {
    #[fault(code = 321)]
    NoChanges(String),
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}

const USAGE: &str = "usage: dokuwiki URL list [NAMESPACE] | read PAGE | write PAGE SUMMARY <TEXT | \
                     changes YYYY-MM-DD | files NAMESPACE | upload FILE ID | download ID >FILE";

/// Who calls: a user and a password.
pub type Who<'a> = Option<(&'a str, &'a str)>;

/// Does what the words say.
pub fn run(
    url: &str,
    who: Who<'_>,
    words: &[&str],
    input: &mut impl Read,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let wiki = connect(url, who)?;
    match *words {
        ["list"] => list(&wiki, "", out)?,
        ["list", namespace] => list(&wiki, &format!("{namespace}:"), out)?,
        ["read", page] => {
            let text = given(wiki.get_page(page))?;
            if text.is_empty() {
                return Err(format!("there is no page {page}").into());
            }
            out.write_all(text.as_bytes())?;
        }
        ["write", page, summary] => {
            let mut text = String::new();
            input.read_to_string(&mut text)?;
            let edit = Edit { summary: summary.to_owned(), minor: false };
            given(wiki.put_page(page, &text, &edit))?;
            writeln!(out, "{page}: written")?;
        }
        ["changes", day] => changes(&wiki, day, out)?,
        ["files", namespace] => {
            for Attachment { id, size, last_modified } in given(wiki.get_attachments(namespace))? {
                writeln!(out, "{last_modified} {size:>9} {id}")?;
            }
        }
        ["upload", file, id] => {
            let bytes = fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
            let kept = given(wiki.put_attachment(id, &bytes, &Upload { overwrite: false }))?;
            writeln!(out, "{kept}: {} bytes", bytes.len())?;
        }
        ["download", id] => out.write_all(&given(wiki.get_attachment(id))?.0)?,
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Calls with a wrong password are those of nobody, who may see a part: better to be told.
fn connect(url: &str, who: Who<'_>) -> Result<impl Wiki, Box<dyn Error>> {
    let mut config = Config::new(url)?;
    if let Some((user, password)) = who {
        config = config.auth(Auth::basic(user, password)?);
    }
    let wiki = WikiClient::connect(config)?;
    match who {
        Some((user, password)) if !given(wiki.login(user, password))? => {
            Err(format!("the wiki does not know {user} with this password").into())
        }
        _ => Ok(wiki),
    }
}

fn list(wiki: &impl Wiki, prefix: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for Page { id, size, last_modified } in given(wiki.get_all_pages())? {
        if id.starts_with(prefix) {
            writeln!(out, "{last_modified} {size:>9} {id}")?;
        }
    }
    Ok(())
}

fn changes(wiki: &impl Wiki, day: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let changes = match wiki.get_recent_changes(since(day)?) {
        // What a time that is one is refused with.
        Ok(Answer::Refused {}) | Err(Refusal::NoChanges(_)) => Vec::new(),
        other => given(other)?,
    };
    for Change { name, author, last_modified } in &changes {
        let author = if author.is_empty() { "somebody" } else { author };
        writeln!(out, "{last_modified} {name} by {author}")?;
    }
    if changes.is_empty() {
        writeln!(out, "no changes since {day}")?;
    }
    Ok(())
}

/// The beginning of a day, in UTC, as DokuWiki counts time. It takes no number of fewer than ten digits.
fn since(day: &str) -> Result<i32, Box<dyn Error>> {
    let date: DateTime = format!("{day}T00:00:00").parse()?;
    let (mut year, mut month) = (i64::from(date.year()), i64::from(date.month()));
    // Years that begin in March have their odd day at the end.
    if month < 3 {
        (year, month) = (year - 1, month + 12);
    }
    let days = 365 * year + year / 4 - year / 100
        + year / 400
        + (153 * month - 457) / 5
        + i64::from(date.day())
        - 719_469;
    match i32::try_from(days * 86_400) {
        Ok(seconds) if seconds >= 1_000_000_000 => Ok(seconds),
        _ => Err("the day is not between 2001-09-10 and 2038-01-19".into()),
    }
}

/// The answer, or why there is none in words for who typed the command.
fn given<T>(answer: Result<Answer<T>, Refusal>) -> Result<T, String> {
    let error = match answer {
        Ok(Answer::Given(value)) => return Ok(value),
        Ok(Answer::Refused {}) => return Err("the wiki refuses, and does not say why".to_owned()),
        Err(Refusal::Call(error)) => error,
        Err(refusal) => return Err(refusal.to_string()),
    };
    Err(match error.status() {
        Some(401) => "the wiki does not let you in: DOKUWIKI_USER and DOKUWIKI_PASSWORD say who \
                      you are"
            .to_owned(),
        Some(403) => "you may not do this".to_owned(),
        _ => error.to_string(),
    })
}

#[allow(dead_code, reason = "a test calls `run`")]
fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = args.iter().map(String::as_str).collect();
    match words.split_first().map_or(Err(USAGE.into()), |(url, words)| at(url, words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "dokuwiki: {error}");
            ExitCode::FAILURE
        }
    }
}

fn at(url: &str, words: &[&str]) -> Result<(), Box<dyn Error>> {
    let (user, password) = (env::var("DOKUWIKI_USER").ok(), env::var("DOKUWIKI_PASSWORD").ok());
    let who = user.as_deref().zip(password.as_deref());
    run(url, who, words, &mut io::stdin().lock(), &mut io::stdout().lock())
}

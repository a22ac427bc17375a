//! A client made by `#[service]` asks a real DokuWiki: a web application in PHP, with users, cookies, and no faults.
#![cfg(all(feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use peers::post::post;
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Auth, Config, DateTime, ErrorKind, Result, Value, service, value};

#[service(rename_all = "camelCase", only = "client")]
trait Wiki {
    #[rpc(name = "dokuwiki.getVersion", read_only)]
    fn version(&self) -> Result<String>;
    #[rpc(name = "dokuwiki.login")]
    fn login(&self, user: &str, password: &str) -> Result<bool>;
    #[rpc(name = "dokuwiki.search", read_only)]
    fn search(&self, words: &str) -> Result<Vec<Value>>;
    #[rpc(name = "wiki.getPage", read_only)]
    fn page(&self, page: &str) -> Result<String>;
    #[rpc(name = "wiki.getPageInfo", read_only)]
    fn info(&self, page: &str) -> Result<Info>;
    #[rpc(name = "wiki.getAllPages", read_only)]
    fn pages(&self) -> Result<Vec<Value>>;
    #[rpc(name = "wiki.putPage")]
    fn put(&self, page: &str, text: &str, edit: &Value) -> Result<bool>;
    #[rpc(name = "wiki.putAttachment")]
    fn attach(&self, id: &str, file: &[u8], options: &Value) -> Result<String>;
    #[rpc(name = "wiki.getAttachment", read_only)]
    fn attachment(&self, id: &str) -> Result<Vec<u8>>;
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    name: String,
    last_modified: DateTime,
    author: String,
    version: i32,
}

#[test]
fn values_pass_and_refusals_are_structs_without_members() {
    let Some(running) = peers::dokuwiki::DokuWiki::start("dokuwiki") else { return };
    let client = |user: &str, password: &str| {
        let auth = Auth::basic(user, password).expect("credentials");
        WikiClient::connect(Config::new(&running.url).expect("a URL").auth(auth)).expect("a client")
    };
    let wiki = client("ada", "pw");
    let version = peers::until_it_answers(|| wiki.version());
    assert!(wiki.pages().expect("none").is_empty());

    let nasty = "é & <b> 中 ]]> 😀\n  \"x\" 'y'\n\nz";
    let edit = value!({ "sum": "first", "minor": false });
    assert!(wiki.put("a:b", nasty, &edit).expect("written"));
    assert_eq!(wiki.page("a:b").expect("its text"), nasty);
    let info = wiki.info("a:b").expect("what is known of it");
    assert_eq!((info.name.as_str(), info.author.as_str()), ("a:b", "ada"));
    // Hyphens and a zone, neither of which the specification has.
    assert_eq!(info.last_modified.offset(), Some(0));
    assert!(info.version > 1_700_000_000);
    assert_eq!(wiki.search("中").expect("one page").len(), 1);
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(wiki.attach("a:f.zip", &bytes, &value!({ "ow": true })).expect("kept"), "a:f.zip");
    assert_eq!(wiki.attachment("a:f.zip").expect("the file"), bytes);

    // Where others send a fault.
    let error = wiki.info("none").expect_err("there is none");
    assert_eq!((error.kind(), error.fault()), (ErrorKind::Type, None), "{error}");
    let answer = post(&running.url, "wiki.getPage", "a:b");
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    let flat: String = answer.split_whitespace().collect();
    assert!(flat.contains("<params><param><value><struct></struct></value></param>"), "{answer}");
    let secret = wiki.page("secret:a").expect_err("not for this user");
    assert_eq!((secret.kind(), secret.status()), (ErrorKind::Status, Some(403)), "{secret}");
    // Batches are no method of it, so the whole of one is refused like that.
    let mut batch = wiki.batch();
    let _ = (batch.version(), batch.pages());
    assert!(batch.send().is_err());

    // It splits what Basic auth carries at every colon.
    assert_eq!(client("ada", "pw:more").page("a:b").expect("its text"), nasty);
    // Who gives a wrong password is nobody, and nobody may list what nobody may read.
    assert!(client("ada", "more").pages().expect("no pages").is_empty());

    login(&running.url);

    peers::table::record(peers::table::Row {
        peer: "DokuWiki",
        version: &version,
        direction: "we call it",
        score: None,
        special: "a struct without members where others send a fault, with status 401 or 403 where the user may not; no `system.*`, so no batches; dates with hyphens and a zone; Basic auth, of a password up to its first colon, or a login that sets cookies",
    });
}

/// A login sets a cookie, which is as good as the password.
#[cfg(feature = "cookies")]
fn login(url: &str) {
    let wiki = |config: Config| WikiClient::connect(&config).expect("a client");
    let config = Config::new(url).expect("a URL");
    let known = wiki(config.clone().cookies());
    assert!(known.page("a:b").is_err());
    assert!(!known.login("ada", "wrong").expect("an answer"));
    assert!(known.page("a:b").is_err());
    assert!(known.login("ada", "pw").expect("an answer"));
    known.page("a:b").expect("its text");
    let forgetful = wiki(config);
    assert!(forgetful.login("ada", "pw").expect("an answer"));
    assert!(forgetful.page("a:b").is_err());
}

#[cfg(not(feature = "cookies"))]
fn login(_: &str) {}

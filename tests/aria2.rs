//! A client made by `#[service]` drives a real aria2, which takes a secret token as the first parameter of each call.
#![cfg(all(feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Error, ErrorKind, Fault, Result, service};

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    version: String,
    enabled_features: Vec<String>,
}

/// Every number is a text here.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Download {
    gid: String,
    status: String,
    total_length: String,
}

#[service(namespace = "aria2", rename_all = "camelCase", only = "client")]
trait Aria2 {
    #[rpc(read_only)]
    fn get_version(&self, token: &str) -> Result<Version>;
    fn add_uri(
        &self,
        token: &str,
        uris: &[String],
        options: &BTreeMap<String, String>,
    ) -> Result<String>;
    #[rpc(read_only)]
    fn tell_status(&self, token: &str, gid: &str, keys: &[String]) -> Result<Download>;
    #[rpc(read_only)]
    fn get_global_option(&self, token: &str) -> Result<BTreeMap<String, String>>;
    fn no_such_method(&self, token: &str) -> Result<()>;
}

const TOKEN: &str = "token:<s&é😀>";

fn is_unauthorized(error: &Error) -> bool {
    error.fault() == Some(&Fault::new(1, "Unauthorized"))
}

#[test]
fn a_token_in_the_first_parameter() {
    let Some(mut command) = peers::command("aria2c") else { return };
    let folder = peers::Folder::new("aria2");
    let port = peers::free_port();
    command
        .args(["--no-conf", "--enable-rpc", "--quiet", "--enable-dht=false", "--enable-dht6=false"])
        .arg(format!("--rpc-listen-port={port}"))
        .arg(format!("--rpc-secret={}", &TOKEN["token:".len()..]))
        .args(["--dir", &folder.join("")]);
    let _process = peers::Running::start(&mut command);
    let url = format!("http://127.0.0.1:{port}/rpc");
    let aria2 = Aria2Client::connect(&url).expect("an endpoint");

    let version = peers::until_it_answers(|| aria2.get_version(TOKEN));
    assert!(version.enabled_features.iter().any(|name| name == "XML-RPC"), "{version:?}");
    assert!(is_unauthorized(&aria2.get_version("token:s").expect_err("another token")));
    assert!(is_unauthorized(&aria2.get_version("").expect_err("no token")));
    let error = aria2.no_such_method(TOKEN).expect_err("there is none");
    assert_eq!(error.kind(), ErrorKind::Fault);
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");

    // A struct of options, an empty one too; nothing is fetched, since it waits.
    let paused = BTreeMap::from([("pause".to_owned(), "true".to_owned())]);
    let gid = aria2.add_uri(TOKEN, &["http://127.0.0.1:9/é".to_owned()], &paused).expect("added");
    let keys = ["gid", "status", "totalLength"].map(str::to_owned);
    let status = aria2.tell_status(TOKEN, &gid, &keys);
    let status = status.expect("its status");
    assert_eq!((status.status.as_str(), status.total_length.as_str()), ("paused", "0"));
    assert_eq!(status.gid, gid);
    let options = aria2.get_global_option(TOKEN).expect("options");
    assert_eq!(options["rpc-listen-port"], port.to_string());

    // A batch has no token of its own: each of its calls has.
    let mut batch = aria2.batch();
    let known = batch.get_version(TOKEN);
    let unknown = batch.get_version("token:s");
    let status = batch.tell_status(TOKEN, &gid, &keys);
    let none = batch.no_such_method(TOKEN);
    let answers = batch.send().expect("an answer");
    assert_eq!(answers.take(known).expect("a version").version, version.version);
    assert!(is_unauthorized(&answers.take(unknown).expect_err("another token")));
    assert_eq!(answers.take(status).expect("a status").gid, gid);
    let error = answers.take(none).expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");

    peers::table::record(peers::table::Row {
        peer: "aria2",
        version: &version.version,
        direction: "we call it",
        score: None,
        special: "a token as the first parameter, in each call of a batch too; numbers are texts",
    });
}

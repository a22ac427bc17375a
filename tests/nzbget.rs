//! A client made by `#[service]` drives a real NZBGet: Basic auth, and answers to batches that no grammar has.
#![cfg(all(feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use std::fs;

use peers::post::post;
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{ErrorKind, Fault, Result, service};

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Status {
    download_paused: bool,
    #[serde(rename = "RemainingSizeMB")]
    remaining_size_mb: i32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    kind: String,
    text: String,
}

#[service(only = "client")]
trait NzbGet {
    #[rpc(read_only)]
    fn version(&self) -> Result<String>;
    #[rpc(read_only)]
    fn status(&self) -> Result<Status>;
    #[rpc(read_only)]
    fn history(&self) -> Result<Vec<Line>>;
    #[rpc(name = "writelog")]
    fn write_log(&self, kind: &str, text: &str) -> Result<bool>;
    #[rpc(read_only)]
    fn log(&self, from: i32, count: i32) -> Result<Vec<Line>>;
    #[rpc(name = "pausedownload")]
    fn pause_download(&self) -> Result<bool>;
    fn no_such_method(&self) -> Result<()>;
}

#[test]
fn batches_whose_results_are_arrays_without_values() {
    let Some(mut command) = peers::command("nzbget") else { return };
    let folder = peers::Folder::new("nzbget");
    let port = peers::free_port();
    let config = folder.join("conf");
    let text = format!(
        "MainDir={main}\nDestDir={main}/dst\nInterDir={main}/int\nNzbDir={main}/nzb\nQueueDir={main}/queue\n\
         TempDir={main}/tmp\nScriptDir={main}/scripts\nLogFile={main}/log\nLockFile={main}/lock\nWebDir=\n\
         ControlIP=127.0.0.1\nControlPort={port}\nControlUsername=ada\nControlPassword=p:w\n\
         OutputMode=log\nUpdateCheck=none\n",
        main = folder.join("").trim_end_matches('/'),
    );
    fs::write(&config, text).expect("the configuration is written");
    let _process = peers::Running::start(command.args(["-s", "-c", &config]));
    let url = |user: &str| format!("http://{user}127.0.0.1:{port}/xmlrpc");
    let nzbget = NzbGetClient::connect(url("ada:p%3Aw@")).expect("an endpoint");

    let version = peers::until_it_answers(|| nzbget.version());
    let refused = NzbGetClient::connect(url("ada:p@")).expect("an endpoint").version();
    let error = refused.expect_err("another password");
    assert_eq!((error.kind(), error.status()), (ErrorKind::Status, Some(401)));

    assert_eq!(nzbget.status().expect("its status").remaining_size_mb, 0);
    assert!(nzbget.history().expect("an empty array").is_empty());
    let nasty = "<é & 中 😀> ]]>";
    assert!(nzbget.write_log("INFO", nasty).expect("written"));
    let log = nzbget.log(0, 100).expect("the log");
    assert!(log.iter().any(|line| (line.kind.as_str(), line.text.as_str()) == ("INFO", nasty)));
    let error = nzbget.no_such_method().expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");

    let mut batch = nzbget.batch();
    let (one, none, two) = (batch.version(), batch.no_such_method(), batch.status());
    let history = batch.history();
    let paused = batch.pause_download();
    let answers = batch.send().expect("an answer");
    assert_eq!(answers.take(one).expect("a version"), version);
    let error = answers.take(none).expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");
    assert!(!answers.take(two).expect("a status").download_paused);
    assert!(answers.take(history).expect("an array, in no other").is_empty());
    assert!(answers.take(paused).expect("paused"));
    assert!(nzbget.status().expect("its status").download_paused);

    // What was understood: an array in an array, with no value around it.
    let calls = "<array><data><value><struct><member><name>methodName</name><value><string>version</string></value></member>\
                 <member><name>params</name><value><array><data></data></array></value></member></struct></value></data></array>";
    let answer = post(&url("").replace("/xmlrpc", "/ada:p:w/xmlrpc"), "system.multicall", calls);
    let flat: String = answer.split_whitespace().collect();
    assert!(flat.contains("<array><data><array><data><value>"), "{answer}");

    peers::table::record(peers::table::Row {
        peer: "NZBGet",
        version: &version,
        direction: "we call it",
        score: None,
        special: "Basic auth; arrays without `<value>` in answers to batches; \"Invalid procedure\" for no such method",
    });
}

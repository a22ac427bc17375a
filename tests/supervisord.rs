//! A client made by `#[service]` drives a real supervisord: over HTTP with credentials, and over its unix socket.
#![cfg(all(unix, feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

mod peers;

use peers::supervisord::Supervisord;
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Config, ErrorKind, Fault, Value, service, value};

#[derive(Debug, Deserialize, Serialize)]
struct State {
    statecode: i32,
    statename: String,
}

#[derive(Debug, Deserialize, Serialize)]
struct Process {
    name: String,
    group: String,
    statename: String,
    start: i64,
    pid: u32,
    exitstatus: i32,
    description: String,
}

/// Text, how far the log goes, and whether text was left out.
type Tail = (String, i64, bool);

/// What supervisord answers, in its own words.
#[service(namespace = "supervisor", rename_all = "camelCase", only = "client")]
trait Supervisor {
    #[rpc(name = "getAPIVersion", read_only)]
    fn api_version(&self) -> Result<String, Refusal>;
    #[rpc(read_only)]
    fn get_state(&self) -> Result<State, Refusal>;
    #[rpc(read_only)]
    fn get_all_process_info(&self) -> Result<Vec<Process>, Refusal>;
    #[rpc(read_only)]
    fn get_process_info(&self, name: &str) -> Result<Process, Refusal>;
    fn start_process(&self, name: &str, wait: Option<bool>) -> Result<bool, Refusal>;
    fn stop_process(&self, name: &str, wait: Option<bool>) -> Result<bool, Refusal>;
    fn send_process_stdin(&self, name: &str, chars: &str) -> Result<bool, Refusal>;
    #[rpc(read_only)]
    fn tail_process_stdout_log(
        &self,
        name: &str,
        offset: i32,
        length: i32,
    ) -> Result<Tail, Refusal>;
}

#[derive(Debug, Fault)]
enum Refusal {
    #[fault(code = 10)]
    BadName(String),
    #[fault(code = 60)]
    AlreadyStarted(String),
    #[fault(code = 70)]
    NotRunning(String),
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}

/// The methods about methods, as supervisord has them.
#[service(namespace = "system", rename_all = "camelCase", only = "client")]
trait About {
    #[rpc(read_only)]
    fn list_methods(&self) -> xmlrpc_proxy::Result<Vec<String>>;
    /// Of one signature, and not of a list of them, as it is elsewhere.
    #[rpc(read_only)]
    fn method_signature(&self, name: &str) -> xmlrpc_proxy::Result<Vec<String>>;
    /// Results stand in the answer as they are, and not each in an array, as they do elsewhere.
    fn multicall(&self, calls: &Value) -> xmlrpc_proxy::Result<Vec<Value>>;
}

/// All that is asked, over whichever transport.
fn drive(config: &Config, direction: &str) {
    let supervisor = SupervisorClient::connect(config).expect("an endpoint");
    assert_eq!(peers::until_it_answers(|| supervisor.get_state()).statename, "RUNNING");
    assert_eq!(supervisor.api_version().expect("its version"), "3.0");

    let running = || match supervisor.get_process_info("cat") {
        Ok(process) if process.statename == "RUNNING" => Ok(process),
        other => Err(other),
    };
    let process = peers::until_it_answers(running);
    assert_eq!((process.name.as_str(), process.group.as_str()), ("cat", "cat"));
    assert!(process.pid > 0 && process.start > 0, "{process:?}");
    assert_eq!(supervisor.get_all_process_info().expect("all processes").len(), 1);

    // Control characters come as they are, although XML has none.
    let written = |text: &'static str| {
        let tail = || supervisor.tail_process_stdout_log("cat", 0, 1000);
        move || match tail() {
            Ok((log, end, _)) if log.ends_with(text) => Ok((log, end)),
            other => Err(other),
        }
    };
    let (log, end) = peers::until_it_answers(written("\n"));
    assert_eq!((log.as_str(), end), ("a\u{1b}[1mb\u{1}\n", 8));
    assert!(supervisor.send_process_stdin("cat", "<é & 中>\n").expect("input"));
    peers::until_it_answers(written("<é & 中>\n"));

    assert!(matches!(supervisor.get_process_info("dog"), Err(Refusal::BadName(_))));
    assert!(matches!(supervisor.start_process("cat", None), Err(Refusal::AlreadyStarted(_))));
    assert!(supervisor.stop_process("cat", Some(true)).expect("stopped"));
    assert!(matches!(supervisor.stop_process("cat", None), Err(Refusal::NotRunning(_))));
    assert!(supervisor.start_process("cat", None).expect("started"));

    let about = AboutClient::connect(config).expect("an endpoint");
    let methods = about.list_methods().expect("methods");
    assert!(methods.iter().any(|name| name == "supervisor.getAllProcessInfo"), "{methods:?}");
    let signature = about.method_signature("supervisor.startProcess").expect("a signature");
    assert_eq!(signature, ["boolean", "string", "boolean"]);
    let calls = value!([
        { "methodName": "supervisor.getAPIVersion", "params": [] },
        { "methodName": "supervisor.getProcessInfo", "params": ["dog"] },
    ]);
    let answers = about.multicall(&calls).expect("answers");
    assert_eq!(answers[0], value!("3.0"));
    assert_eq!(answers[1]["faultCode"], value!(10));

    let mut batch = supervisor.batch();
    let (version, none) = (batch.api_version(), batch.get_process_info("dog"));
    let (all, tail) = (batch.get_all_process_info(), batch.tail_process_stdout_log("cat", 0, 1000));
    let answers = batch.send().expect("answers");
    assert_eq!(answers.take(version).expect("its version"), "3.0");
    assert!(matches!(answers.take(none), Err(Refusal::BadName(_))));
    // An array of one that is the result, and not around it.
    assert_eq!(answers.take(all).expect("all processes").len(), 1);
    assert!(answers.take(tail).expect("the log").0.contains("\u{1b}[1mb\u{1}"));

    let version =
        peers::python_command("supervisord").map(|mut it| peers::first_line(it.arg("--version")));
    peers::table::record(peers::table::Row {
        peer: "supervisord",
        version: &version.unwrap_or_default(),
        direction,
        score: None,
        special: "raw control characters; a flat signature; results in batches are not wrapped; Basic auth",
    });
}

#[test]
fn over_http_with_a_colon_in_the_password() {
    let Some(supervisord) = Supervisord::start("sv-http") else { return };
    let url = |user: &str| format!("http://{user}127.0.0.1:{}", supervisord.port);
    drive(&Config::new(&url("ada:p%3Aw@")).expect("an endpoint"), "we call it");
    for user in ["", "ada:p@", "ada:p%3Aw%3A@"] {
        let refused = SupervisorClient::connect(url(user)).expect("an endpoint").get_state();
        match refused {
            Err(Refusal::Call(error)) => {
                assert_eq!((error.kind(), error.status()), (ErrorKind::Status, Some(401)));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn over_its_unix_socket() {
    let Some(supervisord) = Supervisord::start("sv-unix") else { return };
    let config = Config::new(&format!("http+unix://ada:p%3Aw@{}", supervisord.socket)).unwrap();
    drive(&config, "we call it, over a unix socket");
}

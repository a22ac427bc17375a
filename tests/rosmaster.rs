//! A client made by `#[service]` asks a real ROS 1 master: each result is a code, a text and a value of any type.
#![cfg(all(feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{Fault, Result, Struct, Value, service, value};

/// 1 for success, 0 and -1 for failures; what a human reads; the value.
type Outcome<T> = (i32, String, T);
/// Who publishes, subscribes to or serves this name.
type Users = Vec<(String, Vec<String>)>;

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct SystemState(Users, Users, Users);

#[service(rename_all = "camelCase", only = "client")]
trait Master {
    #[rpc(read_only)]
    fn get_system_state(&self, caller: &str) -> Result<Outcome<SystemState>>;
    #[rpc(read_only)]
    fn get_uri(&self, caller: &str) -> Result<Outcome<String>>;
    #[rpc(read_only)]
    fn get_pid(&self, caller: Option<&str>) -> Result<Outcome<i64>>;
    #[rpc(read_only)]
    fn lookup_node(&self, caller: &str, name: &str) -> Result<Outcome<Value>>;
    fn register_publisher(
        &self,
        caller: &str,
        topic: &str,
        kind: &str,
        api: &str,
    ) -> Result<Outcome<Vec<String>>>;
    fn set_param(&self, caller: &str, key: &str, value: &Value) -> Result<Outcome<i32>>;
    #[rpc(read_only)]
    fn get_param(&self, caller: &str, key: &str) -> Result<Outcome<Value>>;
    #[rpc(read_only)]
    fn has_param(&self, caller: &str, key: &str) -> Result<Outcome<bool>>;
    fn no_such_method(&self, caller: &str) -> Result<()>;
}

const ME: &str = "/me";

fn of<T: DeserializeOwned>(outcome: Result<Outcome<T>>) -> T {
    let (code, text, value) = outcome.expect("an answer");
    assert_eq!(code, 1, "{text}");
    value
}

#[test]
fn results_of_a_code_a_text_and_a_value() {
    let Some(mut command) = peers::command_that("rosmaster", &["--help"]) else { return };
    let folder = peers::Folder::new("ros");
    let port = peers::free_port();
    command
        .args(["--core", "-p", &port.to_string()])
        .env("ROS_IP", "127.0.0.1")
        .env("ROS_LOG_DIR", folder.join(""));
    let _process = peers::Running::start(&mut command);
    let url = format!("http://127.0.0.1:{port}/");
    let master = MasterClient::connect(&url).expect("an endpoint");

    let state = of(peers::until_it_answers(|| master.get_system_state(ME).map(Ok)));
    assert_eq!(state, SystemState(vec![], vec![], vec![]));
    assert_eq!(of(master.get_uri(ME)), url);
    assert!(of(master.get_pid(Some(ME))) > 0);
    // A call without parameters.
    let (code, text, _) = master.get_pid(None).expect("an answer");
    assert_eq!((code, text.as_str()), (-1, "missing required caller_id parameter"));
    let (code, _, _) = master.lookup_node(ME, "/nobody").expect("an answer");
    assert_eq!(code, -1);

    let api = "http://127.0.0.1:9/";
    of(master.register_publisher(ME, "/chatter", "std_msgs/String", api));
    let SystemState(publishers, ..) = of(master.get_system_state(ME));
    assert_eq!(publishers, [("/chatter".to_owned(), vec![ME.to_owned()])]);

    // Every type, and each kind of nothing.
    let day = xmlrpc_proxy::DateTime::new(1998, 7, 17, 14, 8, 55).expect("a day");
    for value in [
        value!(""),
        value!([]),
        value!([[], "", {}]),
        value!("<é & 中 😀> ]]>"),
        value!(true),
        value!(i32::MIN),
        value!(-12.5),
        value!([1, [2.5, "x", { "k": [] }]]),
        Value::from(day),
        Value::Base64((0..=255).collect::<Vec<u8>>().into()),
    ] {
        of(master.set_param(ME, "/k", &value));
        assert_eq!(of(master.get_param(ME, "/k")), value);
    }
    // Structs are folders of parameters.
    of(master.set_param(ME, "/folder", &value!({ "a": 1, "b": { "c": "x" } })));
    assert_eq!(of(master.get_param(ME, "/folder/b/c")), value!("x"));
    assert!(of(master.has_param(ME, "/folder/a")));
    of(master.set_param(ME, "/folder", &Struct::new().into()));
    assert!(!of(master.has_param(ME, "/folder/a")));

    let error = master.no_such_method(ME).expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");
    // It has `system.multicall`.
    let mut batch = master.batch();
    let (uri, none) = (batch.get_uri(ME), batch.no_such_method(ME));
    let answers = batch.send().expect("an answer");
    assert_eq!(of(answers.take(uri)), url);
    assert!(answers.take(none).is_err());

    let version = peers::first_line(std::process::Command::new("dpkg-query").args([
        "-W",
        "-f",
        "${Version}",
        "python3-rosmaster",
    ]));
    peers::table::record(peers::table::Row {
        peer: "ROS 1 master",
        version: &version,
        direction: "we call it",
        score: None,
        special: "each result is a code, a text and a value; structs are folders of parameters; batches",
    });
}

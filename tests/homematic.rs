//! Homematic, both ways at once: its libraries take a server of ours for the interface process of a CCU, and are servers
//! themselves, which ours calls back with devices and events.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, clippy::expect_used)]

mod peers;

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Mutex,
        mpsc::{self, Receiver, Sender},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Fault, Result, Running, Server, Value, service, value};

type Members = BTreeMap<String, Value>;

/// A device or one of its channels.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Device {
    address: String,
    /// Empty for devices, which have channels as children.
    parent: String,
    #[serde(rename = "TYPE")]
    kind: String,
    children: Vec<String>,
    paramsets: Vec<String>,
    version: i32,
    flags: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i32>,
}

/// An interface process, such as the one for radio, as far as a logic layer calls it here.
#[service(rename_all = "camelCase")]
pub trait Ccu {
    /// Events go to this URL from now on; without an id no more.
    fn init(&self, url: &str, id: Option<&str>) -> Result<String>;
    #[rpc(read_only)]
    fn list_devices(&self, id: Option<&str>) -> Result<Vec<Device>>;
    #[rpc(read_only)]
    fn get_version(&self) -> Result<String>;
    fn ping(&self, id: &str) -> Result<bool>;
    #[rpc(read_only)]
    fn get_value(&self, address: &str, key: &str) -> Result<Value>;
    fn set_value(&self, address: &str, key: &str, value: Value) -> Result<String>;
    #[rpc(read_only)]
    fn get_paramset(&self, address: &str, kind: &str) -> Result<Members>;
    fn put_paramset(&self, address: &str, kind: &str, values: Members) -> Result<String>;
    #[rpc(read_only)]
    fn get_metadata(&self, address: &str, key: &str) -> Result<Value>;
    #[rpc(read_only)]
    fn get_service_messages(&self) -> Result<Vec<(String, String, Value)>>;
}

/// What a logic layer answers.
#[service(rename_all = "camelCase", only = "client")]
pub trait Logic {
    fn event(&self, id: &str, address: &str, key: &str, value: &Value) -> Result<Value>;
    fn list_devices(&self, id: &str) -> Result<Vec<Device>>;
    fn new_devices(&self, id: &str, devices: &[Device]) -> Result<Value>;
    fn delete_devices(&self, id: &str, addresses: &[String]) -> Result<Value>;
}

/// What the one in front of it hears.
#[derive(Debug, PartialEq)]
enum Heard {
    Init(String, Option<String>),
    Ping(String),
}

struct Radio {
    heard: Sender<Heard>,
    on: Mutex<Value>,
    master: Mutex<Members>,
}

const LAMP: &str = "JEQ0000001";

fn devices() -> Vec<Device> {
    let device = |address: &str, parent: &str, index| Device {
        address: address.into(),
        parent: parent.into(),
        kind: if parent.is_empty() { "HM-LC-Sw1-Pl" } else { "SWITCH" }.into(),
        children: if parent.is_empty() { vec!["JEQ0000001:1".into()] } else { vec![] },
        paramsets: vec!["MASTER".into(), "VALUES".into()],
        version: 18,
        flags: 1,
        index,
    };
    vec![device(LAMP, "", None), device("JEQ0000001:1", LAMP, Some(1))]
}

impl Radio {
    fn new(heard: Sender<Heard>) -> Self {
        let master = Members::from([("NAME".into(), "ä".into()), ("LEVEL".into(), 0.5.into())]);
        Radio { heard, on: Mutex::new(false.into()), master: Mutex::new(master) }
    }

    fn hear(&self, heard: Heard) {
        self.heard.send(heard).expect("the test listens");
    }
}

impl Ccu for Radio {
    fn init(&self, url: &str, id: Option<&str>) -> Result<String> {
        self.hear(Heard::Init(url.to_owned(), id.map(str::to_owned)));
        Ok(String::new())
    }

    fn list_devices(&self, _: Option<&str>) -> Result<Vec<Device>> {
        Ok(devices())
    }

    fn get_version(&self) -> Result<String> {
        Ok("3.71.12".to_owned())
    }

    fn ping(&self, id: &str) -> Result<bool> {
        self.hear(Heard::Ping(id.to_owned()));
        Ok(true)
    }

    fn get_value(&self, address: &str, key: &str) -> Result<Value> {
        match (address, key) {
            ("JEQ0000001:1", "STATE") => Ok(self.on.lock().expect("no panic").clone()),
            _ => Err(Fault::new(-5, "Unknown Parameter for value key").into()),
        }
    }

    fn set_value(&self, address: &str, key: &str, value: Value) -> Result<String> {
        assert_eq!((address, key), ("JEQ0000001:1", "STATE"));
        // A number was sent as a double although it is whole.
        assert!(!matches!(value, Value::Int(_)));
        *self.on.lock().expect("no panic") = value;
        Ok(String::new())
    }

    fn get_paramset(&self, _: &str, kind: &str) -> Result<Members> {
        let master = self.master.lock().expect("no panic");
        Ok(if kind == "MASTER" { master.clone() } else { Members::new() })
    }

    fn put_paramset(&self, _: &str, kind: &str, values: Members) -> Result<String> {
        assert_eq!(kind, "MASTER");
        self.master.lock().expect("no panic").extend(values);
        Ok(String::new())
    }

    fn get_metadata(&self, _: &str, key: &str) -> Result<Value> {
        assert_eq!(key, "NAME");
        Ok("Küche <1> €".into())
    }

    fn get_service_messages(&self) -> Result<Vec<(String, String, Value)>> {
        Ok(vec![("JEQ0000001:0".into(), "UNREACH".into(), true.into())])
    }
}

fn next(heard: &Receiver<Heard>) -> Heard {
    heard.recv_timeout(Duration::from_secs(30)).expect("it is called")
}

#[test]
fn pyhomematic_is_a_client_and_a_server_of_a_ccu_of_ours() {
    let Some(mut python) = peers::python_with("pyhomematic") else { return };
    let (running, heard) = ccu();
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/homematic.py"));
    let process = start(&mut python, &running);

    let Heard::Init(url, id) = next(&heard) else { panic!("no init") };
    assert_eq!(id.as_deref(), Some("tests-rf"));
    let id = id.unwrap_or_default();
    let logic = LogicClient::connect(&url).expect("an endpoint");
    assert!(logic.list_devices(&id).expect("what it knows").is_empty());
    logic.new_devices(&id, &devices()).expect("taken");
    assert_eq!(logic.list_devices(&id).expect("what it knows"), devices());

    assert_eq!(next(&heard), Heard::Ping(id.clone()));
    let mut batch = logic.batch();
    let channel = "JEQ0000001:1";
    let events = [
        batch.event(&id, channel, "STATE", &true.into()),
        batch.event(&id, channel, "LEVEL", &0.25.into()),
        batch.event(&id, LAMP, "NAME", &"Küche & <中>".into()),
    ];
    // It cannot answer for what is no device, and the others are not touched.
    let pong = batch.event(&id, "CENTRAL", "PONG", &id.as_str().into());
    let last = batch.event(&id, channel, "WORKING", &false.into());
    let answers = batch.send().expect("an answer");
    for event in events {
        assert_eq!(answers.take(event).expect("taken"), value!(true));
    }
    let error = answers.take(pong).expect_err("no device");
    assert_eq!(error.fault().map(|fault| fault.code), Some(1), "{error}");
    answers.take(last).expect("taken");

    // It calls off what it asked for.
    assert_eq!(next(&heard), Heard::Init(url, None));
    said_ok(process);
    running.stop();

    let version = peers::python_version("pyhomematic");
    record(
        "Homematic's `pyhomematic`",
        &version,
        [
            "calls in ISO-8859-1; Basic auth; `init` names the URL that is called back, and without an id calls it off",
            "events in batches; a fault for what is no device",
        ],
    );
}

#[test]
fn homematic_xmlrpc_is_a_client_and_a_server_of_a_ccu_of_ours() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let node = || {
        let mut node = Command::new("node");
        node.arg(root.join("tests/peers/homematic.js"));
        node.arg(root.join("target/peers-node/node_modules"));
        node
    };
    if !peers::runs(node().arg("version")) {
        return peers::skip("homematic-xmlrpc");
    }
    let (running, heard) = ccu();
    let process = start(&mut node(), &running);

    let Heard::Init(url, id) = next(&heard) else { panic!("no init") };
    assert_eq!(id.as_deref(), Some("node"));
    let logic = LogicClient::connect(&url).expect("an endpoint");
    assert!(logic.list_devices("node").expect("what it knows").is_empty());
    logic.new_devices("node", &devices()).expect("taken");
    assert_eq!(logic.list_devices("node").expect("what it knows"), devices());
    // What it has no method for it answers with an empty text, as a CCU wants it.
    assert_eq!(logic.delete_devices("node", &[]).expect("an answer"), value!(""));

    assert_eq!(next(&heard), Heard::Ping("node".to_owned()));
    let mut batch = logic.batch();
    let channel = "JEQ0000001:1";
    let events = [
        batch.event("node", channel, "STATE", &true.into()),
        batch.event("node", channel, "LEVEL", &0.25.into()),
        batch.event("node", LAMP, "NAME", &"Küche & <中>".into()),
        batch.event("node", "CENTRAL", "PONG", &"".into()),
    ];
    let answers = batch.send().expect("an answer");
    for event in events {
        assert_eq!(answers.take(event).expect("taken"), value!(""));
    }
    assert_eq!(next(&heard), Heard::Init(url, Some(String::new())));
    said_ok(process);
    running.stop();

    record(
        "Homematic's `homematic-xmlrpc` (npm)",
        &peers::first_line(node().arg("version")),
        [
            "doubles that are whole, where they are asked for; `init` without an id has an empty one",
            "an empty text for no such method; batches, where the program has them",
        ],
    );
}

/// A CCU that asks for a password, as its owner may set it up.
fn ccu() -> (Running, Receiver<Heard>) {
    let (sender, heard) = mpsc::channel();
    let server = Server::bind("127.0.0.1:0").expect("a port").user("ada", "p:w");
    (server.mount(CcuService::new(Radio::new(sender))).spawn().expect("a server"), heard)
}

fn start(command: &mut Command, running: &Running) -> Child {
    command
        .arg(running.addr().port().to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the peer starts")
}

fn said_ok(process: Child) {
    let output = process.wait_with_output().expect("the peer ends");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "ok\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn record(peer: &str, version: &str, special: [&str; 2]) {
    for (direction, special) in ["it calls us", "we call it back"].into_iter().zip(special) {
        let row = peers::table::Row { peer, version, direction, score: None, special };
        peers::table::record(row);
    }
}

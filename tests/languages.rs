//! validator1 with the libraries of other languages: their clients ask our server, and our client asks their servers.
#![cfg(all(unix, feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, missing_debug_implementations, dead_code)]
#![allow(clippy::expect_used)]

#[path = "peers/validator1/ours.rs"]
mod ours;
mod peers;
#[path = "../examples/validator/services.rs"]
mod services;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use peers::{post::post, table};
use services::{Times, ValidatorClient};
use xmlrpc_proxy::{ErrorKind, Result, Running, Server, Value, service, value};

const METHODS: [&str; 8] = [
    "arrayOfStructsTest",
    "countTheEntities",
    "easyStructTest",
    "echoStructTest",
    "manyTypesTest",
    "moderateSizeArrayCheck",
    "nestedStructTest",
    "simpleStructReturnTest",
];

const OUR_SERVER: &str = "it calls us";
const OUR_CLIENT: &str = "we call it";

/// A program of `tests/peers/validator1`.
struct Peer {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<PathBuf>,
    version: String,
}

impl Peer {
    fn find(name: &'static str, program: &str, file: &str) -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut arguments = vec![root.join("tests/peers/validator1").join(file)];
        if program == "node" {
            arguments.push(root.join("target/peers-node/node_modules"));
        }
        Peer { name, program: program.into(), arguments, version: String::new() }.there()
    }

    /// One that `tests/peers/install` compiled.
    fn compiled(name: &'static str, program: &str) -> Option<Self> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join(program);
        Peer { name, program, arguments: vec![], version: String::new() }.there()
    }

    fn there(mut self) -> Option<Self> {
        if !peers::runs(self.command().arg("version")) {
            peers::skip(&self.program.to_string_lossy());
            return None;
        }
        self.version = peers::first_line(self.command().arg("version"));
        Some(self)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    fn record(&self, direction: &str, wrong: &[&str], special: &str) {
        table::record(table::Row {
            peer: self.name,
            version: &self.version,
            direction,
            score: Some(METHODS.len() - wrong.len()),
            special,
        });
    }

    /// Their client asks our server. Of the eight methods it gets these wrong.
    fn calls_us(&self, wrong: &[&str], special: &str) {
        let running = our_server();
        let output =
            self.command().arg("check").arg(running.url()).output().expect("the peer runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let all = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
        let names = said.lines().filter_map(|line| line.split_once(' '));
        assert!(names.clone().map(|(name, _)| name).eq(METHODS), "{all}");
        let failed: Vec<&str> = names.filter(|(_, it)| *it != "ok").map(|(name, _)| name).collect();
        assert_eq!(failed, wrong, "{all}");
        self.record(OUR_SERVER, wrong, special);
        running.stop();
    }

    /// Our client asks their server, which gets these wrong, and then what is special about it.
    fn is_called(&self, wrong: &[&str], special: &str, prove: impl FnOnce(&peers::Server)) {
        let mut command = self.command();
        // What it logs says nothing that a failed test does not.
        command.arg("serve").stderr(Stdio::null());
        let server = peers::Server::start(&mut command);
        let validator = ValidatorClient::connect(&server.url).expect("an endpoint");
        let found = ours::check(&validator);
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, wrong, "{found:#?}");
        drop(validator);
        prove(&server);
        self.record(OUR_CLIENT, wrong, special);
    }
}

fn our_server() -> Running {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    services::mount(server).spawn().expect("the server starts")
}

/// Some of the methods, and one that no server has.
#[service(namespace = "validator1", rename_all = "camelCase", only = "client")]
trait Part {
    fn simple_struct_return_test(&self, number: i32) -> Result<Times>;
    fn echo_struct_test(&self, it: Value) -> Result<Value>;
    fn no_such_method(&self) -> Result<i32>;
}

fn part_of(server: &peers::Server) -> PartClient {
    PartClient::connect(&server.url).expect("an endpoint")
}

/// Calls of which the second fails, in one.
fn takes_batches(client: &PartClient) {
    let mut batch = client.batch();
    let first = batch.simple_struct_return_test(1);
    let none = batch.no_such_method();
    let last = batch.simple_struct_return_test(-3);
    let answers = batch.send().expect("an answer");
    assert_eq!(answers.take(first).expect("the first").times10, 10);
    let error = answers.take(none).expect_err("there is no such method");
    assert!(error.fault().is_some_and(xmlrpc_proxy::Fault::is_no_such_method), "{error}");
    assert_eq!(answers.take(last).expect("the last").times1000, -3000);
}

/// The server says that it has no such method, and we understand it.
fn says_that_there_is_no_such_method(client: &PartClient) {
    let error = client.no_such_method().expect_err("there is none");
    assert!(error.fault().is_some_and(xmlrpc_proxy::Fault::is_no_such_method), "{error}");
}

/// The bytes in which a server gives back this value.
fn echoed(url: &str, value: &str) -> String {
    post(url, "validator1.echoStructTest", value)
}

fn python() -> Option<Peer> {
    Peer::find("Python `xmlrpc`", "python3", "python.py")
}

#[test]
fn python_calls_us() {
    let Some(python) = python() else { return };
    python.calls_us(&[], "");
}

#[test]
fn we_call_python() {
    let Some(python) = python() else { return };
    python.is_called(&[], "batches", |server| {
        let client = part_of(server);
        takes_batches(&client);
        says_that_there_is_no_such_method(&client);
    });
}

fn ruby() -> Option<Peer> {
    Peer::find("Ruby `xmlrpc`", "ruby", "ruby.rb")
}

#[test]
fn ruby_calls_us() {
    let Some(ruby) = ruby() else { return };
    ruby.calls_us(&[], "");
}

#[test]
fn we_call_ruby() {
    let Some(ruby) = ruby() else { return };
    let special =
        "batches; refuses nil; \"missing or wrong number of parameters\" for no such method";
    ruby.is_called(&[], special, |server| {
        let client = part_of(server);
        takes_batches(&client);
        says_that_there_is_no_such_method(&client);
        let refused = client.echo_struct_test(value!({ "a": nil }));
        assert_eq!(refused.expect_err("it has no nil").status(), Some(500));
    });
}

fn php() -> Option<Peer> {
    Peer::find("PHP `xmlrpc` (xmlrpc-epi)", "php", "php.php")
}

#[test]
fn php_calls_us() {
    let Some(php) = php() else { return };
    let sent = |value: &str| {
        let code = format!(
            "echo xmlrpc_encode_request('m', [{value}], ['verbosity' => 'no_white_space', 'version' => 'xmlrpc']);"
        );
        let output = Command::new("php").args(["-r", &code]).output().expect("PHP runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(sent("new stdClass").contains("<param><value><array><data/></array></value></param>"));
    let numbers = sent("['2000' => 'x']");
    assert!(numbers.contains("<array><data><value><string>x</string></value></data>"), "{numbers}");
    assert!(!numbers.contains("2000"), "{numbers}");
    php.calls_us(
        &["echoStructTest", "nestedStructTest"],
        "sends an empty struct, and one whose names are all numbers, as arrays",
    );
}

#[test]
fn we_call_php() {
    let Some(php) = php() else { return };
    let special = "answers an empty struct as an array, and an empty name as `0`; by default in Latin-1, a text that \
                   does not fit as the bytes of its UTF-8; batches have another name, `system.multiCall`";
    php.is_called(&["echoStructTest"], special, |server| {
        let client = part_of(server);
        says_that_there_is_no_such_method(&client);
        let mut batch = client.batch();
        let _ = batch.simple_struct_return_test(1);
        let error = batch.send().expect_err("it has another name");
        assert!(error.fault().is_some_and(xmlrpc_proxy::Fault::is_no_such_method), "{error}");

        let member = |value: &str| {
            format!(
                "<struct><member><name>a</name><value>{value}</value></member>\
                     <member><name></name><value/></member></struct>"
            )
        };
        let bytes = echoed(&server.url, &member("<struct/>"));
        let bytes: String = bytes.split_whitespace().collect();
        assert!(bytes.contains("<name>a</name><value><array><data/></array></value>"), "{bytes}");
        assert!(bytes.contains("<name>0</name><value><string/></value>"), "{bytes}");

        // As most scripts have it.
        let latin1 = server.url.replace("/RPC2", "/latin1");
        let bytes = echoed(&latin1, &member("&#233;"));
        assert!(bytes.contains("encoding=\"iso-8859-1\""), "{bytes}");
        let client = PartClient::connect(&latin1).expect("an endpoint");
        let echo = |text: &str| client.echo_struct_test(value!({ "k": text })).expect("an answer");
        assert_eq!(echo("é"), value!({ "k": "é" }));
        let bytes: String = "é😀".bytes().map(char::from).collect();
        assert_eq!(echo("é😀"), value!({ "k": bytes }));
    });
}

fn perl() -> Option<Peer> {
    Peer::find("Perl `RPC::XML`", "perl", "perl.pl")
}

#[test]
fn perl_calls_us() {
    let Some(perl) = perl() else { return };
    perl.calls_us(&[], "");
}

#[test]
fn we_call_perl() {
    let Some(perl) = perl() else { return };
    let special = "methods are not told the types: bytes come back as text, raw, and `\"7\"` as an int; batches, results not \
                   wrapped, and no XML-RPC once a call fails; code 200 for no such method";
    perl.is_called(&["echoStructTest"], special, |server| {
        let member =
            "<struct><member><name>k</name><value><base64>/wA=</base64></value></member></struct>";
        let bytes = echoed(&server.url, member);
        assert!(bytes.contains("<value><string>\u{c3}\u{bf}\0</string></value>"), "{bytes:?}");

        // It serves one connection after the other.
        let client = part_of(server);
        says_that_there_is_no_such_method(&client);
        let got = client.echo_struct_test(value!({ "k": "7" })).expect("an answer");
        assert_eq!(got, value!({ "k": 7 }));

        let mut batch = client.batch();
        let (one, three) =
            (batch.simple_struct_return_test(1), batch.simple_struct_return_test(-3));
        let answers = batch.send().expect("an answer");
        assert_eq!(answers.take(one).expect("the first").times10, 10);
        assert_eq!(answers.take(three).expect("the last").times1000, -3000);
        let _ = (batch.simple_struct_return_test(1), batch.no_such_method());
        let error = batch.send().expect_err("a fault in a value in a struct");
        assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    });
}

fn node() -> Option<Peer> {
    Peer::find("Node `xmlrpc` (npm)", "node", "node.js")
}

#[test]
fn node_calls_us() {
    let Some(node) = node() else { return };
    node.calls_us(&[], "");
}

#[test]
fn we_call_node() {
    let Some(node) = node() else { return };
    let special =
        "no batches; 404 for no such method; a double without a fraction comes back as an int";
    node.is_called(&[], special, |server| {
        let client = part_of(server);
        assert_eq!(client.no_such_method().expect_err("there is none").status(), Some(404));
        let mut batch = client.batch();
        let _ = batch.simple_struct_return_test(1);
        assert_eq!(batch.send().expect_err("it has no batches").status(), Some(404));
        let got = client.echo_struct_test(value!({ "k": 2.0 })).expect("an answer");
        assert_eq!(got, value!({ "k": 2 }));
    });
}

fn xmlrpc_c() -> Option<Peer> {
    Peer::compiled("xmlrpc-c", "peers-xmlrpc-c")
}

#[test]
fn xmlrpc_c_calls_us() {
    let Some(xmlrpc_c) = xmlrpc_c() else { return };
    xmlrpc_c.calls_us(&[], "without emoji, which it refuses to send and to read");
}

#[test]
fn we_call_xmlrpc_c() {
    let Some(xmlrpc_c) = xmlrpc_c() else { return };
    let with_emoji =
        ["countTheEntities", "echoStructTest", "manyTypesTest", "moderateSizeArrayCheck"];
    let special = "refuses every call with emoji in it; code -506 for no such method; batches";
    xmlrpc_c.is_called(&with_emoji, special, |server| {
        let refused = post(&server.url, "validator1.countTheEntities", "<string>😀</string>");
        assert!(refused.contains("not in the Basic Multilingual Plane"), "{refused}");
        let client = part_of(server);
        takes_batches(&client);
        says_that_there_is_no_such_method(&client);
        let sent = value!({ "é 中 <&>": "", "": [[], {}] });
        assert_eq!(client.echo_struct_test(sent.clone()).expect("an answer"), sent);
    });
}

fn xmlrpcpp() -> Option<Peer> {
    Peer::compiled("XmlRpc++ (roscpp)", "peers-xmlrpcpp")
}

#[test]
fn xmlrpcpp_calls_us() {
    let Some(xmlrpcpp) = xmlrpcpp() else { return };
    // The test below shows how it reads names.
    xmlrpcpp.calls_us(&["echoStructTest"], "reads no references in the names of members");
}

#[test]
fn we_call_xmlrpcpp() {
    let Some(xmlrpcpp) = xmlrpcpp() else { return };
    let special = "refuses self-closed tags, of which we write none; reads no references in the names of members, and escapes them again; code -1 for no such method; batches";
    xmlrpcpp.is_called(&["echoStructTest"], special, |server| {
        let member = |name: &str, value: &str| {
            format!("<struct><member><name>{name}</name><value>{value}</value></member></struct>")
        };
        assert!(echoed(&server.url, &member("k", "<struct/>")).contains("<value></value>"));
        let answer = echoed(&server.url, &member("&lt;", "<struct></struct>"));
        assert!(answer.contains("<name>&amp;lt;</name>"), "{answer}");
        let client = part_of(server);
        takes_batches(&client);
        // A call without parameters.
        says_that_there_is_no_such_method(&client);
        let sent = value!({ "": "", "é": [[], {}, ["", { "k": [] }]] });
        assert_eq!(client.echo_struct_test(sent.clone()).expect("an answer"), sent);
    });
}

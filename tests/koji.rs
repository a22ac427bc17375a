//! Koji, both ways: its own client asks a hub of ours, and our client asks what answers with a hub's own marshaller.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, clippy::expect_used)]

mod peers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    CallOptions, Context, Error, Fault, Result, Router, Server, Value, from_value, service, value,
    wire::{CallWriter, Reading, read_response},
};

type Members = BTreeMap<String, Value>;

/// Named parameters, as koji sends them: a struct at the end that says that it is one.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Named<T> {
    #[serde(rename = "__starstar")]
    is_named: bool,
    #[serde(flatten)]
    named: T,
}

fn named<T>(named: T) -> Named<T> {
    Named { is_named: true, named }
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Get {
    strict: bool,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Filter {
    size: Option<i64>,
    state: Option<i32>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    method_name: String,
    params: Vec<Value>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Session {
    session_id: i32,
    session_key: String,
    header_auth: bool,
}

/// A hub, as far as its client calls it here.
#[service(rename_all = "camelCase")]
pub trait Hub {
    #[rpc(read_only)]
    fn get_koji_version(&self) -> Result<String>;
    #[rpc(read_only)]
    fn get_build(&self, build: &str, named: Option<Named<Get>>) -> Result<Option<Members>>;
    #[rpc(read_only)]
    fn list_builds(&self, named: Option<Named<Filter>>) -> Result<(Option<i64>, Option<i32>)>;
    #[rpc(read_only)]
    fn who_am_i(&self) -> Result<Option<String>>;
    fn login(&self, user: &str, password: &str, named: Named<Members>) -> Result<Session>;
    fn logout(&self, named: Named<Members>) -> Result<()>;
    fn multi_call(&self, calls: Vec<Call>) -> Result<Vec<Value>>;
}

struct Builds;

impl Hub for Builds {
    fn get_koji_version(&self) -> Result<String> {
        Ok("1.36.1".to_owned())
    }

    fn get_build(&self, build: &str, named: Option<Named<Get>>) -> Result<Option<Members>> {
        match build {
            "bash-5.2-1" => from_value(&value!({
                "name": "bash", "epoch": nil, "size": (1i64 << 40),
                "extra": { "source": { "é <b>": [nil, 1.5, true] } },
            }))
            .map(Some),
            _ if named.unwrap_or_default().named.strict => {
                Err(Fault::new(1000, format!("No such build: '{build}'")).into())
            }
            _ => Ok(None),
        }
    }

    fn list_builds(&self, named: Option<Named<Filter>>) -> Result<(Option<i64>, Option<i32>)> {
        let filter = named.unwrap_or_default().named;
        Ok((filter.size, filter.state))
    }

    fn who_am_i(&self) -> Result<Option<String>> {
        let context = Context::current().ok_or_else(|| Fault::new(1, "nobody asks"))?;
        let header = |name: &str| context.header(name).map(str::to_owned);
        Ok(header("Koji-Session-Id").map(|id| {
            let [key, number] = ["Koji-Session-Key", "Koji-Session-Callnum"].map(header);
            format!("{id} {} {}", key.unwrap_or_default(), number.unwrap_or_default())
        }))
    }

    fn login(&self, user: &str, password: &str, named: Named<Members>) -> Result<Session> {
        assert!(named.is_named && named.named["opts"] == Value::Nil);
        match (user, password) {
            ("ada", "p:w") => {
                Ok(Session { session_id: 1, session_key: "key".into(), header_auth: true })
            }
            _ => Err(Fault::new(1001, "invalid username or password").into()),
        }
    }

    fn logout(&self, named: Named<Members>) -> Result<()> {
        assert!(named.named["session_id"] == Value::Nil);
        Ok(())
    }

    fn multi_call(&self, calls: Vec<Call>) -> Result<Vec<Value>> {
        // A hub has two names for it, and its own client takes the other one.
        let mut call = CallWriter::new("system.multicall");
        call.param(&calls)?;
        let mut router = Router::new();
        router.mount(HubService::new(Builds))?;
        let mut answer = Vec::new();
        router.handle(&call.finish(), None, &mut answer);
        read_response(&String::from_utf8_lossy(&answer), Reading::new())
    }
}

#[test]
fn kojis_client_asks_our_hub() {
    let Some(mut python) = peers::python_with("koji") else { return };
    let server = Server::bind("127.0.0.1:0").expect("a port").path("/kojihub");
    let running = server.mount(HubService::new(Builds)).spawn().expect("the server starts");
    let output = python
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/koji_client.py"))
        .arg(running.url())
        .output()
        .expect("python runs");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "ok\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    running.stop();
    record(
        "it calls us",
        "named parameters as a last struct with `__starstar`; nil; batches by `multiCall`; the session in headers, or in the query of the URL",
    );
}

#[service(rename_all = "camelCase", only = "client")]
trait Far {
    #[rpc(read_only)]
    fn get_koji_version(&self) -> Result<String>;
    fn echo(&self, value: &Value, named: &Named<Filter>) -> Result<(Vec<Value>, Members)>;
    fn fail(&self) -> Result<()>;
    fn show_session(&self) -> Result<(String, Option<String>)>;
    fn no_such_method(&self) -> Result<()>;
}

fn code(error: &Error) -> Option<i32> {
    error.fault().map(|fault| fault.code)
}

#[test]
fn our_client_asks_what_answers_as_a_hub() {
    let Some(mut python) = peers::python_with("koji") else { return };
    let server = peers::Server::start(
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/koji_hub.py")),
    );
    let hub = FarClient::connect(&server.url).expect("an endpoint");
    let version = hub.get_koji_version().expect("a version");

    let value = value!([nil, (1i64 << 40), "<é & 中 😀> ]]>", true, -1.5, {}, []]);
    let filter = Filter { size: Some(i64::MIN), state: None };
    let (seen, named_seen) = hub.echo(&value, &named(filter)).expect("an echo");
    assert_eq!(seen, [value]);
    assert_eq!(
        named_seen,
        from_value(&value!({ "size": (i64::MIN), "state": nil })).expect("members")
    );
    let error = hub.fail().expect_err("it fails");
    assert_eq!(code(&error), Some(1004), "{error}");
    assert_eq!(error.fault().map(|fault| fault.message.as_str()), Some("<not> you & me"));
    let error = hub.no_such_method().expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");

    // The traceback that comes with faults in batches is passed over.
    let mut batch = hub.batch();
    let (one, fails, none) = (batch.get_koji_version(), batch.fail(), batch.no_such_method());
    let answers = batch.send().expect("an answer");
    assert_eq!(answers.take(one).expect("a version"), version);
    assert_eq!(code(&answers.take(fails).expect_err("it fails")), Some(1004));
    assert_eq!(code(&answers.take(none).expect_err("there is none")), Some(1000));

    // A session: in headers, as new hubs take it, or in the query.
    let known = hub.with(CallOptions::new().header("Koji-Session-Id", "7"));
    assert_eq!(known.show_session().expect("what it saw"), (String::new(), Some("7".to_owned())));
    let url = format!("{}?session-id=7&session-key=7-a&callnum=0", server.url);
    let old = FarClient::connect(url).expect("an endpoint");
    let (query, _) = old.show_session().expect("what it saw");
    assert_eq!(query, "session-id=7&session-key=7-a&callnum=0");

    record(
        "we call what answers by its marshaller",
        "named parameters as a last struct with `__starstar`; nil and `i8`; code 1000 for no such method; batches, with tracebacks in faults",
    );
}

fn record(direction: &str, special: &str) {
    let version = peers::python_version("koji");
    peers::table::record(peers::table::Row {
        peer: "Koji",
        version: &version,
        direction,
        score: None,
        special,
    });
}

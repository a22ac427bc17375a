//! OpenNebula's client asks a server of ours: each call begins with a session, and each answer is an array of whether it
//! went well, a value or a text, a code, and more where it did not.
#![cfg(all(feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, clippy::expect_used)]

mod peers;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Result, Server, service};

/// What a call comes to: its value where it went well, and else a text.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome<T> {
    Done(bool, T, i32),
    /// With the object that it failed for, and a place in a log, each -1 if there is none.
    Failed(bool, String, i32, i32, i64),
}

fn done<T>(value: T) -> Result<Outcome<T>> {
    Ok(Outcome::Done(true, value, 0))
}

fn failed<T>(text: &str, code: i32) -> Result<Outcome<T>> {
    Ok(Outcome::Failed(false, text.to_owned(), code, -1, -1))
}

#[service(namespace = "one")]
pub trait OpenNebula {
    #[rpc(name = "system.version", read_only)]
    fn version(&self, session: &str) -> Result<Outcome<String>>;
    #[rpc(name = "vm.info", read_only)]
    fn vm(&self, session: &str, id: i32) -> Result<Outcome<String>>;
    #[rpc(name = "vmpool.info", read_only)]
    fn vms(
        &self,
        session: &str,
        filter: i32,
        from: i32,
        to: i32,
        state: i32,
    ) -> Result<Outcome<String>>;
    #[rpc(name = "vm.update")]
    fn update(&self, session: &str, id: i32, template: &str, merge: i32) -> Result<Outcome<i32>>;
    #[rpc(name = "vm.action")]
    fn act(&self, session: &str, action: &str, id: i32) -> Result<Outcome<i32>>;
}

struct One;

const VM: &str = "<VM><ID>7</ID><UID>0</UID><GID>0</GID><UNAME>ada</UNAME><GNAME>g</GNAME>\
    <NAME>&lt;é &amp; 中 😀&gt;</NAME><TEMPLATE><CPU><![CDATA[1.5]]></CPU></TEMPLATE></VM>";

impl OpenNebula for One {
    fn version(&self, session: &str) -> Result<Outcome<String>> {
        match session {
            "ada:p:w" => done("7.3.80".to_owned()),
            _ => {
                failed("[one.system.version] User couldn't be authenticated, aborting call.", 0x100)
            }
        }
    }

    fn vm(&self, _: &str, id: i32) -> Result<Outcome<String>> {
        match id {
            7 => done(VM.to_owned()),
            _ => failed("[one.vm.info] Error getting virtual machine [8].", 0x400),
        }
    }

    fn vms(&self, _: &str, filter: i32, _: i32, _: i32, _: i32) -> Result<Outcome<String>> {
        assert_eq!(filter, -2);
        done(format!("<VM_POOL>{VM}</VM_POOL>"))
    }

    fn update(&self, _: &str, id: i32, template: &str, merge: i32) -> Result<Outcome<i32>> {
        match merge {
            0 => assert_eq!(template, "<TEMPLATE><NOTE><![CDATA[<x>]]></NOTE></TEMPLATE>"),
            _ => assert_eq!(template, "LABEL=\"a\"\nNOTE=\"b c\"\n"),
        }
        done(id)
    }

    fn act(&self, _: &str, action: &str, id: i32) -> Result<Outcome<i32>> {
        match action {
            "poweroff" => done(id),
            _ => failed("[one.vm.action] Wrong state to perform action", 0x800),
        }
    }
}

#[test]
fn opennebulas_client_asks_our_server() {
    let Some(mut python) = peers::python_with("pyone") else { return };
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let running = server.mount(OpenNebulaService::new(One)).spawn().expect("the server starts");
    let output = python
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/opennebula.py"))
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
    let version = peers::python_version("pyone");
    peers::table::record(peers::table::Row {
        peer: "OpenNebula's `pyone`",
        version: &version,
        direction: "it calls us",
        score: None,
        special: "a session as the first parameter; each result is an array of whether it went well, a value or a text, and a code, with two more items where it did not; documents in texts, no structs",
    });
}

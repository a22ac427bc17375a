//! What a ROS 1 master knows: topics, who publishes and who subscribes, and services.
//!
//! ```sh
//! ros_master http://127.0.0.1:11311/
//! ros_master http://127.0.0.1:11311/ /talker
//! ```
//!
//! With a name it says where that node answers.

#![allow(missing_docs, reason = "a program, not a library")]

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use xmlrpc_proxy::{Result, service};

/// The part of the [Master API](https://wiki.ros.org/ROS/Master_API) that is used here. It is written by hand: a master
/// tells nothing of its methods, so there is nothing for `xmlrpc generate` to ask. The first parameter of each is who asks.
#[service(rename_all = "camelCase", only = "client")]
pub trait Master {
    #[rpc(read_only)]
    fn get_system_state(&self, caller: &str) -> Result<Answer<State>>;

    /// Topics and their types.
    #[rpc(read_only)]
    fn get_topic_types(&self, caller: &str) -> Result<Answer<Vec<(String, String)>>>;

    /// The URL of a node.
    #[rpc(read_only)]
    fn lookup_node(&self, caller: &str, node: &str) -> Result<Answer<String>>;
}

/// 1 where it went well, what happened in words, and the result.
pub type Answer<T> = (i32, String, T);

/// Topics with their publishers, topics with their subscribers, and services with their providers.
pub type State = (Nodes, Nodes, Nodes);

pub type Nodes = Vec<(String, Vec<String>)>;

const CALLER: &str = "/ros_master";

const USAGE: &str = "usage: ros_master URL [NODE]";

/// The result of an answer that went well.
fn result<T>((code, text, result): Answer<T>) -> std::result::Result<T, String> {
    if code == 1 { Ok(result) } else { Err(text) }
}

/// Does what the words say.
pub fn run(
    url: &str,
    words: &[&str],
    out: &mut impl Write,
) -> std::result::Result<(), Box<dyn Error>> {
    let master = MasterClient::connect(url)?;
    match words {
        [] => list(&master, out),
        [node] => {
            writeln!(out, "{node} {}", result(master.lookup_node(CALLER, node)?)?)?;
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}

fn list(master: &impl Master, out: &mut impl Write) -> std::result::Result<(), Box<dyn Error>> {
    let (publishers, subscribers, services) = result(master.get_system_state(CALLER)?)?;
    let types: BTreeMap<_, _> = result(master.get_topic_types(CALLER)?)?.into_iter().collect();
    let mut topics: BTreeMap<&str, [&[String]; 2]> = BTreeMap::new();
    for (side, nodes) in [&publishers, &subscribers].into_iter().enumerate() {
        for (topic, nodes) in nodes {
            topics.entry(topic).or_default()[side] = nodes;
        }
    }
    for (topic, [from, to]) in topics {
        let kind = types.get(topic).map_or("of unknown type", String::as_str);
        writeln!(out, "{topic} {kind}: from {}, to {}", names(from), names(to))?;
    }
    for (service, nodes) in services {
        writeln!(out, "{service} service: by {}", names(&nodes))?;
    }
    Ok(())
}

fn names(nodes: &[String]) -> String {
    if nodes.is_empty() { "nobody".to_owned() } else { nodes.join(" ") }
}

#[allow(dead_code, reason = "a test calls `run`")]
fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = args.iter().map(String::as_str).collect();
    let done = match words.split_first() {
        Some((url, words)) => run(url, words, &mut io::stdout().lock()),
        None => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ros_master: {error}");
            ExitCode::FAILURE
        }
    }
}

//! The programs of `examples/clients`, each run against what it is made for.
#![cfg(all(unix, feature = "client", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, clippy::expect_used, clippy::unwrap_used)]

#[path = "../examples/clients/dokuwiki.rs"]
mod dokuwiki;
mod peers;
#[path = "../examples/clients/ros_master.rs"]
mod ros_master;
#[path = "../examples/clients/rtorrent.rs"]
mod rtorrent;
#[path = "../examples/clients/supervisor.rs"]
mod supervisor;

use xmlrpc_proxy::{Auth, Config, connect, service};

#[test]
fn supervisor_lists_starts_stops_and_tails() {
    let Some(supervisord) = peers::supervisord::Supervisord::start("sv-client") else { return };
    let url = format!("http+unix://{}", supervisord.socket);
    let config = Config::new(&url).unwrap().auth(Auth::basic("ada", "p:w").unwrap());
    let run = |words: &[&str]| {
        let mut out = Vec::new();
        let done = supervisor::run(&config, words, &mut out);
        done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| error.to_string())
    };
    let until = |words: &[&str], wanted: &str| {
        let wanted = wanted.to_owned();
        peers::until_it_answers(|| match run(words) {
            Ok(text) if text.contains(&wanted) => Ok(text),
            other => Err(other),
        })
    };
    let list = until(&["list"], "RUNNING");
    assert!(list.starts_with("cat:cat  "), "{list}");
    // What the log holds is shown, and not obeyed.
    assert_eq!(until(&["tail", "cat"], "b"), "a\\u{1b}[1mb\\u{1}\n");
    assert!(run(&["start", "cat"]).unwrap_err().contains("ALREADY_STARTED"));
    assert_eq!(run(&["stop", "cat"]).unwrap(), "cat: stopped\n");
    assert!(until(&["list"], "STOPPED").contains("cat"));
    assert_eq!(run(&["restart", "cat"]).unwrap(), "cat: restarted\n");
    assert_eq!(run(&["restart", "cat"]).unwrap(), "cat: restarted\n");
    assert!(run(&["stop", "dog"]).unwrap_err().contains("BAD_NAME"));
    assert!(run(&["fly"]).unwrap_err().starts_with("usage: "));
}

/// What the test does and the program does not.
#[service(only = "client")]
trait Load {
    #[rpc(name = "load.raw")]
    fn load(&self, target: &str, torrent: &[u8]) -> xmlrpc_proxy::Result<i64>;
}

#[test]
fn rtorrent_lists_what_it_has_and_the_totals() {
    let mut socket = String::new();
    let listen = |folder: &peers::Folder| {
        socket = folder.join("s");
        format!("network.scgi.open_local={socket}")
    };
    let Some(_rtorrent) = peers::rtorrent::start("rt-client", listen) else { return };
    let url = format!("scgi+unix://{socket}");
    let run = || {
        let mut out = Vec::new();
        rtorrent::run(&url, &mut out).map_err(|error| error.to_string())?;
        Ok::<_, String>(String::from_utf8(out).unwrap())
    };
    assert_eq!(peers::until_it_answers(run), "0 torrents, 100 % of 0 bytes, 0 bytes sent\n");
    let load = LoadClient::connect(connect(&url).unwrap()).unwrap();
    load.load("", &peers::rtorrent::torrent(5_000_000_000)).unwrap();
    let listed = || match run() {
        Ok(text) if text.starts_with("0 torrents") => Err(text),
        other => other,
    };
    assert_eq!(
        peers::until_it_answers(listed),
        "  0 % of     5000000000 bytes  stopped  \"zeros\"\n\
         1 torrents, 0 % of 5000000000 bytes, 0 bytes sent\n"
    );
}

#[test]
fn dokuwiki_reads_writes_keeps_files_and_tells_what_changed() {
    let Some(wiki) = peers::dokuwiki::DokuWiki::start("dw-client") else { return };
    let as_user = |who: dokuwiki::Who<'_>, words: &[&str], input: &str| {
        let mut out = Vec::new();
        let done = dokuwiki::run(&wiki.url, who, words, &mut input.as_bytes(), &mut out);
        done.map(|()| out).map_err(|error| error.to_string())
    };
    let ada = Some(("ada", "pw"));
    let run = |words: &[&str], input: &str| {
        as_user(ada, words, input).map(|out| String::from_utf8(out).unwrap())
    };
    assert_eq!(peers::until_it_answers(|| run(&["list"], "")), "");
    assert_eq!(run(&["changes", "2026-01-01"], "").unwrap(), "no changes since 2026-01-01\n");

    let text = "====== é & <b> ======\n\n  ]]> 😀 \\\\ ''x''\n";
    assert_eq!(run(&["write", "start", "first"], text).unwrap(), "start: written\n");
    assert_eq!(run(&["write", "a:b", ""], "x").unwrap(), "a:b: written\n");
    assert_eq!(run(&["read", "start"], "").unwrap(), text);
    let list = run(&["list"], "").unwrap();
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(list.contains(&format!("Z {:>9} start\n", text.len())), "{list}");
    assert!(run(&["list", "a"], "").unwrap().ends_with("Z         1 a:b\n"));
    let changes = run(&["changes", "2026-01-01"], "").unwrap();
    assert!(
        changes.contains("Z start by ada\n") && changes.contains("Z a:b by ada\n"),
        "{changes}"
    );

    let folder = peers::Folder::new("dw-files");
    let bytes: Vec<u8> = (0..=255).cycle().take(5_000).collect();
    let file = folder.join("file");
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(run(&["upload", &file, "a:f.zip"], "").unwrap(), "a:f.zip: 5000 bytes\n");
    assert!(run(&["files", "a"], "").unwrap().ends_with("Z      5000 a:f.zip\n"));
    assert_eq!(as_user(ada, &["download", "a:f.zip"], "").unwrap(), bytes);

    assert_eq!(run(&["read", "nothing"], "").unwrap_err(), "there is no page nothing");
    let refused = "the wiki refuses, and does not say why";
    // It is there already; it is no image; it is not there; there is nothing to keep.
    assert_eq!(run(&["upload", &file, "a:f.zip"], "").unwrap_err(), refused);
    assert_eq!(run(&["upload", &file, "a:f.png"], "").unwrap_err(), refused);
    assert_eq!(run(&["download", "a:g.zip"], "").unwrap_err(), refused);
    assert_eq!(run(&["write", "empty", ""], "").unwrap_err(), refused);
    assert!(
        run(&["upload", "/no/such/file", "a:g.zip"], "").unwrap_err().starts_with("cannot read")
    );
    for words in [&["read", "secret:a"][..], &["write", "secret:a", ""], &["write", "still:a", ""]]
    {
        assert_eq!(run(words, "x").unwrap_err(), "you may not do this", "{words:?}");
    }
    let error = as_user(None, &["read", "start"], "").unwrap_err();
    assert!(error.starts_with("the wiki does not let you in: "), "{error}");
    for who in [("ada", "p:w"), ("eve", "pw")] {
        let error = as_user(Some(who), &["list"], "").unwrap_err();
        assert_eq!(error, format!("the wiki does not know {} with this password", who.0));
    }
    for day in ["1999-01-01", "2001-09-09", "2038-01-20"] {
        assert!(run(&["changes", day], "").unwrap_err().contains("is not between"), "{day}");
    }
    assert!(run(&["changes", "2001-09-10"], "").unwrap().contains("start"));
    assert!(run(&["changes", "2038-01-19"], "").unwrap().starts_with("no changes since"));
    assert!(run(&["changes", "yesterday"], "").unwrap_err().contains("yesterday"));
    assert!(run(&["read"], "").unwrap_err().starts_with("usage: "));
}

/// What the test does, in the place of nodes.
#[service(rename_all = "camelCase", only = "client")]
trait Register {
    fn register_publisher(
        &self,
        caller: &str,
        topic: &str,
        kind: &str,
        url: &str,
    ) -> xmlrpc_proxy::Result<(i32, String, Vec<String>)>;
    fn register_service(
        &self,
        caller: &str,
        service: &str,
        url: &str,
        caller_url: &str,
    ) -> xmlrpc_proxy::Result<(i32, String, i32)>;
}

#[test]
fn ros_master_lists_topics_services_and_nodes() {
    let Some(mut command) = peers::command_that("rosmaster", &["--help"]) else { return };
    let folder = peers::Folder::new("ros-client");
    let port = peers::free_port();
    command.args(["--core", "-p", &port.to_string()]);
    command.env("ROS_IP", "127.0.0.1").env("ROS_LOG_DIR", folder.join("log"));
    command.stderr(std::process::Stdio::null());
    let _master = peers::Running::start(&mut command);
    let url = format!("http://127.0.0.1:{port}/");
    let run = |words: &[&str]| {
        let mut out = Vec::new();
        ros_master::run(&url, words, &mut out).map_err(|error| error.to_string())?;
        Ok::<_, String>(String::from_utf8(out).unwrap())
    };
    peers::until_it_answers(|| run(&[]));
    let register = RegisterClient::connect(url.as_str()).unwrap();
    // Nobody answers there: the master only keeps it.
    let (node, service) = ("http://127.0.0.1:1/", "rosrpc://127.0.0.1:1");
    let (code, ..) =
        register.register_publisher("/talker", "/chatter", "std_msgs/String", node).unwrap();
    assert_eq!(code, 1);
    assert_eq!(register.register_service("/adder", "/add", service, node).unwrap().0, 1);
    assert_eq!(
        run(&[]).unwrap(),
        "/chatter std_msgs/String: from /talker, to nobody\n/add service: by /adder\n"
    );
    assert_eq!(run(&["/talker"]).unwrap(), format!("/talker {node}\n"));
    assert_eq!(run(&["/nobody"]).unwrap_err(), "unknown node [/nobody]");
    assert!(run(&["/a", "/b"]).unwrap_err().starts_with("usage: "));
}

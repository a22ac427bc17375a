//! Several addresses, unix sockets, threads.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use std::{
    io::{Read, Write},
    os::unix::{fs::PermissionsExt as _, net::UnixStream},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use common::{Echo, Wire, assert_alive, call, post, start};
use xmlrpc_core::ErrorKind;
use xmlrpc_server::Server;

/// A folder of this test's own.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("xmlrpc-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn socket(&self) -> PathBuf {
        self.0.join("people.sock")
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The status line and all else that comes for a call on this socket.
fn ask(path: &Path, host: &str) -> String {
    let mut stream = UnixStream::connect(path).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = String::from_utf8(post(call("echo", &["over a socket"]))).unwrap();
    let request =
        request.replacen("Host: localhost", &format!("Connection: close\r\nHost: {host}"), 1);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_unix_socket_is_for_its_user_and_gone_at_the_end() {
    let folder = Folder::new();
    let server = Server::bind_unix(folder.socket()).unwrap().mount(Echo::default());
    let running = server.spawn().unwrap();
    assert_eq!(running.url(), format!("http+unix://{}", folder.socket().display()));
    assert_eq!(folder.names(), ["people.sock"]);
    let mode = std::fs::metadata(folder.socket()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let answer = ask(&folder.socket(), "localhost");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("over a socket"), "{answer}");
    assert!(ask(&folder.socket(), "evil.example").starts_with("HTTP/1.1 403"));
    assert!(running.stop());
    assert!(folder.names().is_empty());
}

#[test]
fn the_group_is_let_in_where_that_is_said() {
    let folder = Folder::new();
    let server = Server::unbound().and_bind_unix(folder.socket(), 0o660).unwrap();
    let running = server.path("/people").spawn().unwrap();
    let mode = std::fs::metadata(folder.socket()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    assert!(running.url().ends_with("people.sock:/people"), "{}", running.url());
    running.stop();
}

#[test]
fn only_a_dead_socket_is_replaced() {
    let folder = Folder::new();
    let path = folder.socket();
    // Its file stays where a program ended without removing it.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let running = Server::bind_unix(&path).unwrap().mount(Echo::default()).spawn().unwrap();
    assert!(ask(&path, "localhost").contains("over a socket"));

    let error = Server::bind_unix(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains("another server"), "{error}");
    assert!(ask(&path, "localhost").contains("over a socket"));
    running.stop();

    std::fs::write(&path, "precious").unwrap();
    assert!(Server::bind_unix(&path).unwrap_err().to_string().contains("no socket"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert_eq!(folder.names(), ["people.sock"]);
}

#[test]
fn of_servers_that_start_at_once_on_a_dead_socket_one_gets_it() {
    let folder = Folder::new();
    let path = folder.socket();
    for _ in 0..50 {
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let start = std::sync::Barrier::new(4);
        let bind = || {
            start.wait();
            Server::bind_unix(&path)
        };
        let servers = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(bind)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(servers.iter().filter(|server| server.is_ok()).count(), 1);
        drop(servers);
        assert!(folder.names().is_empty());
    }
}

#[test]
fn the_socket_of_a_successor_is_left_alone() {
    let folder = Folder::new();
    let path = folder.socket();
    let first = Server::bind_unix(&path).unwrap().spawn().unwrap();
    std::fs::remove_file(&path).unwrap();
    let second = Server::bind_unix(&path).unwrap().mount(Echo::default()).spawn().unwrap();
    first.stop();
    assert!(ask(&path, "localhost").contains("over a socket"));
    second.stop();
    assert!(folder.names().is_empty());
}

#[test]
fn a_socket_that_cannot_be_made_is_told() {
    let folder = Folder::new();
    for path in [folder.0.join("no/folder/s"), folder.0.join("x".repeat(120))] {
        let error = Server::bind_unix(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Endpoint);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_server_that_was_never_spawned_leaves_no_socket() {
    let folder = Folder::new();
    drop(Server::bind_unix(folder.socket()).unwrap());
    assert!(folder.names().is_empty());
}

#[test]
fn several_addresses_are_one_server() {
    let folder = Folder::new();
    let server = Server::bind("127.0.0.1:0").unwrap().and_bind("127.0.0.1:0").unwrap();
    let server = server.and_bind_unix(folder.socket(), 0o600).unwrap();
    let running = server.mount(Echo::default()).spawn().unwrap();
    let urls = running.urls();
    assert_eq!(urls.len(), 3);
    assert_eq!(urls[0], running.url());
    assert!(urls[0] != urls[1] && urls[2].starts_with("http+unix:///"));
    for url in &urls[..2] {
        let addr = url.strip_prefix("http://").unwrap().strip_suffix("/RPC2").unwrap();
        let answer = Wire::to(addr.parse().unwrap()).ask(post(call("echo", &["x"])));
        assert_eq!(answer.result::<String>().unwrap(), "x");
    }
    assert!(ask(&folder.socket(), "localhost").contains("over a socket"));
    running.stop();
}

#[test]
fn a_server_without_an_address_is_no_server() {
    assert_eq!(Server::unbound().spawn().unwrap_err().kind(), ErrorKind::Endpoint);
}

#[test]
fn connections_live_on_as_many_threads_as_are_allowed() {
    for threads in [0, 1, 3] {
        let echo = Echo { inline: true, ..Echo::default() };
        let server = Server::bind("127.0.0.1:0").unwrap().threads(threads).mount(echo);
        let running = server.spawn().unwrap();
        let mut wires: Vec<_> = (0..8).map(|_| Wire::to(running.addr())).collect();
        for round in 0..3 {
            for (number, wire) in wires.iter_mut().enumerate() {
                let text = format!("{round} {number}");
                let answer = wire.ask(post(call("echo", &[&text])));
                assert_eq!(answer.result::<String>().unwrap(), text);
            }
        }
        assert!(running.stop());
        for wire in &mut wires {
            wire.assert_closed();
        }
    }
}

#[test]
fn calls_that_wait_on_one_connection_hold_up_no_other_thread() {
    let (running, gate) = start(|server| server.threads(2));
    let mut waiting: Vec<_> = (0..4)
        .map(|_| {
            let mut wire = Wire::to(running.addr());
            wire.send(post(call("gate", &[])));
            wire
        })
        .collect();
    gate.wait_for(4);
    assert_alive(&running);
    gate.open();
    for wire in &mut waiting {
        assert_eq!(wire.answer().result::<String>().unwrap(), "passed");
    }
}

//! Who may call: names, pages, addresses.

mod common;

use common::{Wire, assert_alive, call, post, start};
use xmlrpc_core::ErrorKind;
use xmlrpc_server::{Running, Server};

/// The status for a good call with these header lines in place of its `Host`.
fn status(running: &Running, lines: &str) -> u16 {
    let request = String::from_utf8_lossy(&post(call("echo", &["x"]))).into_owned();
    Wire::to(running.addr()).ask(request.replacen("Host: localhost", lines, 1)).status
}

#[test]
fn a_page_is_refused_unless_its_origin_is_listed() {
    let (running, _) = start(|server| server.origins(["https://practice.example"]));
    assert_eq!(status(&running, "Host: localhost\r\nOrigin: https://evil.example"), 403);
    assert_eq!(status(&running, "Host: localhost\r\nOrigin: null"), 403);
    assert_eq!(status(&running, "Host: localhost\r\nOrigin: http://localhost"), 403);
    assert_eq!(status(&running, "Host: localhost\r\nOrigin: https://practice.example"), 200);
    assert_alive(&running);
}

#[test]
fn a_name_that_was_rebound_is_refused_unless_listed() {
    let (running, _) = start(|server| server.hosts(["practice.example"]));
    let port = running.addr().port();
    assert_eq!(status(&running, &format!("Host: evil.example:{port}")), 403);
    assert_eq!(status(&running, "Host: 192.168.1.7"), 403);
    assert_eq!(status(&running, &format!("Host: 127.0.0.1:{port}")), 200);
    assert_eq!(status(&running, &format!("Host: Practice.Example:{port}")), 200);
    assert_alive(&running);
}

#[test]
fn a_page_that_asks_first_gets_no_permission() {
    let (running, _) = start(|server| server);
    let answer = Wire::to(running.addr()).ask(
        "OPTIONS /RPC2 HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\
         Access-Control-Request-Method: POST\r\n\r\n",
    );
    assert_eq!(answer.status, 403);
    assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")));
}

#[test]
fn nothing_of_a_refused_request_comes_back() {
    let (running, _) = start(|server| server);
    let answer = Wire::to(running.addr()).ask("POST /RPC2 HTTP/1.1\r\nHost: <script>\r\n\r\n");
    assert_eq!(answer.status, 403);
    assert!(!answer.text().contains("script"), "{}", answer.text());
}

#[test]
fn an_address_that_strangers_reach_is_refused_unless_public() {
    let server = || Server::bind("0.0.0.0:0").unwrap();
    let error = server().spawn().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains("public()"), "{error}");
    assert!(server().serve().is_err());

    let running = server().public().mount(common::Echo::default()).spawn().unwrap();
    assert_eq!(running.url(), format!("http://127.0.0.1:{}/RPC2", running.addr().port()));
    let (running, port) = (running.url().to_owned(), running.addr().port());
    assert!(running.contains(&port.to_string()));
}

#[test]
fn a_public_server_goes_by_any_address_and_by_listed_names() {
    let server = Server::bind("0.0.0.0:0").unwrap().public().hosts(["practice.example"]);
    let running = server.mount(common::Echo::default()).spawn().unwrap();
    let local = start(Server::public).0;
    // Asked over loopback, where the test can reach it.
    let port = running.addr().port();
    let status = |host: &str| {
        let request = String::from_utf8(post(call("echo", &["x"]))).unwrap();
        let addr = ([127, 0, 0, 1], port).into();
        Wire::to(addr).ask(request.replacen("localhost", host, 1)).status
    };
    assert_eq!(status("203.0.113.9"), 200);
    assert_eq!(status("practice.example"), 200);
    assert_eq!(status("evil.example"), 403);
    assert_eq!(self::status(&local, "Host: evil.example"), 403);
}

#[test]
fn an_address_in_use_is_named() {
    let (running, _) = start(|server| server);
    let error = Server::bind(running.addr()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains(&running.addr().to_string()), "{error}");
    let error = Server::bind("no port").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Resolve);
}

#[test]
fn two_methods_of_one_name_are_refused() {
    let server = Server::bind("127.0.0.1:0").unwrap();
    let error =
        server.mount(common::Echo::default()).mount(common::Echo::default()).spawn().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains("two methods are called echo"), "{error}");
}

#[test]
fn what_no_request_could_have_is_told_before_it_serves() {
    let cases: [fn(Server) -> Server; 8] = [
        |server| server.hosts(["http://media.local:8080/"]),
        |server| server.hosts(["*"]),
        |server| server.hosts(["*.local"]),
        |server| server.origins(["media.local"]),
        |server| server.origins(["*"]),
        |server| server.path("http://x/RPC"),
        |server| server.path("/a b"),
        |server| server.path("/a?x"),
    ];
    for set in cases {
        let server = || set(Server::bind("127.0.0.1:0").unwrap());
        let spawned = server().spawn().unwrap_err();
        assert_eq!(spawned.kind(), ErrorKind::Endpoint);
        assert!(spawned.to_string().contains(", such as "), "{spawned}");
        assert_eq!(server().serve().unwrap_err().to_string(), spawned.to_string());
        assert_eq!(server().into_service().unwrap_err().to_string(), spawned.to_string());
    }
}

//! What is too much, too slow, or too long.

mod common;

use std::time::{Duration, Instant};

use common::{Echo, Wire, assert_alive, call, post, start};
use xmlrpc_server::Server;

const SHORT: Duration = Duration::from_millis(200);

#[test]
fn a_body_over_the_limit_is_413_by_its_length_alone() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    wire.send("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n");
    let answer = wire.ask("Content-Length: 9223372036854775807\r\n\r\n");
    assert_eq!(answer.status, 413);
    assert!(answer.text().contains("16777216"), "{}", answer.text());
    assert_alive(&running);
}

#[test]
fn a_client_that_sends_17_mib_before_it_reads_learns_why_they_were_refused() {
    let (running, _) = start(|server| server);
    let request = post("x".repeat(17 << 20));
    let mut wire = Wire::to(running.addr());
    assert_eq!(wire.send_all(request).answer().status, 413);
    assert_alive(&running);
}

#[test]
fn chunks_over_the_limit_are_413_too() {
    let (running, _) = start(|server| server.max_body(1000));
    let mut wire = Wire::to(running.addr());
    wire.send("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n");
    wire.send("Transfer-Encoding: chunked\r\n\r\n");
    let chunk = format!("1f4\r\n{}\r\n", "x".repeat(500));
    wire.send(chunk.repeat(2)).send("1\r\n");
    assert_eq!(wire.ask("x\r\n").status, 413);
    assert_alive(&running);
}

#[test]
fn a_body_of_just_the_limit_is_read() {
    let body = call("echo", &["x"]);
    let (running, _) = start(|server| server.max_body(body.len()));
    let mut wire = Wire::to(running.addr());
    assert_eq!(wire.ask(post(&body)).result::<String>().unwrap(), "x");
    assert_eq!(wire.ask(post(body + " ")).status, 413);
}

#[test]
fn a_head_that_is_too_long_is_431() {
    let (running, _) = start(|server| server);
    let long =
        format!("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "a".repeat(1_000_000));
    assert_eq!(Wire::to(running.addr()).ask(long).status, 431);
    let many: String = (0..20_000).map(|n| format!("X-{n}: a\r\n")).collect();
    let many = format!("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\n{many}\r\n");
    assert_eq!(Wire::to(running.addr()).ask(many).status, 431);
    assert_alive(&running);
}

#[test]
fn a_head_that_comes_slowly_is_408_however_steadily_it_comes() {
    let (running, _) = start(|server| server.header_timeout(SHORT));
    let mut wire = Wire::to(running.addr());
    let begun = Instant::now();
    wire.send("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\n");
    // Stops well before the patience of the reading side, so that a server without the time-out fails the test.
    while begun.elapsed() < SHORT * 3 {
        wire.send("X: y\r\n");
        std::thread::sleep(SHORT / 20);
    }
    assert_eq!(wire.answer().status, 408);
    wire.assert_closed();
    assert_alive(&running);
}

#[test]
fn a_slow_head_is_408_after_a_good_call_too() {
    let (running, _) = start(|server| server.header_timeout(SHORT));
    let mut wire = Wire::to(running.addr());
    assert_eq!(wire.ask(post(call("echo", &["x"]))).status, 200);
    assert_eq!(wire.ask("POST /RPC2 HTTP/1.1\r\n").status, 408);
    wire.assert_closed();
}

#[test]
fn a_connection_on_which_nothing_comes_is_closed() {
    let (running, _) = start(|server| server.header_timeout(SHORT));
    Wire::to(running.addr()).assert_closed();
}

#[test]
fn an_idle_connection_has_a_time_of_its_own() {
    let (running, _) = start(|server| server.header_timeout(SHORT).idle_timeout(SHORT * 5));
    let mut wire = Wire::to(running.addr());
    for _ in 0..2 {
        assert_eq!(wire.ask(post(call("echo", &["x"]))).status, 200);
        std::thread::sleep(SHORT * 2);
    }
    let begun = Instant::now();
    wire.assert_closed();
    assert!(begun.elapsed() > SHORT * 2, "{:?}", begun.elapsed());
}

#[test]
fn a_body_that_comes_slowly_is_408() {
    let (running, _) = start(|server| server.body_timeout(SHORT));
    let request = post(call("echo", &["x"]));
    let mut wire = Wire::to(running.addr());
    assert_eq!(wire.ask(&request[..request.len() - 1]).status, 408);
    wire.assert_closed();
    assert_alive(&running);
}

#[test]
fn a_client_that_does_not_read_its_answer_makes_room_for_others() {
    let (running, _) = start(|server| server.max_connections(1).idle_timeout(SHORT));
    let mut deaf = Wire::to(running.addr());
    // More than the buffers of both sockets hold.
    deaf.send(post(call("echo", &[&"x".repeat(15 << 20)])));
    let begun = Instant::now();
    while Wire::to(running.addr()).ask(post(call("echo", &["x"]))).status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(10), "no room was made");
    }
}

#[test]
fn a_method_may_take_longer_than_every_time_out() {
    let (running, gate) =
        start(|server| server.header_timeout(SHORT).body_timeout(SHORT).idle_timeout(SHORT));
    let mut wire = Wire::to(running.addr());
    wire.send(post(call("gate", &[])));
    gate.wait_for(1);
    std::thread::sleep(SHORT * 3);
    gate.open();
    assert_eq!(wire.answer().result::<String>().unwrap(), "passed");
}

#[test]
fn a_slow_method_stalls_no_other_connection() {
    let (running, gate) = start(|server| server);
    let mut slow: Vec<Wire> = (0..8).map(|_| Wire::to(running.addr())).collect();
    for wire in &mut slow {
        wire.send(post(call("gate", &[])));
    }
    gate.wait_for(8);
    for _ in 0..8 {
        assert_alive(&running);
    }
    gate.open();
    for wire in &mut slow {
        assert_eq!(wire.answer().result::<String>().unwrap(), "passed");
    }
}

#[test]
fn one_call_too_many_is_503_and_the_connection_stays() {
    let (running, gate) = start(|server| server.max_calls(2));
    let mut slow: Vec<Wire> = (0..2).map(|_| Wire::to(running.addr())).collect();
    for wire in &mut slow {
        wire.send(post(call("gate", &[])));
    }
    gate.wait_for(2);
    let mut wire = Wire::to(running.addr());
    let answer = wire.ask(post(call("echo", &["x"])));
    assert_eq!((answer.status, answer.header("retry-after").as_deref()), (503, Some("1")));
    gate.open();
    for slow in &mut slow {
        assert_eq!(slow.answer().status, 200);
    }
    assert_eq!(wire.ask(post(call("echo", &["x"]))).result::<String>().unwrap(), "x");
}

#[test]
fn an_inline_service_needs_no_thread() {
    let server = Server::bind("127.0.0.1:0").unwrap().max_calls(0);
    let running = server.mount(Echo { inline: true, ..Echo::default() }).spawn().unwrap();
    assert_alive(&running);
    assert_eq!(Wire::to(running.addr()).ask(post(call("panic", &[]))).fault_code(), -32603);
    assert_alive(&running);
}

#[test]
fn one_connection_too_many_is_503_and_closed() {
    let (running, _) = start(|server| server.max_connections(2));
    let mut first = Wire::to(running.addr());
    let mut second = Wire::to(running.addr());
    for wire in [&mut first, &mut second] {
        assert_eq!(wire.ask(post(call("echo", &["x"]))).status, 200);
    }
    let mut third = Wire::to(running.addr());
    let answer = third.ask(post(call("echo", &["x"])));
    assert_eq!((answer.status, answer.header("retry-after").as_deref()), (503, Some("1")));
    third.assert_closed();
    // Those that are there go on, and one that ends makes room.
    assert_eq!(first.ask(post(call("echo", &["x"]))).status, 200);
    second.end().assert_closed();
    let begun = Instant::now();
    while Wire::to(running.addr()).ask(post(call("echo", &["x"]))).status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(10), "no room was made");
    }
}

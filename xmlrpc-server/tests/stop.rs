//! The end of a server, and its life without a handle.

mod common;

use std::{
    net::TcpStream,
    sync::{Arc, Barrier},
    thread,
    time::{Duration, Instant},
};

use common::{Echo, Wire, assert_alive, call, post, start};
use xmlrpc_server::Server;

#[test]
fn a_call_in_flight_is_answered_and_new_connections_are_refused() {
    let (running, gate) = start(|server| server);
    let running = Arc::new(running);
    let mut busy = Wire::to(running.addr());
    busy.send(post(call("gate", &[])));
    let mut idle = Wire::to(running.addr());
    assert_eq!(idle.ask(post(call("echo", &["x"]))).status, 200);
    gate.wait_for(1);

    let stopping = thread::spawn({
        let running = running.clone();
        move || running.stop()
    });
    idle.assert_closed();
    let begun = Instant::now();
    while TcpStream::connect(running.addr()).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(10), "still accepting");
    }
    assert!(!stopping.is_finished());

    gate.open();
    let answer = busy.answer();
    assert_eq!(answer.result::<String>().unwrap(), "passed");
    assert_eq!(answer.header("connection").as_deref(), Some("close"));
    busy.assert_closed();
    assert!(stopping.join().unwrap());
    assert!(running.wait() && running.stop());
}

#[test]
fn a_call_that_does_not_end_is_answered_at_the_limit_that_it_may_have_run() {
    let limit = Duration::from_millis(200);
    let (running, gate) = start(|server| server.stop_timeout(limit).threads(3));
    // On several threads, and for once a call that is the second of its connection.
    let mut wires: Vec<Wire> = (0..4).map(|_| Wire::to(running.addr())).collect();
    assert_eq!(wires[0].ask(post(call("echo", &["x"]))).status, 200);
    for wire in &mut wires {
        wire.send(post(call("gate", &[])));
    }
    gate.wait_for(4);
    let begun = Instant::now();
    assert!(!running.stop());
    assert!(begun.elapsed() >= limit);
    for wire in &mut wires {
        let answer = wire.answer();
        assert_eq!(answer.status, 503);
        assert_eq!(answer.text(), "The server was stopped; the call may have run.\n");
        assert_eq!(answer.header("connection").as_deref(), Some("close"));
        assert_eq!(answer.header("retry-after"), None);
        wire.assert_closed();
    }
    gate.open();
}

#[test]
fn what_did_not_come_whole_by_the_limit_is_answered_that_it_did_not_run() {
    let request = post(call("echo", &["x"]));
    for part in [20, request.len() - 1] {
        let (running, _) = start(|server| server.stop_timeout(Duration::from_millis(200)));
        let mut wire = Wire::to(running.addr());
        assert_eq!(wire.ask(&request).status, 200);
        wire.send(&request[..part]);
        running.begin_stop();
        let answer = wire.answer();
        assert_eq!(answer.status, 503, "{part}");
        assert!(answer.text().contains("has not run the call"), "{}", answer.text());
        assert_eq!(answer.header("connection").as_deref(), Some("close"));
        assert_eq!(answer.header("retry-after").as_deref(), Some("1"));
        wire.assert_closed();
        assert!(!running.wait());
    }
}

#[test]
fn a_server_that_waits_for_nothing_answers_all_the_same() {
    let (running, gate) = start(|server| server.stop_timeout(Duration::ZERO));
    let mut wire = Wire::to(running.addr());
    wire.send(post(call("gate", &[])));
    gate.wait_for(1);
    assert!(!running.stop());
    assert_eq!(wire.answer().status, 503);
    gate.open();
}

#[test]
fn a_call_on_a_kept_connection_is_answered_in_the_moment_of_the_stop() {
    for round in 0..40 {
        let (running, _) = start(|server| server.threads(2));
        let begun = Arc::new(Barrier::new(3));
        let callers: Vec<_> = (0..2)
            .map(|_| {
                let (mut wire, begun) = (Wire::to(running.addr()), begun.clone());
                thread::spawn(move || {
                    let mut calls = 0;
                    loop {
                        wire.send(post(call("echo", &["x"])));
                        let answer = wire.try_answer().expect("an answer to each call");
                        assert_eq!(answer.result::<String>().unwrap(), "x");
                        if answer.header("connection").as_deref() == Some("close") {
                            return wire.assert_closed();
                        }
                        calls += 1;
                        if calls == 10 {
                            begun.wait();
                        }
                    }
                })
            })
            .collect();
        begun.wait();
        thread::sleep(Duration::from_micros(round * 17));
        assert!(running.stop());
        for caller in callers {
            caller.join().unwrap();
        }
    }
}

#[test]
fn a_call_that_comes_just_after_the_stop_began_is_answered() {
    let (running, _) = start(|server| server);
    let mut kept = Wire::to(running.addr());
    assert_eq!(kept.ask(post(call("echo", &["x"]))).status, 200);
    let mut new = Wire::to(running.addr());
    running.begin_stop();
    thread::sleep(Duration::from_millis(10));
    for wire in [&mut kept, &mut new] {
        let answer = wire.ask(post(call("echo", &["x"])));
        assert_eq!(answer.result::<String>().unwrap(), "x");
        assert_eq!(answer.header("connection").as_deref(), Some("close"));
    }
    assert!(running.wait());
}

#[test]
fn a_connection_that_waits_to_be_accepted_is_answered() {
    let echo = Echo { inline: true, ..Echo::default() };
    let gate = echo.gate.clone();
    let server = Server::bind("127.0.0.1:0").unwrap().mount(echo).threads(1);
    let running = server.spawn().unwrap();
    let mut busy = Wire::to(running.addr());
    busy.send(post(call("gate", &[])));
    gate.wait_for(1);
    // The thread that accepts is held up: these are open to their clients only.
    let mut waiting: Vec<Wire> = (0..5).map(|_| Wire::to(running.addr())).collect();
    for wire in &mut waiting {
        wire.send(post(call("echo", &["x"])));
    }
    running.begin_stop();
    gate.open();
    for wire in &mut waiting {
        assert_eq!(wire.answer().result::<String>().unwrap(), "x");
    }
    assert!(running.wait());
}

#[test]
fn calls_that_were_sent_ahead_do_not_cost_the_answer() {
    let (running, gate) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    wire.send(post(call("gate", &[])));
    gate.wait_for(1);
    running.begin_stop();
    for _ in 0..100 {
        wire.send(post(call("echo", &[&"x".repeat(10_000)])));
    }
    gate.open();
    let mut answer = wire.answer();
    assert_eq!(answer.result::<String>().unwrap(), "passed");
    // Which of them is the last depends on when the connection learns of the stop. That one says so, and arrives.
    while answer.header("connection").is_none() {
        answer = wire.answer();
    }
    assert!(running.wait());
}

#[test]
fn a_client_that_is_gone_does_not_hurry_its_call() {
    let (running, gate) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    wire.send(post(call("gate", &[])));
    gate.wait_for(1);
    drop(wire);
    thread::scope(|scope| {
        let stopping = scope.spawn(|| running.stop());
        thread::sleep(Duration::from_millis(100));
        assert!(!stopping.is_finished());
        gate.open();
        assert!(stopping.join().unwrap());
    });
}

#[test]
fn idle_connections_do_not_hold_the_end_up() {
    let (running, _) = start(|server| server);
    let mut wires: Vec<Wire> = (0..10).map(|_| Wire::to(running.addr())).collect();
    for wire in &mut wires {
        assert_eq!(wire.ask(post(call("echo", &["x"]))).status, 200);
    }
    let _never_used = Wire::to(running.addr());
    assert_alive(&running);
    let begun = Instant::now();
    assert!(running.stop());
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}

#[test]
fn it_may_begin_to_stop_without_waiting() {
    let (running, gate) = start(|server| server.stop_timeout(Duration::from_secs(60)));
    let mut busy = Wire::to(running.addr());
    busy.send(post(call("gate", &[])));
    gate.wait_for(1);
    // That it returns is the test: the call is under way.
    running.begin_stop();
    gate.open();
    assert_eq!(busy.answer().result::<String>().unwrap(), "passed");
    assert!(running.wait());
}

#[test]
fn the_services_are_gone_when_it_has_stopped() {
    let echo = Echo::default();
    let gate = Arc::downgrade(&echo.gate);
    let running = Server::bind("127.0.0.1:0").unwrap().mount(echo).spawn().unwrap();
    assert_alive(&running);
    assert!(running.stop());
    assert!(gate.upgrade().is_none());
}

#[test]
fn its_address_can_be_bound_again() {
    let (running, _) = start(|server| server);
    let addr = running.addr();
    assert_alive(&running);
    running.stop();
    assert!(Server::bind(addr).is_ok());
}

#[test]
fn without_its_handle_it_goes_on() {
    let (running, _) = start(|server| server);
    let addr = running.addr();
    drop(running);
    let answer = Wire::to(addr).ask(post(call("echo", &["x"])));
    assert_eq!(answer.result::<String>().unwrap(), "x");
}

#[test]
fn it_starts_and_stops_inside_another_runtime() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (running, _) = start(|server| server);
        assert_alive(&running);
        assert!(running.stop());
    });
}

//! Which of several endpoints a call goes to. They stand here because the endpoints are no real ones.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use xmlrpc_core::{Error, ErrorKind, Fault, Request, Response, Transport};

use crate::{Balance, Failover, Order};

const LONG: Duration = Duration::from_secs(3600);

/// An endpoint that fails as long as it is told to.
#[derive(Clone)]
struct Peer(Arc<Inner>);

struct Inner {
    name: &'static str,
    error: Mutex<Option<Error>>,
    calls: AtomicUsize,
}

impl Peer {
    fn new(name: &'static str) -> Self {
        Peer(Arc::new(Inner { name, error: Mutex::new(None), calls: AtomicUsize::new(0) }))
    }

    fn fails(&self, error: impl Into<Option<Error>>) {
        *self.0.error.lock().unwrap() = error.into();
    }

    /// How many calls came since this was last asked.
    fn calls(&self) -> usize {
        self.0.calls.swap(0, SeqCst)
    }
}

impl Transport for Peer {
    fn call(&self, _: &Request<'_>) -> Result<Response, Error> {
        self.0.calls.fetch_add(1, SeqCst);
        self.0.error.lock().unwrap().clone().map_or_else(|| Ok(Response::default()), Err)
    }

    fn describe(&self) -> String {
        self.0.name.to_owned()
    }
}

/// An endpoint that cannot be reached.
fn refused() -> Error {
    Error::new(ErrorKind::Connect, "refused").unsent()
}

/// An endpoint that was lost when the call may have run.
fn lost() -> Error {
    Error::new(ErrorKind::Connect, "lost")
}

fn three(balance: &Balance) -> ([Peer; 3], Failover<Peer>) {
    let peers = ["//a", "//b", "//c"].map(Peer::new);
    let failover = Failover::new(peers.clone(), balance, LONG).unwrap();
    (peers, failover)
}

fn standing_by() -> ([Peer; 3], Failover<Peer>) {
    three(&Balance::new().aside(LONG))
}

fn call(failover: &Failover<Peer>, idempotent: bool) -> Result<Response, Error> {
    let mut request = Request::new("m", b"");
    request.idempotent = idempotent;
    failover.call(&request)
}

#[test]
fn the_first_that_is_healthy_gets_all_calls() {
    let ([a, b, _], failover) = standing_by();
    for _ in 0..3 {
        call(&failover, false).unwrap();
    }
    assert_eq!((a.calls(), b.calls()), (3, 0));
    a.fails(refused());
    for _ in 0..3 {
        call(&failover, false).unwrap();
    }
    assert_eq!((a.calls(), b.calls()), (1, 3));
}

#[test]
fn in_turns_each_gets_its_share() {
    let (peers, failover) = three(&Balance::new().order(Order::RoundRobin).aside(LONG));
    for _ in 0..9 {
        call(&failover, false).unwrap();
    }
    assert_eq!(peers.each_ref().map(Peer::calls), [3, 3, 3]);
    peers[1].fails(refused());
    for _ in 0..9 {
        call(&failover, false).unwrap();
    }
    let [a, b, c] = peers.each_ref().map(Peer::calls);
    assert_eq!((a + c, b), (9, 1));
}

#[test]
fn a_call_that_may_have_run_goes_nowhere_else_unless_it_is_idempotent() {
    let ([a, b, _], failover) = standing_by();
    a.fails(lost());
    assert_eq!(call(&failover, false).unwrap_err().to_string(), "lost");
    assert_eq!((a.calls(), b.calls()), (1, 0));
    let ([a, b, _], failover) = standing_by();
    a.fails(lost());
    call(&failover, true).unwrap();
    assert_eq!((a.calls(), b.calls()), (1, 1));
}

#[test]
fn the_error_names_each_endpoint_that_was_tried() {
    let ([a, b, c], failover) = standing_by();
    a.fails(refused());
    b.fails(Error::new(ErrorKind::Status, "busy").with_status(503));
    c.fails(refused());
    let error = call(&failover, true).unwrap_err();
    assert_eq!(error.to_string(), "//b: busy; tried too: //a: refused; tried too: //c: refused");
    assert_eq!((error.status(), error.is_unsent()), (Some(503), false));
}

#[test]
fn only_errors_that_speak_against_the_endpoint_set_it_aside() {
    let ([a, b, _], failover) = standing_by();
    for error in [
        Error::from(Fault::new(1, "no")),
        Error::new(ErrorKind::Limit, "too long").unsent(),
        Error::new(ErrorKind::Status, "not found").with_status(404),
    ] {
        a.fails(error);
        assert!(call(&failover, true).is_err());
    }
    a.fails(None);
    call(&failover, true).unwrap();
    assert_eq!((a.calls(), b.calls()), (4, 0));
}

#[test]
fn one_that_is_back_is_used_again_when_its_time_is_over() {
    let ([a, b, _], failover) = three(&Balance::new().aside(Duration::ZERO));
    a.fails(refused());
    call(&failover, false).unwrap();
    a.fails(None);
    call(&failover, false).unwrap();
    assert_eq!((a.calls(), b.calls()), (2, 1));
}

#[test]
fn when_all_are_set_aside_the_one_that_comes_back_soonest_is_tried() {
    let (peers, failover) = standing_by();
    for peer in &peers {
        peer.fails(lost());
        assert!(call(&failover, false).is_err());
    }
    assert_eq!(peers.each_ref().map(Peer::calls), [1, 1, 1]);
    for peer in &peers {
        peer.fails(None);
    }
    call(&failover, false).unwrap();
    assert_eq!(peers.each_ref().map(Peer::calls), [1, 0, 0]);
}

#[test]
fn it_is_described_by_all_and_there_must_be_one() {
    let (_, failover) = standing_by();
    assert_eq!(failover.describe(), "//a, //b, //c");
    assert_eq!(format!("{failover:?}"), "Failover(//a, //b, //c)");
    let none = Failover::new(Vec::<Peer>::new(), &Balance::new(), LONG);
    assert_eq!(none.unwrap_err().kind(), ErrorKind::Endpoint);
}

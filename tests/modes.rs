//! The two modes between local and remote: through the codec without a network, and local with a look at the remote.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod common;

use std::{
    cell::Cell,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
};

use common::{Echo, NASTY, Types, TypesError, TypesProxy};
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    ErrorKind, Fault, Lazy, Mode, Remote, Request, Response, Result, Router, Shadowed, Transport,
    Value, service,
};

/// A router as a transport: a server without a network.
struct Elsewhere {
    router: Router,
    asked: Arc<AtomicU64>,
}

impl Transport for Elsewhere {
    fn call(&self, request: &Request<'_>) -> Result<Response> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut out = Vec::new();
        self.router.handle(request.body, None, &mut out);
        Ok(Response::new(out))
    }
    fn describe(&self) -> String {
        "elsewhere".to_owned()
    }
}

fn elsewhere(route: impl Into<xmlrpc_proxy::Route>) -> (Remote, Arc<AtomicU64>) {
    let mut router = Router::new();
    router.mount(route).expect("names of its own");
    let asked = Arc::new(AtomicU64::new(0));
    (Remote::new(Elsewhere { router, asked: asked.clone() }), asked)
}

#[test]
fn loopback_answers_as_a_remote_would() {
    let types = TypesProxy::local(Echo);
    types.switch().loopback().expect("it is here");
    assert_eq!(types.mode(), Mode::Loopback);
    assert_eq!(types.string(NASTY).expect("a text"), NASTY);
    assert_eq!(types.maybe(None).expect("nothing"), None);
    assert!(matches!(types.fail("none"), Err(TypesError::None)));
    match types.double(f64::NAN) {
        Err(TypesError::Call(error)) => assert_eq!(error.kind(), ErrorKind::Range),
        other => panic!("{other:?}"),
    }
    match types.panic() {
        Err(TypesError::Call(error)) => {
            assert_eq!(error.fault(), Some(&Fault::internal()));
        }
        other => panic!("{other:?}"),
    }
    types.switch().local().expect("it is here");
    assert!(types.double(f64::NAN).expect("no codec").is_nan());
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Note {
    text: String,
    #[serde(skip)]
    opened: bool,
}

/// Notes, by one thread.
#[service(namespace = "notes")]
trait Notes {
    #[rpc(read_only)]
    fn read(&self, id: i32) -> Result<Note>;
    fn write(&self, text: String) -> Result<i32>;
    fn both(&self) -> Result<(Note, Note)> {
        Ok((self.read(1)?, self.read(2)?))
    }
}

/// Cannot be shared between threads.
struct OneThread(Rc<Cell<i32>>);

impl Notes for OneThread {
    fn read(&self, id: i32) -> Result<Note> {
        Ok(Note { text: format!("note {id}"), opened: true })
    }
    fn write(&self, text: String) -> Result<i32> {
        self.0.set(self.0.get() + 1);
        if text.is_empty() { Err(Fault::new(3, "empty").into()) } else { Ok(self.0.get()) }
    }
    fn both(&self) -> Result<(Note, Note)> {
        Ok((self.read(8)?, self.read(9)?))
    }
}

struct Shared(&'static str);

impl Notes for Shared {
    fn read(&self, id: i32) -> Result<Note> {
        match id {
            0 => Err(Fault::new(4, "no such note").into()),
            id => Ok(Note { text: format!("{} {id}", self.0), opened: true }),
        }
    }
    fn write(&self, _: String) -> Result<i32> {
        Ok(0)
    }
}

#[test]
fn loopback_shows_what_does_not_travel() {
    let notes = NotesProxy::local(OneThread(Rc::default()));
    assert!(notes.read(1).expect("local").opened);
    notes.switch().loopback().expect("it is here");
    assert!(!notes.read(1).expect("loopback").opened);
    assert_eq!(notes.write("x".to_owned()).expect("loopback"), 1);
    assert_eq!(
        notes.write(String::new()).expect_err("loopback").to_string(),
        "notes.write: fault 3: empty"
    );
    assert_eq!(notes.both().expect("its own body").0.text, "note 8");
}

#[test]
fn loopback_opens_what_is_lazy_and_needs_an_implementation() {
    let notes: NotesProxy<Lazy<Shared>> = NotesProxy::lazy(|| Ok::<_, Fault>(Shared("lazy")));
    notes.switch().loopback().expect("it can be opened");
    assert_eq!(notes.read(1).expect("opened").text, "lazy 1");

    let (remote, _) = elsewhere(NotesService::new(Shared("there")));
    let notes = NotesProxy::remote(remote.clone()).expect("an endpoint");
    assert_eq!(notes.switch().loopback().expect_err("none").kind(), ErrorKind::Mode);
    let error = notes.switch().shadow(remote, |_| {}).expect_err("none");
    assert_eq!(error.kind(), ErrorKind::Mode);
    assert_eq!(notes.mode(), Mode::Remote);
}

#[test]
fn a_shadow_asks_only_when_it_is_told_to_and_only_what_is_read_only() {
    let (remote, asked) = elsewhere(NotesService::new(Shared("there")));
    let notes = NotesProxy::local(Shared("here"));
    let (give, take) = mpsc::channel::<Shadowed>();
    notes
        .switch()
        .shadow(remote, move |call| give.send(call).expect("it waits"))
        .expect("a switch");
    assert_eq!(notes.mode(), Mode::Shadow);
    assert_eq!(notes.read(1).expect("local").text, "here 1");
    assert_eq!(notes.write("a".to_owned()).expect("local"), 0);
    assert_eq!(notes.read(0).expect_err("local").fault().map(|fault| fault.code), Some(4));
    assert_eq!(notes.both().expect("local").0.text, "here 1");
    assert_eq!(asked.load(Ordering::SeqCst), 0);

    notes.switch().local().expect("it is here");
    let shadowed: Vec<_> = take.iter().collect();
    assert_eq!(
        shadowed.len(),
        2,
        "what a provided method calls is the implementation's own business"
    );
    let mut compared = shadowed.into_iter().map(Shadowed::compare);
    let difference = compared.next().expect("the first").expect_err("they differ");
    assert_eq!(difference.local.as_ref().expect("a note")["text"], Value::from("here 1"));
    assert_eq!(
        difference.to_string(),
        r#"notes.read: local gave Struct({"text": String("here 1")}), remote gave Struct({"text": String("there 1")})"#
    );
    assert!(compared.next().expect("the second").is_ok(), "both have the same fault");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    assert_eq!(notes.read(5).expect("local").text, "here 5");
}

#[test]
fn a_hook_that_panics_and_a_remote_that_is_gone_leave_the_answer_alone() {
    let notes = NotesProxy::local(Shared("here"));
    let gone = "http://127.0.0.1:9/RPC2";
    notes.switch().shadow(gone, |_| panic!("a bug in the hook")).expect("a switch");
    assert_eq!(notes.read(1).expect("local").text, "here 1");
    let (give, take) = mpsc::channel();
    notes.switch().shadow(gone, move |call| give.send(call).expect("it waits")).expect("a switch");
    assert_eq!(notes.read(1).expect("local").text, "here 1");
    let difference = take.recv().expect("a call").compare().expect_err("nobody is there");
    assert_eq!(difference.method.name, "notes.read");
    assert_eq!(difference.remote.expect_err("nobody is there").kind(), ErrorKind::Connect);
}

#[test]
fn a_service_of_others_can_be_looped_back_too() {
    /// Answered elsewhere: there is no dispatcher to mount.
    #[service(only = "client")]
    trait Lamp {
        fn dim(&self, by: f64) -> Result<f64>;
    }
    struct Fake;
    impl Lamp for Fake {
        fn dim(&self, by: f64) -> Result<f64> {
            Ok(1.0 - by)
        }
    }
    let lamp = LampProxy::local(Fake);
    lamp.switch().loopback().expect("it is here");
    assert_eq!(lamp.dim(0.25).expect("through the codec").to_bits(), 0.75_f64.to_bits());
    assert!(lamp.dim(f64::NAN).is_err());
}

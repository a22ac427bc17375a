//! Services that wait: an implementation called directly and through the codec.

#![cfg(feature = "derive")]
#![allow(missing_docs, missing_debug_implementations, reason = "only this test sees it")]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::{
    future::Future,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    Error, ErrorKind, Fault, Lazy, Request, Response, Result, Router, Transport, service,
    wire::{CallWriter, Limits, read_response_bytes},
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Person {
    name: String,
}

#[service(namespace = "person")]
pub trait People: Send + Sync {
    /// A person.
    async fn get(&self, id: &str, limit: Option<i32>) -> Result<Person>;
    fn add(&self, person: Person, tags: &[String]) -> impl Future<Output = Result<i32>> + Send;
    async fn name(&self, id: &str) -> Result<String> {
        Ok(self.get(id, None).await?.name)
    }
}

pub struct Db;

impl People for Db {
    async fn get(&self, id: &str, _: Option<i32>) -> Result<Person> {
        if id.is_empty() {
            return Err(Error::new(ErrorKind::Params, "no id"));
        }
        Ok(Person { name: id.to_owned() })
    }
    async fn add(&self, person: Person, tags: &[String]) -> Result<i32> {
        Ok(i32::try_from(person.name.len() + tags.len()).unwrap_or(0))
    }
}

/// Polls until it is ready: nothing here waits for anything.
fn run<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn sent<F: Future + Send>(future: F) -> F {
    future
}

#[test]
fn a_local_call_and_one_through_the_codec_give_the_same() {
    let proxy = PeopleProxy::local(Db);
    for turn in [false, true] {
        if turn {
            proxy.switch().loopback().unwrap();
        }
        let person = run(sent(proxy.get("Ann", Some(1)))).unwrap();
        assert_eq!(person.name, "Ann");
        assert_eq!(run(sent(proxy.add(person, &["a".into()]))).unwrap(), 4);
        assert_eq!(run(sent(proxy.name("Bob"))).unwrap(), "Bob");
        assert!(run(proxy.get("", None)).is_err());
    }
}

#[test]
fn a_batch_runs_when_it_is_awaited() {
    let proxy = PeopleProxy::local(Db);
    let mut batch = proxy.batch();
    let (ann, nobody) = (batch.get("Ann", None), batch.get("", None));
    let answers = run(sent(batch.send_async())).unwrap();
    assert_eq!(answers.take(ann).unwrap().name, "Ann");
    assert!(answers.take(nobody).is_err());
}

#[test]
fn a_router_answers_when_it_is_awaited_and_refuses_when_it_is_not() {
    let mut router = Router::new();
    router.mount(PeopleService::new(Db)).unwrap();
    assert!(router.needs(b"", None).awaiting);
    let mut call = CallWriter::new("person.get");
    call.param("Ann").unwrap();
    let call = call.finish();
    let mut out = Vec::new();
    run(sent(router.handle_async(&call, None, &mut out)));
    let person: Person = read_response_bytes(&out, None, Limits::default()).unwrap();
    assert_eq!(person.name, "Ann");
    out.clear();
    let answered = router.handle(&call, None, &mut out);
    assert_eq!(answered.fault, Some(Fault::INTERNAL));
}

#[test]
fn a_panic_is_a_fault_that_tells_nothing() {
    struct Broken;
    impl People for Broken {
        async fn get(&self, _: &str, _: Option<i32>) -> Result<Person> {
            panic!("a secret")
        }
        async fn add(&self, _: Person, _: &[String]) -> Result<i32> {
            Ok(1)
        }
    }
    let proxy = PeopleProxy::local(Broken);
    proxy.switch().loopback().unwrap();
    let error = run(proxy.get("x", None)).unwrap_err();
    assert_eq!(error.fault().map(|fault| fault.code), Some(Fault::INTERNAL));
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn what_is_lazily_opened_is_opened_when_it_is_awaited() {
    let proxy = PeopleProxy::lazy(|| Ok::<_, Error>(Db));
    let call = proxy.name("Ann");
    assert!(proxy.implementation().opened().is_none());
    assert_eq!(run(sent(call)).unwrap(), "Ann");
    let failing = PeopleProxy::<Lazy<Db>>::lazy(|| Err::<Db, _>("no disk"));
    let error = run(sent(failing.name("Ann"))).unwrap_err();
    assert!(error.to_string().contains("no disk"), "{error}");
}

#[test]
fn a_transport_that_only_blocks_says_so() {
    struct Blocks;
    impl Transport for Blocks {
        fn call(&self, _: &Request<'_>) -> Result<Response> {
            unreachable!("nobody blocks here")
        }
        fn describe(&self) -> String {
            "a pipe".to_owned()
        }
    }
    let client = PeopleClient::new(Blocks);
    let error = run(sent(client.get("x", None))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mode);
    assert!(error.to_string().contains("a pipe") && error.is_unsent(), "{error}");
}

#[cfg(all(feature = "client", not(feature = "async")))]
#[test]
fn a_client_that_was_built_without_a_way_to_wait_says_so() {
    for endpoint in ["http://127.0.0.1:9", "scgi://127.0.0.1:9"] {
        let client = PeopleClient::connect(endpoint).unwrap();
        let error = run(sent(client.get("x", None))).unwrap_err();
        assert!(error.kind() == ErrorKind::Mode && error.is_unsent(), "{error}");
        assert!(error.to_string().contains("feature `async`"), "{error}");
    }
}

/// Pointers, and a trait with neither `Send` nor `Sync`.
#[service]
pub trait Plain {
    async fn add(&self, number: i32) -> Result<i32>;
}

impl Plain for i32 {
    async fn add(&self, number: i32) -> Result<i32> {
        Ok(self + number)
    }
}

#[test]
fn pointers_implement_it_too() {
    assert_eq!(run(sent(Plain::add(&&1, 2))).unwrap(), 3);
    assert_eq!(run(sent(Plain::add(&Box::new(1), 2))).unwrap(), 3);
    assert_eq!(run(sent(Plain::add(&Arc::new(1), 2))).unwrap(), 3);
    assert_eq!(run(sent(PlainProxy::local(Arc::new(1)).add(2))).unwrap(), 3);
    assert_eq!(run(sent(PlainService::new(1).add(2))).unwrap(), 3);
}

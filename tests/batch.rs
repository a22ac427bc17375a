//! Several calls on one way: typed in, typed out, and each with an outcome of its own.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod common;

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use common::{Echo, NASTY, Point, TypesClient, TypesError, TypesProxy, TypesService};
use xmlrpc_proxy::{
    Error, ErrorKind, Fault, Remote, Request, Response, Result, Server, Transport, Value, service,
};

/// Answers what it is told to answer.
struct Canned(String);

impl Transport for Canned {
    fn call(&self, _: &Request<'_>) -> Result<Response> {
        Ok(Response::new(self.0.clone().into_bytes()))
    }
    fn describe(&self) -> String {
        "canned".to_owned()
    }
}

fn answering(answers: &[&str]) -> TypesClient {
    let mut text = "<methodResponse><params><param><value><array><data>".to_owned();
    for answer in answers {
        let _ = write!(text, "<value>{answer}</value>");
    }
    text.push_str("</data></array></value></param></params></methodResponse>");
    TypesClient::connect(Remote::new(Canned(text))).expect("a transport")
}

const FAULT: &str = "<struct><member><name>faultCode</name><value><int>7</int></value></member>\
                     <member><name>faultString</name><value>gone</value></member></struct>";

#[test]
fn each_call_has_its_own_outcome_on_every_path() {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(TypesService::new(Echo)).spawn().expect("a server");
    let types = TypesProxy::local(Echo);
    for mode in ["local", "loopback", "remote"] {
        match mode {
            "local" => types.switch().local(),
            "loopback" => types.switch().loopback(),
            _ => types.switch().remote(server.url()),
        }
        .expect("a path");
        let mut batch = types.batch();
        let text = batch.string(NASTY);
        let failed = batch.fail("a reason");
        let unsendable = batch.double(f64::NAN);
        let bytes = batch.bytes(b"\x00\xff");
        let point = batch.point(&Point { x: 1, y: 0.5 });
        let none = batch.maybe(None);
        let panicked = batch.panic();
        let big = batch.big();
        assert_eq!(batch.len(), 8);
        let all = batch.send().expect("an answer");
        assert!(batch.is_empty());
        assert_eq!(all.take(text).expect("a text"), NASTY, "{mode}");
        assert!(matches!(all.take(failed), Err(TypesError::Failed(text)) if text == "a reason"));
        match all.take(unsendable) {
            Err(TypesError::Call(error)) => {
                assert_eq!(error.kind(), ErrorKind::Range);
                assert!(error.to_string().starts_with("types.double: params[0]: "), "{error}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(all.take(bytes).expect("bytes"), b"\x00\xff");
        assert_eq!(all.take(point).expect("a point"), Point { x: 1, y: 0.5 });
        assert_eq!(all.take(none).expect("none"), None);
        match all.take(panicked) {
            Err(TypesError::Call(error)) => assert_eq!(error.fault(), Some(&Fault::internal())),
            other => panic!("{other:?}"),
        }
        assert_eq!(all.take(big).expect("a number"), i64::MAX);
        assert!(all.failure().is_none());
    }
    server.stop();
}

/// Counts.
#[service]
trait Counts: Send + Sync {
    fn add(&self, number: i32) -> Result<usize>;
    /// Names of the batch's own are no trouble.
    fn send(&self, batch: Option<&str>) -> Result<()>;
    fn batch(&self) -> Result<i32>;
}

#[derive(Default)]
struct Counter(AtomicUsize);

impl Counts for Counter {
    fn add(&self, _: i32) -> Result<usize> {
        Ok(self.0.fetch_add(1, Ordering::SeqCst))
    }
    fn send(&self, _: Option<&str>) -> Result<()> {
        Ok(())
    }
    fn batch(&self) -> Result<i32> {
        Ok(1)
    }
}

#[test]
fn nothing_runs_before_it_is_sent_and_all_in_order() {
    let counts = CountsProxy::local(Counter::default());
    assert_eq!(counts.batch().expect("the trait's own"), 1);
    let mut batch = xmlrpc_proxy::Proxy::batch(&counts);
    let tickets: Vec<_> = (0..2500).map(|number| batch.add(number)).collect();
    assert_eq!(counts.implementation().0.load(Ordering::SeqCst), 0);
    let sent = batch.send(None);
    let all = xmlrpc_proxy::Batch::send(&mut batch).expect("it is here");
    assert_eq!(counts.implementation().0.load(Ordering::SeqCst), 2500);
    for (place, ticket) in tickets.into_iter().enumerate() {
        assert_eq!(all.take(ticket).expect("a count"), place);
    }
    all.take(sent).expect("nothing");

    let late = batch.add(0);
    let error = all.take(late).expect_err("it is of the next batch");
    assert!(error.to_string().contains("another batch"), "{error}");
    let mut empty = xmlrpc_proxy::Proxy::batch(&counts);
    assert_eq!(
        format!("{:?}", empty.at_most(0).send().expect("nothing")),
        "Answers { calls: 0, failure: None }"
    );
}

/// Fails at the call of this number.
struct Failing {
    inner: Remote,
    calls: Arc<AtomicUsize>,
    at: usize,
}

impl Transport for Failing {
    fn call(&self, request: &Request<'_>) -> Result<Response> {
        if self.calls.fetch_add(1, Ordering::SeqCst) == self.at {
            return Err(Error::new(ErrorKind::Timeout, "no answer within 2 s"));
        }
        self.inner.call(request)
    }
    fn describe(&self) -> String {
        "failing".to_owned()
    }
}

#[test]
fn a_batch_that_breaks_off_tells_which_calls_ran() {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(CountsService::new(Counter::default())).spawn().expect("a server");
    let inner = xmlrpc_proxy::connect(server.url()).expect("an endpoint");
    let failing =
        |at| CountsClient::new(Failing { inner: inner.clone(), calls: Arc::default(), at });

    let client = failing(1);
    let mut batch = xmlrpc_proxy::Client::batch(&client);
    batch.at_most(10);
    let tickets: Vec<_> = (0..35).map(|number| batch.add(number)).collect();
    let all = xmlrpc_proxy::Batch::send(&mut batch).expect("some were answered");
    let failure = all.failure().expect("some were not").to_string();
    assert_eq!(
        failure,
        "system.multicall: no answer within 2 s; of 35 calls 10 were answered, 10 may have run, and 15 were not sent"
    );
    for (place, ticket) in tickets.into_iter().enumerate() {
        match (place, all.take(ticket)) {
            (0..10, outcome) => assert_eq!(outcome.expect("answered"), place),
            (10..20, outcome) => {
                let error = outcome.expect_err("not answered");
                assert_eq!((error.kind(), error.is_unsent()), (ErrorKind::Timeout, false));
            }
            (_, outcome) => assert!(outcome.expect_err("not sent").is_unsent()),
        }
    }

    let client = failing(0);
    let mut batch = xmlrpc_proxy::Client::batch(&client);
    let _ = batch.add(1);
    let error = xmlrpc_proxy::Batch::send(&mut batch).expect_err("none was answered");
    assert_eq!(error.to_string(), "system.multicall: no answer within 2 s");
    server.stop();
}

#[test]
fn results_that_are_not_wrapped_are_understood() {
    // As Supervisor sends them: here the other answers tell that nothing is wrapped.
    let client = answering(&[
        "<array><data><value><int>1</int></value></data></array>",
        "<int>2</int>",
        FAULT,
        "<array><data></data></array>",
        "<struct><member><name>x</name><value><int>3</int></value></member><member><name>y</name><value><double>4</double></value></member></struct>",
    ]);
    let mut batch = client.batch();
    let (one, two) = (batch.array(&[]), batch.int(0));
    let (fault, none, point) =
        (batch.fail(""), batch.array(&[]), batch.point(&Point { x: 0, y: 0.0 }));
    let all = batch.send().expect("answers");
    assert_eq!(all.take(one).expect("an array"), [1]);
    assert_eq!(all.take(two).expect("an int"), 2);
    assert!(matches!(all.take(fault), Err(TypesError::Failed(text)) if text == "gone"));
    assert_eq!(all.take(none).expect("an array"), Vec::<i32>::new());
    assert_eq!(all.take(point).expect("a point"), Point { x: 3, y: 4.0 });

    // Where nothing else tells, the type does.
    let client = answering(&["<array><data><value><int>1</int></value></data></array>"]);
    let mut batch = client.batch();
    let array = batch.array(&[]);
    assert_eq!(batch.send().expect("answers").take(array).expect("an array"), [1]);
    let int = batch.int(0);
    assert_eq!(batch.send().expect("answers").take(int).expect("an int"), 1);
    let anything = batch.anything(Value::Nil);
    assert_eq!(batch.send().expect("answers").take(anything).expect("a value"), Value::from(1));
}

#[test]
fn arrays_without_a_value_around_them_are_understood() {
    /// As NZBGet sends them: a result that is no array is in one, and so is a fault; one that is an array stands alone.
    fn answering(answers: &str) -> TypesClient {
        TypesClient::connect(Remote::new(Canned(format!(
            "<methodResponse><params><param><value><array><data>{answers}</data></array></value></param></params>\
             </methodResponse>"
        ))))
        .expect("a transport")
    }
    let within =
        |answer: &str| format!("<array>\n<data><value>{answer}</value></data>\n</array>\n");
    let array = "<value><array><data><value><int>1</int></value></data></array></value>";
    let client = answering(&format!(
        "{}{array}{}{}",
        within("21"),
        within(FAULT),
        within(
            "<struct><member><name>x</name><value><int>3</int></value></member><member><name>y</name><value><double>4</double></value></member></struct>"
        ),
    ));
    let mut batch = client.batch();
    let (text, numbers) = (batch.string(""), batch.array(&[]));
    let (fault, point) = (batch.fail(""), batch.point(&Point { x: 0, y: 0.0 }));
    let all = batch.send().expect("answers");
    assert_eq!(all.take(text).expect("a text"), "21");
    assert_eq!(all.take(numbers).expect("an array"), [1]);
    assert!(matches!(all.take(fault), Err(TypesError::Failed(text)) if text == "gone"));
    assert_eq!(all.take(point).expect("a point"), Point { x: 3, y: 4.0 });

    // Only there, and only with one answer in each.
    for broken in [
        "<array><data></data></array>".to_owned(),
        "<array><data/></array>".to_owned(),
        "<array><data><value>1</value><value>2</value></data></array>".to_owned(),
        "<array></array>".to_owned(),
        within("<array><data><array><data/></array></data></array>"),
        format!("<value>{}</value>", within("1")).replace("<data><value>", "<data><array>"),
        "<struct/>".to_owned(),
    ] {
        let client = answering(&broken);
        let mut batch = client.batch();
        let _ = batch.int(0);
        let error = batch.send().expect_err("it is broken");
        assert!(
            matches!(error.kind(), ErrorKind::Structure | ErrorKind::Syntax),
            "{broken}: {error}"
        );
    }
}

#[test]
fn what_is_wrong_with_an_answer_is_told() {
    let client = answering(&["<array><data><value>x</value></data></array>"]);
    let mut batch = client.batch();
    let int = batch.int(0);
    let error = match batch.send().expect("answers").take(int) {
        Err(TypesError::Call(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error.kind(), ErrorKind::Type);
    assert!(
        error.to_string().starts_with("types.int: canned: expected an int, found a string"),
        "{error}"
    );

    let (_, _) = (batch.int(0), batch.int(0));
    let error = batch.send().expect_err("one is missing");
    assert_eq!(error.to_string(), "system.multicall: canned: 1 answers to 2 calls");

    let none = "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>1</int></value></member>\
                <member><name>faultString</name><value>&lt;class 'Exception'&gt;:method \"system.multicall\" is not supported\
                </value></member></struct></value></fault></methodResponse>";
    let client = TypesClient::new(Canned(none.to_owned()));
    let mut batch = client.batch();
    let _ = batch.int(0);
    let error = batch.send().expect_err("it knows no multicall");
    assert_eq!(error.fault().map(|fault| fault.code), Some(1));
    assert!(
        error.to_string().ends_with("; this server does not take several calls in one"),
        "{error}"
    );
}

//! The error that the implementation returned is the error that the caller gets, on either path.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod common;

use std::{error::Error as StdError, io};

use common::{Echo, Types, TypesClient, TypesError, TypesProxy, TypesService};
use xmlrpc_proxy::{Error, ErrorKind, Fault, Result, Running, Server, Value, service};

fn serve(route: impl Into<xmlrpc_proxy::Route>) -> Running {
    Server::bind("127.0.0.1:0").expect("a port").mount(route).spawn().expect("a server")
}

#[test]
fn the_variant_that_was_returned_is_the_variant_that_arrives() {
    let server = serve(TypesService::new(Echo));
    let types = TypesProxy::local(Echo);
    for remote in [false, true] {
        if remote {
            types.switch().remote(server.url()).expect("an endpoint");
        }
        match types.fail("a <text> & more") {
            Err(TypesError::Failed(text)) => assert_eq!(text, "a <text> & more"),
            other => panic!("{other:?}"),
        }
        let none = types.fail("none").expect_err("it fails");
        assert!(matches!(none, TypesError::None), "{none:?}");
        assert_eq!(none.to_string(), "there is none");
        match types.fail("call") {
            Err(TypesError::Call(error)) => {
                assert_eq!(error.fault(), Some(&Fault::new(99, "a fault of its own")), "{remote}");
            }
            other => panic!("{other:?}"),
        }
    }
    server.stop();
}

#[test]
fn a_panic_is_an_internal_error_without_its_message_and_the_server_lives() {
    let server = serve(TypesService::new(Echo));
    let types = TypesClient::connect(server.url()).expect("an endpoint");
    match types.panic() {
        Err(TypesError::Call(error)) => {
            assert_eq!(error.fault(), Some(&Fault::new(Fault::INTERNAL, "internal error")));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(types.int(1).expect("it lives"), 1);
    server.stop();
}

#[test]
fn what_cannot_be_written_is_told_with_its_place_and_nothing_is_sent() {
    let server = serve(TypesService::new(Echo));
    let types = TypesClient::connect(server.url()).expect("an endpoint");
    let error = match types.double(f64::NAN) {
        Err(TypesError::Call(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error.kind(), ErrorKind::Range);
    assert_eq!(error.path().as_deref(), Some("params[0]"));
    assert!(error.to_string().starts_with("types.double: params[0]: "), "{error}");

    let deep = Value::Array(vec![Value::from(1), Value::from("a\u{1}b")]);
    let error = match types.anything(deep) {
        Err(TypesError::Call(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error.path().as_deref(), Some("params[0][1]"), "{error}");
    server.stop();
}

/// Errors that are not made for this.
#[service(namespace = "errors")]
trait Errors {
    fn own(&self) -> Result<()>;
    fn io(&self) -> io::Result<()>;
    fn boxed(&self) -> Result<f64, Box<dyn StdError + Send + Sync>>;
    fn by_hand(&self, code: i32) -> Result<(), ByHand>;
}

/// An error whose conversions were written by hand.
#[derive(Debug, PartialEq)]
enum ByHand {
    Code(i32),
    Other(String),
}

impl From<Error> for ByHand {
    fn from(error: Error) -> Self {
        match error.fault() {
            Some(fault) if fault.code < 100 => ByHand::Code(fault.code),
            _ => ByHand::Other(error.to_string()),
        }
    }
}

impl From<&ByHand> for Fault {
    fn from(error: &ByHand) -> Self {
        match error {
            ByHand::Code(code) => Fault::new(*code, "by hand"),
            ByHand::Other(text) => Fault::new(100, text.clone()),
        }
    }
}

struct Failing;

impl Errors for Failing {
    fn own(&self) -> Result<()> {
        Err(Fault::new(5, "mine").into())
    }
    fn io(&self) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::NotFound, "no such file"))
    }
    fn boxed(&self) -> Result<f64, Box<dyn StdError + Send + Sync>> {
        Ok(f64::INFINITY)
    }
    fn by_hand(&self, code: i32) -> Result<(), ByHand> {
        Err(ByHand::Code(code))
    }
}

#[test]
fn errors_of_other_crates_and_by_hand_travel_too() {
    let server = serve(ErrorsService::new(Failing));
    let errors = ErrorsClient::connect(server.url()).expect("an endpoint");

    let own = errors.own().expect_err("it fails");
    assert_eq!(own.fault(), Some(&Fault::new(5, "mine")));
    assert_eq!(own.to_string(), "errors.own: fault 5: mine");

    let io = errors.io().expect_err("it fails");
    assert_eq!(io.to_string(), "errors.io: fault -32500: no such file");

    let boxed = errors.boxed().expect_err("infinity has no form on the wire");
    let error = boxed.downcast_ref::<Error>().expect("the call's own error");
    assert_eq!(error.fault().map(|fault| fault.code), Some(Fault::INTERNAL));
    assert!(error.to_string().contains("the result cannot be sent"), "{error}");

    assert_eq!(errors.by_hand(7), Err(ByHand::Code(7)));
    server.stop();

    let error = errors.own().expect_err("nobody is there");
    assert_eq!(error.kind(), ErrorKind::Connect, "{error}");
    let io = errors.io().expect_err("nobody is there");
    assert_eq!(io.kind(), io::ErrorKind::NotConnected, "{io}");
}

#[test]
fn an_error_is_a_fault_of_the_next_caller_without_the_address_behind() {
    // A service that is itself a client of one that is gone.
    let gone = serve(ErrorsService::new(Failing));
    let behind = ErrorsClient::connect(gone.url()).expect("an endpoint");
    gone.stop();
    let front = serve(ErrorsService::new(behind));
    let errors = ErrorsClient::connect(front.url()).expect("an endpoint");
    let error = errors.own().expect_err("what is behind is gone");
    let fault = error.fault().expect("a fault");
    assert_eq!(fault.code, Fault::TRANSPORT);
    assert!(!fault.message.contains("127.0.0.1"), "{fault}");
    front.stop();
}

#[cfg(feature = "anyhow")]
#[test]
fn a_method_may_fail_with_an_error_of_anyhow() {
    use anyhow::Context as _;

    #[service]
    pub trait Disk {
        fn save(&self, name: &str) -> anyhow::Result<()>;
    }

    struct Full;

    impl Disk for Full {
        fn save(&self, name: &str) -> anyhow::Result<()> {
            match name {
                "forbidden" => Err(Fault::new(403, "not yours").into()),
                _ => Err(io::Error::other("28 blocks left"))
                    .with_context(|| format!("{name} is not saved")),
            }
        }
    }

    let server = serve(DiskService::new(Full));
    let disk = DiskClient::connect(server.url()).expect("an endpoint");
    let error =
        |name| disk.save(name).expect_err("it is full").downcast::<Error>().expect("a call's");
    assert_eq!(error("a").fault(), Some(&Fault::new(Fault::APPLICATION, "a is not saved")));
    assert_eq!(error("forbidden").fault(), Some(&Fault::new(403, "not yours")));
    server.stop();
    assert_eq!(error("a").kind(), ErrorKind::Connect);
}

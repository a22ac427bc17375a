//! What cannot be the same on both paths, one test for each: see `docs/differences.md`.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    Context, Error, ErrorKind, Fault, Remote, Request, Response, Result, Running, Server,
    Transport, service,
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Text {
    text: String,
    #[serde(skip)]
    cached: bool,
}

#[service]
trait Differs: Send + Sync {
    fn panics(&self) -> Result<()>;
    #[rpc(timeout = "20ms")]
    fn waits(&self) -> Result<()>;
    fn counts(&self) -> Result<u32>;
    fn huge(&self, number: i128) -> Result<i128>;
    fn double(&self, numbers: &[f64]) -> Result<f64>;
    fn text(&self, text: &Text) -> Result<Text>;
    fn address(&self, of: &[i32]) -> Result<u64>;
    fn asked_by_whom(&self) -> Result<bool>;
    fn fails(&self) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
    fn provided(&self) -> Result<&'static str> {
        Ok("the trait's")
    }
}

#[derive(Default)]
struct Here(AtomicU32);

impl Differs for Here {
    fn panics(&self) -> Result<()> {
        panic!("the secret of the house");
    }
    fn waits(&self) -> Result<()> {
        thread::sleep(Duration::from_millis(200));
        Ok(())
    }
    fn counts(&self) -> Result<u32> {
        Ok(self.0.fetch_add(1, Ordering::SeqCst) + 1)
    }
    fn fails(&self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err(Fault::new(404, "no such lamp").into())
    }
    fn huge(&self, number: i128) -> Result<i128> {
        Ok(number)
    }
    fn double(&self, numbers: &[f64]) -> Result<f64> {
        Ok(numbers.iter().sum())
    }
    fn text(&self, text: &Text) -> Result<Text> {
        Ok(text.clone())
    }
    fn address(&self, of: &[i32]) -> Result<u64> {
        Ok(of.as_ptr().addr() as u64)
    }
    fn asked_by_whom(&self) -> Result<bool> {
        Ok(Context::current().is_some())
    }
    fn provided(&self) -> Result<&'static str> {
        Ok("its own")
    }
}

/// A proxy in local mode, and a server of the same kind.
fn both() -> (DiffersProxy<Here>, Running) {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(DiffersService::new(Here::default())).spawn().expect("a server");
    (DiffersProxy::local(Here::default()), server)
}

fn turn(proxy: &DiffersProxy<Here>, server: &Running) {
    proxy.switch().remote(server.url()).expect("an endpoint");
}

#[test]
fn a_panic_unwinds_through_a_local_caller_and_is_a_fault_for_a_remote_one() {
    let (differs, server) = both();
    let unwound = catch_unwind(AssertUnwindSafe(|| differs.panics()));
    assert!(unwound.is_err());
    turn(&differs, &server);
    let error = differs.panics().expect_err("it panics");
    assert_eq!(error.fault(), Some(&Fault::new(Fault::INTERNAL, "internal error")));
    assert_eq!(differs.counts().expect("it lives"), 1);
    server.stop();
}

#[test]
fn a_time_limit_holds_for_remote_calls_only() {
    let (differs, server) = both();
    differs.waits().expect("it takes as long as it takes");
    turn(&differs, &server);
    assert_eq!(differs.waits().expect_err("too late").kind(), ErrorKind::Timeout);
    server.stop();
}

#[test]
fn a_remote_call_can_fail_and_have_run_all_the_same() {
    /// Loses each answer.
    struct Losing(Remote);
    impl Transport for Losing {
        fn call(&self, request: &Request<'_>) -> Result<Response> {
            self.0.call(request)?;
            Err(Error::new(ErrorKind::Transport, "the connection was lost"))
        }
        fn describe(&self) -> String {
            self.0.describe()
        }
    }
    let counted = Arc::new(Here::default());
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(DiffersService::new(counted.clone())).spawn().expect("a server");
    let inner = xmlrpc_proxy::connect(server.url()).expect("an endpoint");
    let client = DiffersClient::new(Losing(inner));
    let error = client.counts().expect_err("its answer is lost");
    assert!(!error.is_unsent(), "it may have run");
    assert_eq!(counted.0.load(Ordering::SeqCst), 1, "it has run");
    server.stop();
}

#[test]
fn a_value_without_a_form_on_the_wire_is_an_error_that_names_its_place() {
    let (differs, server) = both();
    assert_eq!(differs.huge(i128::MAX).expect("local"), i128::MAX);
    assert!(differs.double(&[1.0, f64::NAN]).expect("local").is_nan());
    let bell = Text { text: "a\u{7}".to_owned(), cached: false };
    assert_eq!(differs.text(&bell).expect("local"), bell);

    turn(&differs, &server);
    for (outcome, place) in [
        (differs.huge(i128::MAX).map(drop), "huge: params[0]: "),
        (differs.double(&[1.0, f64::NAN]).map(drop), "double: params[0][1]: "),
        (differs.text(&bell).map(drop), "text: params[0].text: "),
    ] {
        let error = outcome.expect_err("no form on the wire");
        assert_eq!(error.kind(), ErrorKind::Range, "{error}");
        assert!(error.to_string().starts_with(place), "{error}");
    }
    // Where the result is such a value, the fault says so.
    let infinite = differs.double(&[f64::MAX, f64::MAX]).expect_err("no form on the wire");
    assert_eq!(infinite.fault().map(|fault| fault.code), Some(Fault::INTERNAL));
    server.stop();
}

#[test]
fn an_error_of_any_type_is_the_methods_own_or_one_of_a_call_and_holds_the_fault() {
    let (proxy, server) = both();
    let local = proxy.fails().expect_err("it does");
    assert!(local.is::<Fault>());
    turn(&proxy, &server);
    let remote = proxy.fails().expect_err("it does");
    assert!(remote.is::<Error>());
    for error in [local, remote] {
        assert_eq!(Fault::find(&*error), Some(&Fault::new(404, "no such lamp")));
    }
    server.stop();
}

#[test]
fn a_remote_callee_gets_a_copy_of_what_serde_writes() {
    let (differs, server) = both();
    let numbers = [1, 2, 3];
    let here = numbers.as_ptr().addr() as u64;
    let cached = Text { text: "a".to_owned(), cached: true };
    assert_eq!(differs.address(&numbers).expect("local"), here);
    assert!(differs.text(&cached).expect("local").cached);
    turn(&differs, &server);
    assert_ne!(differs.address(&numbers).expect("remote"), here);
    assert!(!differs.text(&cached).expect("remote").cached, "serde was told to skip it");
    server.stop();
}

#[test]
fn a_provided_method_runs_as_overridden_locally_and_as_in_the_trait_remotely() {
    let (differs, server) = both();
    assert_eq!(differs.provided().expect("local"), "its own");
    turn(&differs, &server);
    assert_eq!(differs.provided().expect("remote"), "the trait's");
    server.stop();
}

#[test]
fn only_a_remote_call_has_a_context() {
    let (differs, server) = both();
    assert!(!differs.asked_by_whom().expect("local"));
    differs.switch().loopback().expect("it is here");
    assert!(!differs.asked_by_whom().expect("there is no request"));
    turn(&differs, &server);
    assert!(differs.asked_by_whom().expect("remote"));
    server.stop();
}

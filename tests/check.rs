//! `check()`: what a server tells of its methods, against what the trait says.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

use std::collections::HashMap;

use xmlrpc_proxy::{
    ErrorKind, Fault, Finding, Request, Response, Result, Router, Transport, Value, service, value,
    wire::{CallReader, ResponseWriter},
};

#[service(namespace = "p")]
trait People {
    fn get(&self, id: &str) -> Result<HashMap<String, Value>>;
    fn find(&self, words: &[String], limit: Option<u32>) -> Result<Vec<String>>;
    fn count(&self) -> Result<i64>;
    fn drop(&self) -> Result<()>;
}

struct Nobody;

impl People for Nobody {
    fn get(&self, _: &str) -> Result<HashMap<String, Value>> {
        Err(Fault::new(1, "nobody").into())
    }
    fn find(&self, _: &[String], _: Option<u32>) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
    fn count(&self) -> Result<i64> {
        Ok(0)
    }
    fn drop(&self) -> Result<()> {
        Ok(())
    }
}

/// Tells this of itself.
struct Telling {
    methods: Result<Value, Fault>,
    signatures: Vec<(&'static str, Result<Value, Fault>)>,
}

impl Transport for Telling {
    fn call(&self, request: &Request<'_>) -> Result<Response> {
        let text = std::str::from_utf8(request.body).expect("UTF-8");
        let mut call = CallReader::new(text, xmlrpc_proxy::wire::Limits::default())?;
        let answer = if call.method() == "system.listMethods" {
            &self.methods
        } else {
            let name: String = call.param()?;
            let found = self.signatures.iter().find(|(other, _)| *other == name);
            &found.expect("no other is asked for").1
        };
        let mut out = Vec::new();
        match answer {
            Ok(value) => ResponseWriter::new(&mut out).result(value)?,
            Err(fault) => ResponseWriter::new(&mut out).fault(fault),
        }
        Ok(Response::new(out))
    }
    fn describe(&self) -> String {
        "telling".to_owned()
    }
}

#[test]
fn a_service_agrees_with_itself() {
    struct Routed(Router);
    impl Transport for Routed {
        fn call(&self, request: &Request<'_>) -> Result<Response> {
            let mut out = Vec::new();
            self.0.handle(request.body, None, &mut out);
            Ok(Response::new(out))
        }
        fn describe(&self) -> String {
            "routed".to_owned()
        }
    }
    let mut router = Router::new();
    router.mount(PeopleService::new(Nobody)).expect("names of its own");
    let check = PeopleClient::new(Routed(router)).check().expect("answers");
    assert!(check.is_good());
    assert_eq!(check.to_string(), "routed: 4 methods: 4 agree, 0 missing, 0 differ, 0 unknown");
}

#[test]
fn what_is_missing_differs_or_is_not_told_is_reported() {
    let client = PeopleClient::new(Telling {
        methods: Ok(value!(["p.get", "p.find", "p.count"])),
        signatures: vec![
            ("p.get", Ok(value!([["struct", "int"], ["struct"]]))),
            ("p.find", Ok(value!([["array", "array", "i4"]]))),
            ("p.count", Ok(value!("undef"))),
        ],
    });
    let check = client.check().expect("answers");
    assert!(!check.is_good());
    assert_eq!(
        check.to_string(),
        "telling: 4 methods: 1 agree, 1 missing, 1 differ, 1 unknown\n\
         p.get: here (string) -> struct, there (int) -> struct or () -> struct\n\
         p.count: cannot tell: the server tells no types\n\
         p.drop: missing"
    );
    let findings: Vec<_> = check.findings().collect();
    assert_eq!((findings[3].0.name, findings[3].1), ("p.drop", &Finding::Missing));
}

#[test]
fn servers_that_tell_oddly_are_understood() {
    let client = PeopleClient::new(Telling {
        methods: Ok(value!(["p.get", "p.find", "p.count", "p.drop", 7])),
        signatures: vec![
            // One form alone, a word of the server's own, and one that is none.
            ("p.get", Ok(value!(["struct", "string"]))),
            ("p.find", Ok(value!([["mixed", "array", "ex:i8"], []]))),
            ("p.count", Ok(value!([["Integer"]]))),
            ("p.drop", Err(Fault::new(1, "signatures not supported"))),
        ],
    });
    let check = client.check().expect("answers");
    assert!(check.is_good());
    assert_eq!(
        check.to_string(),
        "telling: 4 methods: 3 agree, 0 missing, 0 differ, 1 unknown\n\
         p.drop: cannot tell: the server tells no types: fault 1: signatures not supported"
    );
}

#[test]
fn a_server_that_lists_nothing_is_unknown_and_one_that_is_not_there_an_error() {
    let fault = Fault::new(Fault::NO_SUCH_METHOD, "no such method");
    let client = PeopleClient::new(Telling { methods: Err(fault), signatures: Vec::new() });
    let check = client.check().expect("a fault is an answer");
    assert!(check.is_good());
    assert!(check.findings().all(|(_, finding)| matches!(finding, Finding::Unknown(_))));

    let client = PeopleClient::connect("http://127.0.0.1:9/").expect("an endpoint");
    assert_eq!(client.check().expect_err("nobody is there").kind(), ErrorKind::Connect);
}

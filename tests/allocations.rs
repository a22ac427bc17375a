//! The local path allocates nothing.
#![cfg(feature = "derive")]
#![allow(missing_docs, clippy::expect_used)]

use std::{convert::Infallible, sync::Arc};

use allocation_counter::measure;
use xmlrpc_proxy::{Lazy, Result, Router, Switch, service};

#[service]
trait Length: Send + Sync {
    fn length(&self, text: &str, others: &[String]) -> Result<usize>;
    fn doubled(&self, text: &str) -> Result<usize> {
        Ok(2 * self.length(text, &[])?)
    }
}

struct Here;

impl Length for Here {
    fn length(&self, text: &str, others: &[String]) -> Result<usize> {
        Ok(text.len() + others.len())
    }
}

fn allocations(receiver: &impl Length) -> u64 {
    let others = ["a".to_owned()];
    let counted = measure(|| {
        for _ in 0..100 {
            assert!(receiver.length("hello", &others).is_ok_and(|length| length == 6));
            assert!(receiver.doubled("hello").is_ok_and(|length| length == 10));
        }
    });
    counted.count_total
}

#[test]
fn a_local_call_allocates_nothing() {
    assert_eq!(allocations(&LengthProxy::local(Here)), 0);
    assert_eq!(allocations(&LengthProxy::with_switch(Here, Arc::new(Switch::new()))), 0);
    let dynamic: LengthProxy = LengthProxy::local(Arc::new(Here));
    assert_eq!(allocations(&dynamic), 0);
    let lazy: LengthProxy<Lazy<Here>> = LengthProxy::lazy(|| Ok::<_, Infallible>(Here));
    assert!(lazy.length("opens it", &[]).is_ok());
    assert_eq!(allocations(&lazy), 0);
    assert_eq!(allocations(&&Here), 0);
    assert_eq!(allocations(&LengthService::new(Here)), 0);
}

/// Greets.
#[service]
trait Hello {
    fn hello(&self, name: &str) -> Result<String>;
}

impl Hello for Here {
    fn hello(&self, name: &str) -> Result<String> {
        Ok(name.to_owned())
    }
}

#[test]
fn from_request_to_response_only_the_method_itself_allocates() {
    let mut router = Router::new();
    router.mount(HelloService::new(Here)).expect("no clash");
    let request =
        b"<?xml version=\"1.0\"?><methodCall><methodName>hello</methodName><params><param><value>\
        <string>Greg</string></value></param></params></methodCall>";
    let mut out = Vec::with_capacity(1024);
    let counted = measure(|| {
        router.handle(request, None, &mut out);
    });
    assert!(String::from_utf8_lossy(&out).contains("<string>Greg</string>"));
    assert_eq!(counted.count_total, 1, "the `String` that it returns");
}

#[test]
fn what_counts_them_does_count() {
    assert_eq!(measure(|| drop(Box::new(1))).count_total, 1);
}

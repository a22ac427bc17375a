//! `contract!` finds what a remote caller would not get.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod common;

use std::collections::HashMap;

use common::{Echo, NASTY, Point, TypesError};
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Result, Value, contract, service};

contract!(common::Types, || Echo, {
    int(i32::MIN);
    string(NASTY);
    date(common::day());
    bytes(&[0, 255]);
    point(&Point { x: 1, y: 0.1 });
    maybe(None);
    anything(Value::Nil);
    fail("a reason");
    fail("none");
    fail("call");
});

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Cached {
    names: HashMap<String, i32>,
    #[serde(skip)]
    fresh: bool,
}

#[service]
pub trait Cache {
    fn get(&self, fresh: bool) -> Result<Cached>;
    fn put(&self, r#type: f64) -> Result<(), TypesError>;
}

#[derive(Debug)]
pub struct Store;

impl Cache for Store {
    fn get(&self, fresh: bool) -> Result<Cached> {
        let names = (0..50).map(|number| (number.to_string(), number)).collect();
        Ok(Cached { names, fresh })
    }
    fn put(&self, _: f64) -> Result<(), TypesError> {
        Err(TypesError::None)
    }
}

contract!(Cache, || Store, {
    get(false);
    put(1.5)
});

#[service]
pub trait Clock {
    async fn after(&self, ticks: u32) -> Result<u32>;
}

/// Waits by being woken from elsewhere, with no runtime.
#[derive(Debug)]
pub struct Waking;

impl Clock for Waking {
    async fn after(&self, ticks: u32) -> Result<u32> {
        let mut woken = false;
        std::future::poll_fn(|context| {
            if woken {
                return std::task::Poll::Ready(());
            }
            woken = true;
            let waker = context.waker().clone();
            std::thread::spawn(move || waker.wake());
            std::task::Poll::Pending
        })
        .await;
        Ok(ticks)
    }
}

contract!(async Clock, || Waking, { after(7) });

/// Waits by its runtime.
#[derive(Debug)]
pub struct Sleeping;

impl Clock for Sleeping {
    async fn after(&self, ticks: u32) -> Result<u32> {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        Ok(ticks)
    }
}

mod on_a_runtime {
    use super::{Clock, ClockProxy, Sleeping, contract};

    contract!(#[tokio::test] async Clock, || Sleeping, { after(7); after(8) });
}

#[test]
fn tells_what_differs_by_name_and_with_both() {
    let local = CacheProxy::local(Store);
    let loopback = CacheProxy::local(Store);
    loopback.switch().loopback().expect("it is here");
    let agree = |fresh| {
        let (local, loopback) = (local.get(fresh), loopback.get(fresh));
        let short = |outcome: Result<Cached>| outcome.map(|cached| cached.fresh);
        std::panic::catch_unwind(|| {
            xmlrpc_proxy::__private::agree("get(true)", short(local), short(loopback));
        })
    };
    assert!(agree(false).is_ok());
    let message = *agree(true).expect_err("they differ").downcast::<String>().expect("a text");
    assert_eq!(
        message,
        "`get(true)` does not give a remote caller what it gives here\n directly: Ok(true)\n remotely: Ok(false)"
    );
}

//! The local path allocates nothing.
#![cfg(feature = "derive")]
#![allow(missing_docs, clippy::expect_used)]

use std::{convert::Infallible, sync::Arc};

use allocation_counter::measure;
use xmlrpc_proxy::{Lazy, Result, Switch, service};

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

#[test]
fn what_counts_them_does_count() {
    assert_eq!(measure(|| drop(Box::new(1))).count_total, 1);
}

//! From the bytes of a request to those of its response, without HTTP.
#![allow(missing_docs)]

mod timing;

use criterion::{Criterion, criterion_group, criterion_main};
use xmlrpc_bench::work;

fn dispatch(criterion: &mut Criterion) {
    timing::measure(criterion, work::dispatch());
}

criterion_group!(name = benches; config = timing::settings(); targets = dispatch);
criterion_main!(benches);

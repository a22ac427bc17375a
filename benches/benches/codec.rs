//! Reading and writing documents: ours beside its peers, in the same run.
#![allow(missing_docs)]

mod timing;

use criterion::{Criterion, criterion_group, criterion_main};
use xmlrpc_bench::work;

fn codec(criterion: &mut Criterion) {
    timing::measure(criterion, work::codec());
}

criterion_group!(name = benches; config = timing::settings(); targets = codec);
criterion_main!(benches);

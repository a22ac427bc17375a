//! Reading lists from one struct to ten thousand: ours beside its peers, in the same run.
#![allow(missing_docs)]

mod timing;

use criterion::{Criterion, criterion_group, criterion_main};
use xmlrpc_bench::work;

fn sizes(criterion: &mut Criterion) {
    timing::measure(criterion, work::sizes());
}

criterion_group!(name = benches; config = timing::settings(); targets = sizes);
criterion_main!(benches);

//! How times are taken.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use xmlrpc_bench::work::Work;

/// A whole run is to take less than four minutes.
pub fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .without_plots()
}

pub fn measure(criterion: &mut Criterion, works: Vec<Work>) {
    for mut work in works {
        let mut group = criterion.benchmark_group(work.group);
        group.throughput(Throughput::Bytes(work.bytes as u64));
        if work.bytes > 1 << 20 {
            // Some take a second for one of these: the fewest samples there may be, one pass in each.
            group.sample_size(10).sampling_mode(SamplingMode::Flat);
        }
        group.bench_function(BenchmarkId::new(work.who, work.case), |bencher| {
            bencher.iter(&mut *work.run);
        });
        group.finish();
    }
}

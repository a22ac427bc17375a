//! Instructions of a call on each local path: the same loop over receivers that differ in nothing else.
#![allow(missing_docs)]

use std::{
    hint::black_box,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use gungraun::{library_benchmark, library_benchmark_group, main};
use xmlrpc_bench::{
    CALLS,
    counter::{Awaited, AwaitedProxy, Counter, CounterProxy, Start},
};
use xmlrpc_proxy::{Lazy, Switch};

#[inline(always)]
fn calls(receiver: &impl Counter) {
    for number in 0..CALLS as i32 {
        // The compiler may not know the receiver, nor remember what it knew of it a call ago.
        black_box(black_box(receiver).add(number).unwrap_or(0));
    }
}

/// The same calls of what is awaited, by somebody who waits for nothing.
#[inline(always)]
fn awaits(receiver: &impl Awaited) {
    let mut context = Context::from_waker(Waker::noop());
    for number in 0..CALLS as i32 {
        let call = pin!(black_box(receiver).sum(number));
        if let Poll::Ready(sum) = call.poll(&mut context) {
            black_box(sum.unwrap_or(0));
        }
    }
}

fn start() -> Start {
    Start(black_box(1))
}

fn by_value() -> CounterProxy<Start> {
    CounterProxy::local(Start(black_box(1)))
}

fn awaited_by_value() -> AwaitedProxy<Start> {
    AwaitedProxy::local(Start(black_box(1)))
}

fn shared() -> CounterProxy<Start, Arc<Switch>> {
    CounterProxy::with_switch(Start(black_box(1)), Arc::new(Switch::new()))
}

fn lazy() -> CounterProxy<Lazy<Start>> {
    let proxy = CounterProxy::lazy(|| Ok::<_, std::convert::Infallible>(Start(black_box(1))));
    let _ = proxy.add(0);
    proxy
}

fn dynamic() -> Arc<dyn Counter + Send + Sync> {
    Arc::new(Start(black_box(1)))
}

fn proxy_dynamic() -> CounterProxy {
    CounterProxy::local(dynamic())
}

#[library_benchmark]
#[bench::run(setup = start)]
fn direct(receiver: Start) -> Start {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = by_value)]
fn proxy_by_value(receiver: CounterProxy<Start>) -> CounterProxy<Start> {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = shared)]
fn proxy_shared(receiver: CounterProxy<Start, Arc<Switch>>) -> CounterProxy<Start, Arc<Switch>> {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = lazy)]
fn proxy_lazy(receiver: CounterProxy<Lazy<Start>>) -> CounterProxy<Lazy<Start>> {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = dynamic)]
fn direct_dyn(receiver: Arc<dyn Counter + Send + Sync>) -> Arc<dyn Counter + Send + Sync> {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = proxy_dynamic)]
fn proxy_dyn(receiver: CounterProxy) -> CounterProxy {
    calls(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = start)]
fn direct_awaited(receiver: Start) -> Start {
    awaits(&receiver);
    receiver
}

#[library_benchmark]
#[bench::run(setup = awaited_by_value)]
fn proxy_awaited(receiver: AwaitedProxy<Start>) -> AwaitedProxy<Start> {
    awaits(&receiver);
    receiver
}

library_benchmark_group!(
    name = local,
    benchmarks = [
        direct,
        proxy_by_value,
        proxy_shared,
        proxy_lazy,
        direct_dyn,
        proxy_dyn,
        direct_awaited,
        proxy_awaited
    ]
);
main!(library_benchmark_groups = local);

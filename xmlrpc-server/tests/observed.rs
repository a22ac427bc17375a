//! What spans and counters tell of calls.

#![cfg(all(feature = "tracing", feature = "metrics"))]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use common::{Wire, call, post, start};
use metrics::{
    Counter, CounterFn, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
    span,
};

/// Everything that was told, as text.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn note(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }

    fn all(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

struct Fields<'a>(&'a Told);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.note(format!("{field}={value:?}"));
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "xmlrpc"
    }
    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        attributes.record(&mut Fields(self));
        span::Id::from_u64(NEXT.fetch_add(1, Ordering::Relaxed))
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Fields(self));
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(self));
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

struct Count(Told, String);

impl CounterFn for Count {
    fn increment(&self, value: u64) {
        self.0.note(format!("{} {value}", self.1));
    }
    fn absolute(&self, _: u64) {}
}

impl Recorder for Told {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        let labels: Vec<_> =
            key.labels().map(|it| format!("{}={}", it.key(), it.value())).collect();
        let name = format!("{} {}", key.name(), labels.join(" "));
        Counter::from_arc(Arc::new(Count(self.clone(), name)))
    }
    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }
    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        self.note(key.name().to_owned());
        Histogram::noop()
    }
}

#[test]
fn calls_are_told_by_their_method_and_what_became_of_them() {
    let told = Told::default();
    tracing::subscriber::set_global_default(told.clone()).unwrap();
    metrics::set_global_recorder(told.clone()).unwrap();
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    let answer = wire.ask(post(call("echo", &["x"])));
    wire.ask(post(call("evil\nmethod", &[])));
    wire.ask(b"GET /RPC2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let all = told.all();
    for line in [
        "otel.kind=\"server\"",
        "mode=\"thread\"",
        "method=\"echo\"",
        "outcome=\"result\"",
        "outcome=\"fault\"",
        "fault=-32601",
        "method=\"unknown\"",
        "status=405",
        "reason=\"method\"",
        "peer=127.0.0.1",
        "xmlrpc_server_calls_total method=echo outcome=result 1",
        "xmlrpc_server_calls_total method=unknown outcome=fault 1",
        "xmlrpc_server_refusals_total status=405 1",
        "xmlrpc_server_call_seconds",
        &format!("response_bytes={}", answer.body.len()),
    ] {
        assert!(all.contains(line), "{line} in\n{all}");
    }
    assert!(!all.contains("evil"), "{all}");
}

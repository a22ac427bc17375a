//! What is told of calls that fail, to whoever runs the program.
#![cfg(all(feature = "client", feature = "server", feature = "derive", feature = "tracing"))]
#![allow(missing_docs, clippy::expect_used)]

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};
use xmlrpc_proxy::{Error, ErrorKind, Fault, Result, Server, service};

/// Everything that was told, as text.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<String>>);

impl Told {
    fn taken(&self) -> String {
        std::mem::take(&mut self.0.lock().expect("nobody panicked"))
    }
}

impl Visit for &Told {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.lock().expect("nobody panicked").push_str(&format!("{field}={value:?}\n"));
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "xmlrpc"
    }
    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        span::Id::from_u64(NEXT.fetch_add(1, Ordering::Relaxed))
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut &*self);
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut &*self);
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

#[derive(Debug)]
struct NotSaved(std::io::Error);

impl fmt::Display for NotSaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not saved")
    }
}

impl std::error::Error for NotSaved {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[service]
trait Lamps {
    fn behind(&self) -> Result<()>;
    fn save(&self) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
    fn no_lamp(&self) -> Result<()>;
}

struct Broken;

impl Lamps for Broken {
    fn behind(&self) -> Result<()> {
        Err(Error::new(ErrorKind::Connect, "10.0.0.7:99: connection refused"))
    }
    fn save(&self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err(NotSaved(std::io::Error::other("disk 7 is full")).into())
    }
    fn no_lamp(&self) -> Result<()> {
        Err(Fault::new(404, "no such lamp").into())
    }
}

#[test]
fn what_a_caller_is_not_told_is_told_here() {
    let told = Told::default();
    tracing::subscriber::set_global_default(told.clone()).expect("the first");
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(LampsService::new(Broken)).spawn().expect("a server");
    let lamps = LampsClient::connect(server.url()).expect("an endpoint");

    let error = lamps.behind().expect_err("it fails");
    assert!(!error.to_string().contains("10.0.0.7"), "{error}");
    let all = told.taken();
    assert!(all.contains("error=\"10.0.0.7:99: connection refused\""), "{all}");

    let error = lamps.save().expect_err("it fails");
    assert!(error.to_string().ends_with("not saved"), "{error}");
    let all = told.taken();
    assert!(all.contains("error=\"not saved: disk 7 is full\""), "{all}");

    // This one the caller is told.
    lamps.no_lamp().expect_err("it fails");
    let all = told.taken();
    assert!(all.contains("fault=404") && !all.contains("error="), "{all}");

    server.stop();
    let error = lamps.behind().expect_err("nobody is there");
    let all = told.taken();
    assert_eq!(error.kind(), ErrorKind::Connect);
    assert!(all.contains("outcome=\"error\"") && all.contains("connection refused"), "{all}");
    assert!(all.contains(server.url()), "{all}");
}

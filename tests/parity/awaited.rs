//! The same service once more as one that waits, and the same calls of it.

use std::{borrow::Cow, collections::BTreeMap};

use tokio::runtime::{Builder, Runtime};
use xmlrpc_proxy::{Base64, DateTime, Server, Value, service};

use super::{Call, Echo, Id, Integers, Kinds, KindsError, Record, Shape, held, shown};

#[service(namespace = "kinds")]
trait Waiting: Send + Sync {
    #[allow(clippy::too_many_arguments)]
    async fn integers(
        &self,
        a: i8,
        b: i16,
        c: i32,
        d: i64,
        e: u8,
        f: u16,
        g: u32,
        h: u64,
    ) -> Result<Integers, KindsError>;
    async fn scalars(
        &self,
        a: f32,
        b: f64,
        c: bool,
        d: char,
        e: (),
    ) -> Result<(f32, f64, bool, char), KindsError>;
    async fn texts(
        &self,
        a: &str,
        b: String,
        c: Cow<'_, str>,
        d: Option<&str>,
    ) -> Result<Vec<String>, KindsError>;
    async fn bytes(
        &self,
        a: &[u8],
        b: Vec<u8>,
        c: Base64,
        d: Option<&[u8]>,
    ) -> Result<Vec<u8>, KindsError>;
    async fn times(
        &self,
        a: DateTime,
        b: &DateTime,
        c: Option<DateTime>,
    ) -> Result<(DateTime, Option<DateTime>), KindsError>;
    async fn records(
        &self,
        a: &Record,
        b: &[Record],
        c: Option<&Record>,
    ) -> Result<Vec<Record>, KindsError>;
    async fn maps(
        &self,
        a: BTreeMap<String, Value>,
        b: &Value,
    ) -> Result<BTreeMap<String, Value>, KindsError>;
    async fn shapes(&self, a: Shape, b: &[Shape], c: Id) -> Result<(Vec<Shape>, Id), KindsError>;
    async fn optional(
        &self,
        a: Option<i32>,
        b: Option<Vec<String>>,
        c: Option<bool>,
    ) -> Result<Option<Option<bool>>, KindsError>;
    async fn fail(&self, how: u8, text: &str) -> Result<i32, KindsError>;
    async fn nothing(&self) -> Result<(), KindsError>;
}

/// Waits a turn each time.
struct Later;

/// What `Echo` gives, after a turn of waiting.
async fn later<T>(value: T) -> T {
    tokio::task::yield_now().await;
    value
}

impl Waiting for Later {
    async fn integers(
        &self,
        a: i8,
        b: i16,
        c: i32,
        d: i64,
        e: u8,
        f: u16,
        g: u32,
        h: u64,
    ) -> Result<Integers, KindsError> {
        later(Echo.integers(a, b, c, d, e, f, g, h)).await
    }
    async fn scalars(
        &self,
        a: f32,
        b: f64,
        c: bool,
        d: char,
        e: (),
    ) -> Result<(f32, f64, bool, char), KindsError> {
        later(Echo.scalars(a, b, c, d, e)).await
    }
    async fn texts(
        &self,
        a: &str,
        b: String,
        c: Cow<'_, str>,
        d: Option<&str>,
    ) -> Result<Vec<String>, KindsError> {
        later(Echo.texts(a, b, c, d)).await
    }
    async fn bytes(
        &self,
        a: &[u8],
        b: Vec<u8>,
        c: Base64,
        d: Option<&[u8]>,
    ) -> Result<Vec<u8>, KindsError> {
        later(Echo.bytes(a, b, c, d)).await
    }
    async fn times(
        &self,
        a: DateTime,
        b: &DateTime,
        c: Option<DateTime>,
    ) -> Result<(DateTime, Option<DateTime>), KindsError> {
        later(Echo.times(a, b, c)).await
    }
    async fn records(
        &self,
        a: &Record,
        b: &[Record],
        c: Option<&Record>,
    ) -> Result<Vec<Record>, KindsError> {
        later(Echo.records(a, b, c)).await
    }
    async fn maps(
        &self,
        a: BTreeMap<String, Value>,
        b: &Value,
    ) -> Result<BTreeMap<String, Value>, KindsError> {
        later(Echo.maps(a, b)).await
    }
    async fn shapes(&self, a: Shape, b: &[Shape], c: Id) -> Result<(Vec<Shape>, Id), KindsError> {
        later(Echo.shapes(a, b, c)).await
    }
    async fn optional(
        &self,
        a: Option<i32>,
        b: Option<Vec<String>>,
        c: Option<bool>,
    ) -> Result<Option<Option<bool>>, KindsError> {
        later(Echo.optional(a, b, c)).await
    }
    async fn fail(&self, how: u8, text: &str) -> Result<i32, KindsError> {
        later(Echo.fail(how, text)).await
    }
    async fn nothing(&self) -> Result<(), KindsError> {
        later(Echo.nothing()).await
    }
}

impl Call {
    /// What it gives once it is awaited, as text.
    async fn wait(&self, kinds: &impl Waiting) -> String {
        match self.clone() {
            Call::Integers((a, b, c, d, e, f, g, h)) => {
                shown(kinds.integers(a, b, c, d, e, f, g, h).await)
            }
            Call::Scalars(a, b, c, d) => shown(kinds.scalars(a, b, c, d, ()).await),
            Call::Texts(a, d) => {
                shown(kinds.texts(&a, a.clone(), Cow::Borrowed(&a), d.as_deref()).await)
            }
            Call::Bytes(a, d) => {
                shown(kinds.bytes(&a, a.clone(), a.clone().into(), d.as_deref()).await)
            }
            Call::Times(a, b, c) => shown(kinds.times(a, &b, c).await),
            Call::Records(a, b, c) => shown(kinds.records(&a, &b, c.then_some(&a)).await),
            Call::Maps(a, b) => shown(kinds.maps(a, &b).await),
            Call::Shapes(b, c) => {
                let first = b.first().cloned().unwrap_or(Shape::Point);
                shown(kinds.shapes(first, &b, Id(c)).await)
            }
            Call::Optional(a, b, c) => shown(kinds.optional(a, b, c).await),
            Call::Fail(how, text) => shown(kinds.fail(how, &text).await),
            Call::Nothing => shown(kinds.nothing().await),
        }
    }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Holds a path of the service that waits against calls of the implementation that does not.
fn agrees(turn: impl FnOnce(&WaitingProxy<Later>)) {
    let kinds = WaitingProxy::local(Later);
    turn(&kinds);
    let runtime = runtime();
    held(|call| runtime.block_on(call.wait(&kinds)));
}

#[test]
fn local_is_the_implementation() {
    agrees(|_| {});
}

#[test]
fn loopback_is_as_local() {
    agrees(|kinds| kinds.switch().loopback().expect("it is here"));
}

#[test]
fn remote_over_tcp_is_as_local() {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(WaitingService::new(Later)).spawn().expect("a server");
    agrees(|kinds| kinds.switch().remote(server.url()).expect("an endpoint"));
    server.stop();
}

/// The service need not wait because its caller does, nor the caller because the service does.
#[test]
fn each_kind_of_caller_gets_the_same_of_each_kind_of_service() {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let blocks = server.mount(super::KindsService::new(Echo).inline()).spawn().expect("a server");
    agrees(|kinds| kinds.switch().remote(blocks.url()).expect("an endpoint"));
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let waits = server.mount(WaitingService::new(Later)).spawn().expect("a server");
    super::agrees(|kinds| kinds.switch().remote(waits.url()).expect("an endpoint"));
    blocks.stop();
    waits.stop();
}

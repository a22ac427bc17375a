//! The same call gives the same on every path, whatever it is given.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

#[cfg(feature = "async")]
mod awaited;

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug};

use proptest::{
    collection::{btree_map, vec},
    option,
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    Answers, Base64, DateTime, Error, Fault, Outcome, Server, Ticket, Value, service,
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Record {
    id: i32,
    name: String,
    born: DateTime,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(with = "serde_pair")]
    pair: (i32, bool),
    others: Vec<Record>,
}

/// A pair by a form of its own, as users have them.
mod serde_pair {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(pair: &(i32, bool), to: S) -> Result<S::Ok, S::Error> {
        (pair.1, pair.0).serialize(to)
    }
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(i32, bool), D::Error> {
        <(bool, i32)>::deserialize(from).map(|(second, first)| (first, second))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    Point,
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Path(i32, i32),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Id(u32);

#[derive(Debug, xmlrpc_proxy::Fault)]
enum KindsError {
    #[fault(code = 1)]
    Told(String),
    #[fault(code = -2, message = "never <again> & again")]
    Fixed,
    #[fault(call)]
    Call(Error),
}

type Integers = (i8, i16, i32, i64, u8, u16, u32, u64);

/// Every kind of argument and of result.
#[service(namespace = "kinds")]
trait Kinds {
    #[allow(clippy::too_many_arguments)]
    fn integers(
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
    fn scalars(
        &self,
        a: f32,
        b: f64,
        c: bool,
        d: char,
        e: (),
    ) -> Result<(f32, f64, bool, char), KindsError>;
    fn texts(
        &self,
        a: &str,
        b: String,
        c: Cow<'_, str>,
        d: Option<&str>,
    ) -> Result<Vec<String>, KindsError>;
    fn bytes(
        &self,
        a: &[u8],
        b: Vec<u8>,
        c: Base64,
        d: Option<&[u8]>,
    ) -> Result<Vec<u8>, KindsError>;
    fn times(
        &self,
        a: DateTime,
        b: &DateTime,
        c: Option<DateTime>,
    ) -> Result<(DateTime, Option<DateTime>), KindsError>;
    fn records(
        &self,
        a: &Record,
        b: &[Record],
        c: Option<&Record>,
    ) -> Result<Vec<Record>, KindsError>;
    fn maps(
        &self,
        a: BTreeMap<String, Value>,
        b: &Value,
    ) -> Result<BTreeMap<String, Value>, KindsError>;
    fn shapes(&self, a: Shape, b: &[Shape], c: Id) -> Result<(Vec<Shape>, Id), KindsError>;
    fn optional(
        &self,
        a: Option<i32>,
        b: Option<Vec<String>>,
        c: Option<bool>,
    ) -> Result<Option<Option<bool>>, KindsError>;
    fn fail(&self, how: u8, text: &str) -> Result<i32, KindsError>;
    fn nothing(&self) -> Result<(), KindsError>;
}

struct Echo;

impl Kinds for Echo {
    fn integers(
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
        Ok((a, b, c, d, e, f, g, h))
    }
    fn scalars(
        &self,
        a: f32,
        b: f64,
        c: bool,
        d: char,
        (): (),
    ) -> Result<(f32, f64, bool, char), KindsError> {
        Ok((a, b, c, d))
    }
    fn texts(
        &self,
        a: &str,
        b: String,
        c: Cow<'_, str>,
        d: Option<&str>,
    ) -> Result<Vec<String>, KindsError> {
        Ok(vec![a.to_owned(), b, c.into_owned(), format!("{d:?}")])
    }
    fn bytes(
        &self,
        a: &[u8],
        b: Vec<u8>,
        c: Base64,
        d: Option<&[u8]>,
    ) -> Result<Vec<u8>, KindsError> {
        Ok([a, &b, format!("{c:?}").as_bytes(), d.unwrap_or(b"none")].concat())
    }
    fn times(
        &self,
        a: DateTime,
        b: &DateTime,
        c: Option<DateTime>,
    ) -> Result<(DateTime, Option<DateTime>), KindsError> {
        if a == *b { Err(KindsError::Fixed) } else { Ok((a, c)) }
    }
    fn records(
        &self,
        a: &Record,
        b: &[Record],
        c: Option<&Record>,
    ) -> Result<Vec<Record>, KindsError> {
        Ok(std::iter::once(a).chain(b).chain(c).cloned().collect())
    }
    fn maps(
        &self,
        mut a: BTreeMap<String, Value>,
        b: &Value,
    ) -> Result<BTreeMap<String, Value>, KindsError> {
        a.insert("b".to_owned(), b.clone());
        Ok(a)
    }
    fn shapes(&self, a: Shape, b: &[Shape], c: Id) -> Result<(Vec<Shape>, Id), KindsError> {
        Ok((std::iter::once(&a).chain(b).cloned().collect(), c))
    }
    fn optional(
        &self,
        a: Option<i32>,
        b: Option<Vec<String>>,
        c: Option<bool>,
    ) -> Result<Option<Option<bool>>, KindsError> {
        if a.is_some() && b.is_none() { Ok(None) } else { Ok(c.map(Some)) }
    }
    fn fail(&self, how: u8, text: &str) -> Result<i32, KindsError> {
        match how % 4 {
            0 => Ok(7),
            1 => Err(KindsError::Told(text.to_owned())),
            2 => Err(KindsError::Fixed),
            _ => Err(KindsError::Call(Fault::new(how.into(), text).into())),
        }
    }
    fn nothing(&self) -> Result<(), KindsError> {
        Ok(())
    }
}

/// A call that was made up.
#[derive(Debug, Clone)]
enum Call {
    Integers(Integers),
    Scalars(f32, f64, bool, char),
    Texts(String, Option<String>),
    Bytes(Vec<u8>, Option<Vec<u8>>),
    Times(DateTime, DateTime, Option<DateTime>),
    Records(Record, Vec<Record>, bool),
    Maps(BTreeMap<String, Value>, Value),
    Shapes(Vec<Shape>, u32),
    Optional(Option<i32>, Option<Vec<String>>, Option<bool>),
    Fail(u8, String),
    Nothing,
}

impl Call {
    /// What it gives, as text: the result, or the variant of the error and all that it holds.
    fn make(&self, kinds: &impl Kinds) -> String {
        match self.clone() {
            Call::Integers((a, b, c, d, e, f, g, h)) => {
                shown(kinds.integers(a, b, c, d, e, f, g, h))
            }
            Call::Scalars(a, b, c, d) => shown(kinds.scalars(a, b, c, d, ())),
            Call::Texts(a, d) => shown(kinds.texts(&a, a.clone(), Cow::Borrowed(&a), d.as_deref())),
            Call::Bytes(a, d) => shown(kinds.bytes(&a, a.clone(), a.clone().into(), d.as_deref())),
            Call::Times(a, b, c) => shown(kinds.times(a, &b, c)),
            Call::Records(a, b, c) => shown(kinds.records(&a, &b, c.then_some(&a))),
            Call::Maps(a, b) => shown(kinds.maps(a, &b)),
            Call::Shapes(b, c) => {
                let first = b.first().cloned().unwrap_or(Shape::Point);
                shown(kinds.shapes(first, &b, Id(c)))
            }
            Call::Optional(a, b, c) => shown(kinds.optional(a, b, c)),
            Call::Fail(how, text) => shown(kinds.fail(how, &text)),
            Call::Nothing => shown(kinds.nothing()),
        }
    }
}

/// What is shown of a call once its batch is answered.
type Later = Box<dyn FnOnce(&Answers) -> String>;

fn later<T: Debug + 'static>(ticket: Ticket<Result<T, KindsError>>) -> Later
where
    Result<T, KindsError>: Outcome,
{
    Box::new(move |all| shown(all.take(ticket)))
}

impl Call {
    /// Adds it to a batch.
    fn add(&self, batch: &mut KindsBatch<'_>) -> Later {
        match self.clone() {
            Call::Integers((a, b, c, d, e, f, g, h)) => {
                later(batch.integers(a, b, c, d, e, f, g, h))
            }
            Call::Scalars(a, b, c, d) => later(batch.scalars(a, b, c, d, ())),
            Call::Texts(a, d) => later(batch.texts(&a, a.clone(), Cow::Borrowed(&a), d.as_deref())),
            Call::Bytes(a, d) => later(batch.bytes(&a, a.clone(), a.clone().into(), d.as_deref())),
            Call::Times(a, b, c) => later(batch.times(a, &b, c)),
            Call::Records(a, b, c) => later(batch.records(&a, &b, c.then_some(&a))),
            Call::Maps(a, b) => later(batch.maps(a, &b)),
            Call::Shapes(b, c) => {
                let first = b.first().cloned().unwrap_or(Shape::Point);
                later(batch.shapes(first, &b, Id(c)))
            }
            Call::Optional(a, b, c) => later(batch.optional(a, b, c)),
            Call::Fail(how, text) => later(batch.fail(how, &text)),
            Call::Nothing => later(batch.nothing()),
        }
    }
}

fn shown<T: Debug>(outcome: Result<T, KindsError>) -> String {
    match outcome {
        // That of a remote call knows its method too.
        Err(KindsError::Call(error)) => format!("Err(Call({:?}))", error.into_fault()),
        outcome => format!("{outcome:?}"),
    }
}

/// Any text that XML can hold.
fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => prop::char::range(' ', '~'),
        1 => prop::sample::select(vec!['\t', '\n', '\r', '<', '&', '>', '"', ']', '\u{85}', '\u{2028}']),
        2 => any::<char>().prop_filter("no XML holds it", |c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')),
    ];
    vec(character, 0..24).prop_map(|letters| letters.into_iter().collect())
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("no form on the wire", |it| it.is_finite()),
        Just(-0.0),
        -1e3..1e3
    ]
}

fn time() -> impl Strategy<Value = DateTime> {
    (1..=9999u16, 1..=12u8, 1..=28u8, 0..24u8, 0..60u8, 0..60u8).prop_map(
        |(year, month, day, hour, minute, second)| {
            DateTime::new(year, month, day, hour, minute, second).expect("a date")
        },
    )
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Nil),
        any::<i32>().prop_map(Value::Int),
        any::<i64>().prop_map(Value::I8),
        any::<bool>().prop_map(Value::Bool),
        finite().prop_map(Value::Double),
        text().prop_map(Value::String),
        time().prop_map(Value::DateTime),
        vec(any::<u8>(), 0..20).prop_map(|bytes| Value::Base64(bytes.into())),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            btree_map(text(), inner, 0..4)
                .prop_map(|members| Value::Struct(members.into_iter().collect())),
        ]
    })
}

fn record() -> impl Strategy<Value = Record> {
    let flat = (any::<i32>(), text(), time(), option::of(text()), any::<(i32, bool)>()).prop_map(
        |(id, name, born, note, pair)| Record { id, name, born, note, pair, others: Vec::new() },
    );
    flat.prop_recursive(2, 6, 3, |inner| {
        (inner.clone(), vec(inner, 0..3)).prop_map(|(record, others)| Record { others, ..record })
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Point),
        finite().prop_map(Shape::Circle),
        (finite(), finite()).prop_map(|(width, height)| Shape::Rectangle { width, height }),
        any::<(i32, i32)>().prop_map(|(x, y)| Shape::Path(x, y)),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    // Beyond 63 bits nothing travels.
    let integers = any::<Integers>().prop_map(|mut all| {
        all.7 >>= 1;
        Call::Integers(all)
    });
    let float = any::<f32>().prop_filter("no form on the wire", |it| it.is_finite());
    let letter = any::<char>().prop_filter("no XML holds it", |c| {
        !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
    });
    let bytes = || vec(any::<u8>(), 0..40);
    prop_oneof![
        integers,
        (float, finite(), any::<bool>(), letter).prop_map(|(a, b, c, d)| Call::Scalars(a, b, c, d)),
        (text(), option::of(text())).prop_map(|(a, d)| Call::Texts(a, d)),
        (bytes(), option::of(bytes())).prop_map(|(a, d)| Call::Bytes(a, d)),
        (time(), time(), option::of(time())).prop_map(|(a, b, c)| Call::Times(a, b, c)),
        time().prop_map(|a| Call::Times(a, a, None)),
        (record(), vec(record(), 0..3), any::<bool>()).prop_map(|(a, b, c)| Call::Records(a, b, c)),
        (btree_map(text(), value(), 0..4), value()).prop_map(|(a, b)| Call::Maps(a, b)),
        (vec(shape(), 0..4), any::<u32>()).prop_map(|(b, c)| Call::Shapes(b, c)),
        (any::<Option<i32>>(), option::of(vec(text(), 0..3)), any::<Option<bool>>())
            .prop_map(|(a, b, c)| Call::Optional(a, b, c)),
        (any::<u8>(), text()).prop_map(|(how, text)| Call::Fail(how, text)),
        Just(Call::Nothing),
    ]
}

/// Enough for 1,000 calls on each path.
const CALLS: u32 = 1_200;

/// Holds a path, turned to by `turn`, against calls of the implementation itself.
fn agrees(turn: impl FnOnce(&KindsProxy<Echo>)) {
    let kinds = KindsProxy::local(Echo);
    turn(&kinds);
    held(|call| call.make(&kinds));
}

/// Holds what calls give against what they give of the implementation itself.
fn held(make: impl Fn(&Call) -> String) {
    let config = Config { cases: CALLS, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&call(), |call| {
        prop_assert_eq!(make(&call), call.make(&Echo));
        Ok(())
    });
    if let Err(difference) = outcome {
        panic!("{difference}");
    }
}

/// Holds batches on a path against calls of the implementation itself.
fn batches_agree(turn: impl FnOnce(&KindsProxy<Echo>)) {
    const BATCHES: u32 = 60;
    const CALLS_EACH: usize = 25;
    let kinds = KindsProxy::local(Echo);
    turn(&kinds);
    let config = Config { cases: BATCHES, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&vec(call(), CALLS_EACH), |calls| {
        let mut batch = kinds.batch();
        batch.at_most(CALLS_EACH / 2);
        let added: Vec<_> = calls.iter().map(|call| call.add(&mut batch)).collect();
        let all = batch.send().expect("an answer");
        for (call, later) in calls.iter().zip(added) {
            prop_assert_eq!(later(&all), call.make(&Echo));
        }
        Ok(())
    });
    if let Err(difference) = outcome {
        panic!("{difference}");
    }
}

#[test]
fn batches_in_the_process_are_as_local() {
    batches_agree(|_| {});
}

#[test]
fn batches_over_tcp_are_as_local() {
    let server = Server::bind("127.0.0.1:0").expect("a port");
    let server = server.mount(KindsService::new(Echo).inline()).spawn().expect("a server");
    batches_agree(|kinds| kinds.switch().remote(server.url()).expect("an endpoint"));
    server.stop();
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
    let server = server.mount(KindsService::new(Echo).inline()).spawn().expect("a server");
    agrees(|kinds| kinds.switch().remote(server.url()).expect("an endpoint"));
    server.stop();
}

#[cfg(unix)]
#[test]
fn remote_over_a_unix_socket_is_as_local() {
    let folder = std::env::temp_dir().join(format!("xmlrpc-parity-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let socket = folder.join("kinds.sock");
    let server = Server::bind_unix(&socket).expect("a socket");
    let server = server.mount(KindsService::new(Echo).inline()).spawn().expect("a server");
    let endpoint = format!("http+unix://{}", socket.display());
    agrees(|kinds| kinds.switch().remote(endpoint).expect("an endpoint"));
    server.stop();
    let _ = std::fs::remove_dir_all(folder);
}

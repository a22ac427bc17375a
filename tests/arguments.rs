//! Every kind of parameter and result gives the same on both paths.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used, clippy::ptr_arg, clippy::needless_lifetimes)]

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt::Debug,
    path::Path,
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    Base64, DateTime, Error, ErrorKind, Fault, Missing, Request, Response, Result, Router, Server,
    Transport, Value, service,
};

type Bytes = Vec<u8>;
type Answer<T> = Result<T>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Point {
    x: i32,
    #[serde(rename = "why")]
    y: Option<f64>,
    tags: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    Nothing,
    Circle(f64),
    Line(Point, Point),
    Box { at: Point, size: u8 },
}

/// One method for each way to take something.
#[service(namespace = "all", rename_all = "camelCase")]
trait All {
    fn nothing(&self) -> Result<()>;
    fn by_value(&self, a: String, b: Vec<i32>, c: Point, d: (i32, String)) -> Result<String>;
    fn borrowed(
        &self,
        text: &str,
        list: &[String],
        point: &Point,
        string: &String,
    ) -> Result<String>;
    fn optional_refs(
        &self,
        text: Option<&str>,
        list: Option<&[i32]>,
        point: Option<&Point>,
    ) -> Result<String>;
    fn cow<'a>(&self, text: Cow<'a, str>, list: Cow<'_, [i32]>) -> Result<String>;
    fn lifetimes<'a, 'b>(&'a self, text: &'b str) -> Answer<String>;
    fn trailing(&self, a: i32, b: Option<i32>, c: Option<String>, d: Option<i32>)
    -> Result<String>;
    fn numbers(
        &self,
        a: u8,
        b: i64,
        c: u64,
        d: f32,
        e: char,
        f: i16,
    ) -> Result<(u8, i64, u64, f32, char, i16)>;
    fn bytes(&self, a: &[u8], b: Bytes, c: Base64, d: Option<&[u8]>) -> Answer<Bytes>;
    fn maybe_bytes(&self, there: bool) -> Result<Option<Vec<u8>>>;
    fn path(&self, path: &Path) -> Result<bool>;
    fn shapes(&self, shapes: &[Shape]) -> Result<Vec<Shape>>;
    fn map(&self, map: &BTreeMap<String, Vec<Point>>) -> Result<HashMap<String, usize>>;
    fn value(&self, value: &Value) -> Result<Value>;
    fn date(&self, date: DateTime) -> Result<DateTime>;
    fn r#type(&self, r#in: i32) -> Result<i32>;
    fn unit_in(&self, unit: ()) -> Result<Option<()>>;
}

struct Here;

impl All for Here {
    fn nothing(&self) -> Result<()> {
        Ok(())
    }
    fn by_value(&self, a: String, b: Vec<i32>, c: Point, d: (i32, String)) -> Result<String> {
        Ok(format!("{a} {b:?} {c:?} {d:?}"))
    }
    fn borrowed(
        &self,
        text: &str,
        list: &[String],
        point: &Point,
        string: &String,
    ) -> Result<String> {
        Ok(format!("{text} {list:?} {point:?} {string}"))
    }
    fn optional_refs(
        &self,
        text: Option<&str>,
        list: Option<&[i32]>,
        point: Option<&Point>,
    ) -> Result<String> {
        Ok(format!("{text:?} {list:?} {point:?}"))
    }
    fn cow<'a>(&self, text: Cow<'a, str>, list: Cow<'_, [i32]>) -> Result<String> {
        Ok(format!("{text} {list:?}"))
    }
    fn lifetimes<'a, 'b>(&'a self, text: &'b str) -> Result<String> {
        Ok(text.to_uppercase())
    }
    fn trailing(
        &self,
        a: i32,
        b: Option<i32>,
        c: Option<String>,
        d: Option<i32>,
    ) -> Result<String> {
        Ok(format!("{a} {b:?} {c:?} {d:?}"))
    }
    fn numbers(
        &self,
        a: u8,
        b: i64,
        c: u64,
        d: f32,
        e: char,
        f: i16,
    ) -> Result<(u8, i64, u64, f32, char, i16)> {
        Ok((a, b, c, d, e, f))
    }
    fn bytes(&self, a: &[u8], b: Bytes, c: Base64, d: Option<&[u8]>) -> Result<Bytes> {
        Ok([a, &b, &c, d.unwrap_or_default()].concat())
    }
    fn maybe_bytes(&self, there: bool) -> Result<Option<Vec<u8>>> {
        Ok(there.then(|| vec![0, 255]))
    }
    fn path(&self, path: &Path) -> Result<bool> {
        Ok(path.is_absolute())
    }
    fn shapes(&self, shapes: &[Shape]) -> Result<Vec<Shape>> {
        Ok(shapes.iter().rev().cloned().collect())
    }
    fn map(&self, map: &BTreeMap<String, Vec<Point>>) -> Result<HashMap<String, usize>> {
        Ok(map.iter().map(|(name, points)| (name.clone(), points.len())).collect())
    }
    fn value(&self, value: &Value) -> Result<Value> {
        Ok(value.clone())
    }
    fn date(&self, date: DateTime) -> Result<DateTime> {
        Ok(date)
    }
    fn r#type(&self, r#in: i32) -> Result<i32> {
        Ok(-r#in)
    }
    fn unit_in(&self, (): ()) -> Result<Option<()>> {
        Ok(None)
    }
}

/// Asks both paths, and holds the answers against each other.
fn both<T: PartialEq + Debug>(call: impl Fn(&dyn All) -> Result<T>) -> T {
    let server =
        Server::bind("127.0.0.1:0").and_then(|server| server.mount(AllService::new(Here)).spawn());
    let server = server.expect("a server");
    let remote = AllClient::connect(server.url()).expect("an endpoint");
    let (local, remote) =
        (call(&Here).expect("the local path"), call(&remote).expect("the remote path"));
    assert_eq!(local, remote);
    server.stop();
    local
}

fn point() -> Point {
    Point { x: -1, y: Some(0.5), tags: vec!["<&>".to_owned(), String::new()] }
}

#[test]
fn values_and_borrows() {
    let text = "a <b> & 'c' \"d\" é 中 😀\nlines\r\n";
    both(|all| all.nothing());
    both(|all| all.by_value(text.to_owned(), vec![1, 2], point(), (3, "four".to_owned())));
    both(|all| all.borrowed(text, &["x".to_owned(), text.to_owned()], &point(), &"s".to_owned()));
    both(|all| all.borrowed("", &[], &Point { x: 0, y: None, tags: vec![] }, &String::new()));
    both(|all| all.cow(Cow::Borrowed(text), Cow::Owned(vec![1, 2])));
    both(|all| all.lifetimes(text));
    both(|all| all.path(Path::new("/tmp/x")));
    both(|all| all.r#type(5));
    both(|all| all.unit_in(()));
}

#[test]
fn optional_parameters() {
    for text in [None, Some("x")] {
        for list in [None, Some(&[1, 2][..])] {
            for point in [None, Some(&point())] {
                both(|all| all.optional_refs(text, list, point));
            }
        }
    }
    for (b, c, d) in [
        (None, None, None),
        (Some(1), None, None),
        (None, Some("c"), None),
        (None, None, Some(1)),
        (Some(1), Some("c"), Some(2)),
    ] {
        both(|all| all.trailing(0, b, c.map(str::to_owned), d));
    }
}

#[test]
fn numbers_bytes_and_trees() {
    both(|all| all.numbers(255, i64::MIN, 1 << 62, 1.5, '😀', -1));
    both(|all| all.bytes(b"", vec![], Base64::from(vec![1]), None));
    both(|all| all.bytes(b"\x00\xff", vec![1], Base64::from(vec![]), Some(&[9; 1000])));
    both(|all| all.maybe_bytes(true));
    both(|all| all.maybe_bytes(false));
    both(|all| {
        all.shapes(&[
            Shape::Nothing,
            Shape::Circle(0.1),
            Shape::Line(point(), point()),
            Shape::Box { at: point(), size: 3 },
        ])
    });
    both(|all| {
        all.map(&BTreeMap::from([("a".to_owned(), vec![point()]), (String::new(), vec![])]))
    });
    let date = DateTime::new(2024, 2, 29, 23, 59, 60).expect("a leap second");
    both(|all| all.date(date));
    both(|all| {
        all.value(&Value::Array(vec![
            Value::from(date),
            Value::Nil,
            Value::from(1.5),
            Value::from("x"),
        ]))
    });
}

/// A transport that hands the call to a router in this process, and remembers what was sent.
struct Recorded(Router, std::sync::Mutex<String>);

impl Transport for Recorded {
    fn call(&self, request: &Request<'_>) -> Result<Response> {
        *self.1.lock().expect("one call") =
            String::from_utf8(request.body.to_vec()).expect("UTF-8");
        let mut body = Vec::new();
        self.0.handle(request.body, None, &mut body);
        Ok(Response::new(body))
    }
    fn describe(&self) -> String {
        "recorded".to_owned()
    }
}

fn recorded() -> Recorded {
    let mut router = Router::new();
    router.mount(AllService::new(Here)).expect("no clash");
    Recorded(router, std::sync::Mutex::default())
}

#[test]
fn trailing_nones_stay_off_the_wire_and_bytes_are_base64() {
    let transport = recorded();
    let all = AllClient::new(&transport);
    let sent = || transport.1.lock().expect("one call").clone();

    all.trailing(7, None, None, None).expect("an answer");
    assert_eq!(
        sent(),
        "<?xml version=\"1.0\"?><methodCall><methodName>all.trailing</methodName><params>\
         <param><value><int>7</int></value></param></params></methodCall>"
    );
    all.trailing(7, None, Some("c".to_owned()), None).expect("an answer");
    assert!(
        sent().contains("<int>7</int></value></param><param><value><nil/></value></param><param>"),
        "{}",
        sent()
    );
    assert!(
        sent().ends_with("<string>c</string></value></param></params></methodCall>"),
        "{}",
        sent()
    );

    all.bytes(b"", vec![1, 2], Base64::from(vec![]), Some(b"x")).expect("an answer");
    assert_eq!(sent().matches("<base64>").count(), 4, "{}", sent());
    all.nothing().expect("an answer");
    assert!(sent().ends_with("<params></params></methodCall>"), "{}", sent());
    all.r#type(1).expect("an answer");
    assert!(sent().contains("<methodName>all.type</methodName>"), "{}", sent());
}

#[test]
fn wrong_calls_are_told_what_is_wrong() {
    let transport = recorded();
    let ask = |method: &str, params: &str| -> Error {
        let call = format!(
            "<methodCall><methodName>{method}</methodName><params>{params}</params></methodCall>"
        );
        let mut out = Vec::new();
        transport.0.handle(call.as_bytes(), None, &mut out);
        let text = String::from_utf8(out).expect("UTF-8");
        xmlrpc_proxy::wire::read_response::<Value>(&text, xmlrpc_proxy::wire::Limits::default())
            .expect_err(&text)
    };
    let one = "<param><value><int>1</int></value></param>";
    for (method, params, code, words) in [
        ("all.trailing", "", Fault::WRONG_PARAMS, "params[0]"),
        ("all.trailing", &one.repeat(5), Fault::WRONG_PARAMS, "4"),
        ("all.nothing", one, Fault::WRONG_PARAMS, "0"),
        ("all.lifetimes", one, Fault::WRONG_PARAMS, "string"),
        ("all.shapes", one, Fault::WRONG_PARAMS, "array"),
        ("all.none", "", Fault::NO_SUCH_METHOD, "all.none"),
    ] {
        let error = ask(method, params);
        assert_eq!(error.kind(), ErrorKind::Fault);
        let fault = error.fault().expect("a fault");
        assert_eq!(fault.code, code, "{fault}");
        assert!(fault.message.contains(words), "{method}: {fault}");
    }
}

#[test]
fn a_stub_over_nothing_is_an_implementation_too() {
    let error = AllClient::new(Missing).nothing().expect_err("nothing is there");
    assert_eq!(error.kind(), ErrorKind::Mode);
}

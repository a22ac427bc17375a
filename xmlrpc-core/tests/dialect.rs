//! What goes on the wire in each dialect.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use std::collections::BTreeMap;

use serde::Serialize;
use xmlrpc_core::{
    DateTime, Error, ErrorKind, Remote, Request, Response, Router, Transport, Value, value,
    wire::{
        CallReader, CallWriter, DateForm, Dialect, I8Use, Limits, NilUse, Reading, ResponseWriter,
        Tolerance, read_response, read_response_bytes,
    },
};

fn write<T: Serialize + ?Sized>(value: &T, dialect: Dialect) -> Result<String, Error> {
    let mut out = Vec::new();
    ResponseWriter::new(&mut out).dialect(dialect).result(value)?;
    Ok(String::from_utf8(out).unwrap())
}

/// What stands in the `<value>` of a result.
fn wire<T: Serialize + ?Sized>(value: &T, dialect: Dialect) -> String {
    let text = write(value, dialect).unwrap();
    let (_, text) = text.split_once("<param><value>").unwrap();
    text.split_once("</value></param>").unwrap().0.to_owned()
}

fn date() -> DateTime {
    "19980717T14:08:55.5+02:00".parse().unwrap()
}

#[test]
fn i8() {
    let needed = Dialect::new();
    let (always, never) = (needed.i8(I8Use::Always), needed.i8(I8Use::Never));
    for (dialect, five, explicit, small) in [
        (needed, "<int>5</int>", "<i8>5</i8>", "<int>5</int>"),
        (always, "<i8>5</i8>", "<i8>5</i8>", "<int>5</int>"),
        (never, "<int>5</int>", "<int>5</int>", "<int>5</int>"),
        (always.prefixed(true), "<ex:i8>5</ex:i8>", "<ex:i8>5</ex:i8>", "<int>5</int>"),
    ] {
        assert_eq!(wire(&5i64, dialect), five);
        assert_eq!(wire(&5u32, dialect), five);
        assert_eq!(wire(&5u64, dialect), five);
        assert_eq!(wire(&5i128, dialect), five);
        assert_eq!(wire(&Value::I8(5), dialect), explicit);
        assert_eq!(wire(&5i32, dialect), small);
        assert_eq!(wire(&5u8, dialect), small);
        assert_eq!(wire(&Value::Int(5), dialect), small);
    }
    assert_eq!(wire(&u32::MAX, needed), "<i8>4294967295</i8>");
    let error = write(&BTreeMap::from([("a", [0, 1i64 << 31])]), never).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (
            ErrorKind::Range,
            "a[1]: 2147483648 needs an i8, which is not sent in this dialect".to_owned()
        )
    );
    assert_eq!(wire(&i64::from(i32::MIN), never), "<int>-2147483648</int>");
}

#[test]
fn nil() {
    let never = Dialect::new().nil(NilUse::Never);
    assert_eq!(wire(&None::<i32>, Dialect::new()), "<nil/>");
    assert_eq!(
        wire(&((), Some(1)), Dialect::new().prefixed(true))
            .matches("<value><ex:nil/></value>")
            .count(),
        1
    );
    for error in [
        write(&value!({ "a": [1, nil] }), never),
        write(&BTreeMap::from([("a", (1, None::<i32>))]), never),
        write(&BTreeMap::from([("a", (1, ()))]), never),
    ] {
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.path().as_deref()), (ErrorKind::Range, Some("a[1]")));
    }
    assert!(write(&(), never).is_err());
    assert!(write(&Some(1), never).is_ok());
}

#[test]
fn parameters_that_are_none_need_no_nil_at_the_end() {
    let mut call = CallWriter::new("m").dialect(Dialect::specification());
    call.param(&1).unwrap();
    call.param(&None::<i32>).unwrap();
    call.bytes_param(&None::<Vec<u8>>).unwrap();
    let error = call.param(&2).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("params[1]"));
    let text = String::from_utf8(call.finish()).unwrap();
    assert!(
        text.ends_with("<params><param><value><int>1</int></value></param></params></methodCall>"),
        "{text}"
    );
}

#[test]
fn dates() {
    let extended = Dialect::new().date(DateForm::Extended);
    assert_eq!(
        wire(&date(), Dialect::new()),
        "<dateTime.iso8601>19980717T14:08:55.5+02:00</dateTime.iso8601>"
    );
    assert_eq!(
        wire(&date(), extended),
        "<dateTime.iso8601>1998-07-17T14:08:55.5+02:00</dateTime.iso8601>"
    );
    let zero: DateTime = "00000000T00:00:00".parse().unwrap();
    assert_eq!(wire(&zero, extended), "<dateTime.iso8601>0000-00-00T00:00:00</dateTime.iso8601>");
}

#[test]
fn the_prefix_is_declared_in_the_root() {
    let namespace = " xmlns:ex=\"http://ws.apache.org/xmlrpc/namespaces/extensions\"";
    let text = write(&1, Dialect::apache()).unwrap();
    assert!(
        text.starts_with(&format!("<?xml version=\"1.0\"?><methodResponse{namespace}><params>")),
        "{text}"
    );
    let mut out = b"<methodResponse>".to_vec();
    ResponseWriter::new(&mut out).dialect(Dialect::apache()).result(&1).unwrap();
    assert!(out.starts_with(b"<methodResponse><?xml"));
    for call in [
        CallWriter::new("<methodCall>").dialect(Dialect::apache()),
        CallWriter::with_head(
            "<?xml version=\"1.0\"?><methodCall><methodName>m</methodName><params>",
        )
        .dialect(Dialect::apache()),
    ] {
        let text = String::from_utf8(call.finish()).unwrap();
        assert!(
            text.starts_with(&format!(
                "<?xml version=\"1.0\"?><methodCall{namespace}><methodName>"
            )),
            "{text}"
        );
        assert_eq!(text.matches(namespace).count(), 1);
    }
}

#[test]
fn every_dialect_is_read_back() {
    let value = value!({
        "int": 5, "i8": Value::I8(5), "large": 1i64 << 40, "nil": [nil, {}], "date": date(), "text": "ex:nil",
    });
    for prefixed in [false, true] {
        for date in [DateForm::Basic, DateForm::Extended] {
            for i8 in [I8Use::WhereNeeded, I8Use::Always] {
                let dialect = Dialect::new().prefixed(prefixed).date(date).i8(i8);
                let text = write(&value, dialect).unwrap();
                assert_eq!(read_response::<Value>(&text, Limits::default()).unwrap(), value);
            }
        }
    }
}

/// Answers every call with its own parameters, and has a dialect and a way to read of its own.
struct Echo(Dialect, Tolerance);

impl Transport for Echo {
    fn call(&self, request: &Request<'_>) -> Result<Response, Error> {
        let text = std::str::from_utf8(request.body).unwrap();
        let mut call = CallReader::new(text, Limits::default())?;
        let mut params = Vec::<Value>::new();
        while call.has_param()? {
            params.push(call.param()?);
        }
        let mut out = b"Warning!".to_vec();
        ResponseWriter::new(&mut out).result(&params)?;
        Ok(Response::new(out))
    }
    fn describe(&self) -> String {
        "echo".to_owned()
    }
    fn dialect(&self) -> Dialect {
        self.0
    }
    fn reading(&self) -> Reading {
        self.1.into()
    }
}

#[test]
fn a_transport_chooses_what_is_written_and_how_answers_are_read() {
    use xmlrpc_core::{ByValue as _, Method, Outgoing};

    static METHOD: Method = Method::new(
        "m",
        0,
        "<?xml version=\"1.0\"?><methodCall><methodName>m</methodName><params>",
    );
    let call = |dialect, tolerance, param: &Option<i64>| {
        let remote = Remote::new(std::sync::Arc::new(Echo(dialect, tolerance)));
        let mut call = Outgoing::to(&METHOD, &&remote);
        vec![*param].write_param(&mut call);
        call.send::<Vec<Vec<Value>>>(&&remote)
    };
    let tolerant = Tolerance::default().surroundings(true);
    assert_eq!(call(Dialect::new(), tolerant, &Some(5)).unwrap(), [[Value::Int(5)]]);
    assert_eq!(call(Dialect::apache(), tolerant, &Some(5)).unwrap(), [[Value::I8(5)]]);
    assert_eq!(
        call(Dialect::new(), Tolerance::default(), &Some(5)).unwrap_err().kind(),
        ErrorKind::Root
    );
    let error = call(Dialect::specification(), tolerant, &None).unwrap_err();
    assert_eq!(error.to_string(), "m: params[0][0]: nil is not sent in this dialect");
}

#[test]
fn a_router_answers_in_its_dialect() {
    let router = Router::new().dialect(Dialect::apache());
    let call = "<methodCall><methodName>system.listMethods</methodName></methodCall>";
    let mut out = Vec::new();
    router.handle(call.as_bytes(), None, &mut out);
    assert!(String::from_utf8(out.clone()).unwrap().contains("<methodResponse xmlns:ex="));
    assert!(read_response_bytes::<Vec<String>>(&out, None, Limits::default()).is_ok());
}

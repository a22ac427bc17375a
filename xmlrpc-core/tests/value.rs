//! Values: literals, conversions, and the way to typed values and back.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt::Debug,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xmlrpc_core::{
    Base64, DateTime, Error, ErrorKind, Struct, Value, from_value, to_value, value,
    wire::{Limits, ResponseWriter, read_response},
};

fn date() -> DateTime {
    "19980717T14:08:55.5+02:00".parse().unwrap()
}

fn through_the_wire(value: &Value) -> Value {
    let mut out = Vec::new();
    ResponseWriter::new(&mut out).result(value).unwrap();
    read_response(std::str::from_utf8(&out).unwrap(), Limits::default()).unwrap()
}

#[test]
fn literals() {
    let (name, list) = ("x", vec![1, 2]);
    let value = value!({
        "nil": nil,
        "array": [nil, [], {}, [nil], {"a": {"b": []}}, -1, 1 + 2, list.len() as i64, list,],
        name: name,
        ("y".repeat(2)): [1, 2][1],
        "block": { "deep": if name == "x" { 1.5 } else { 0.0 } },
        "twice": 1,
        "twice": "last",
    });
    let names: Vec<_> = value.as_struct().unwrap().iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["nil", "array", "x", "yy", "block", "twice"]);
    assert!(value["nil"].is_nil());
    assert_eq!(value["array"].as_array().map(<[_]>::len), Some(9));
    assert_eq!(value["array"][1], Value::Array(vec![]));
    assert_eq!(value["array"][2], Value::Struct(Struct::new()));
    assert_eq!(value["array"][4]["a"]["b"], value!([]));
    assert_eq!(value["array"][5], -1);
    assert_eq!(value["array"][7], Value::Int(2));
    assert_eq!(value["array"][8][1], 2);
    assert_eq!(value["x"], "x");
    assert_eq!(value["yy"], 2);
    assert_eq!(value["block"]["deep"], 1.5);
    assert_eq!(value["twice"], "last");
    assert_eq!(value!(nil), Value::Nil);
    assert_eq!(value!(None::<i32>), Value::Nil);
    assert_eq!(value!(&b"hi"[..]).as_bytes(), Some(&b"hi"[..]));
}

#[test]
fn a_part_that_is_not_there_is_nil() {
    let mut value = value!({ "a": [1, { "b": 2 }] });
    assert_eq!(value["a"][1]["b"], 2);
    for missing in [&value["x"], &value["a"][2], &value["a"]["b"], &value[0], &value["x"]["y"][3]] {
        assert!(missing.is_nil());
    }
    assert_eq!(value.get("a").and_then(|a| a.get(0)), Some(&Value::Int(1)));
    assert_eq!(value.get(&"b".to_owned()), None);
    *value.get_mut("a").unwrap().get_mut(0).unwrap() = value!("new");
    value["a"].as_array().unwrap();
    value.get_mut("a").and_then(Value::as_array_mut).unwrap().push(value!(3));
    value.as_struct_mut().unwrap().insert("c", nothing());
    assert_eq!(value, value!({ "a": ["new", { "b": 2 }, 3], "c": nil }));
    assert_eq!(value.get_mut("a").unwrap().take()[2], 3);
    assert!(value["a"].is_nil());
}

fn nothing() -> Option<i32> {
    None
}

fn there_and_back<T>(given: T, value: Value)
where
    T: Into<Value> + TryFrom<Value, Error = Error> + PartialEq + Debug + Clone,
{
    assert_eq!(given.clone().into(), value);
    assert_eq!(T::try_from(value).unwrap(), given);
}

#[test]
fn conversions() {
    there_and_back(-128i8, Value::Int(-128));
    there_and_back(300i16, Value::Int(300));
    there_and_back(i32::MIN, Value::Int(i32::MIN));
    there_and_back(5i64, Value::Int(5));
    there_and_back(i64::MIN, Value::I8(i64::MIN));
    there_and_back(255u8, Value::Int(255));
    there_and_back(u16::MAX, Value::Int(65535));
    there_and_back(u32::MAX, Value::I8(4_294_967_295));
    there_and_back(true, Value::Bool(true));
    there_and_back(-0.5, Value::Double(-0.5));
    there_and_back('é', Value::String("é".to_owned()));
    there_and_back("a".to_owned(), Value::String("a".to_owned()));
    there_and_back(date(), Value::DateTime(date()));
    there_and_back(vec![0u8, 255], Value::Base64(Base64(vec![0, 255])));
    there_and_back(Base64(vec![1]), Value::Base64(Base64(vec![1])));
    there_and_back((), Value::Nil);
    there_and_back(vec![1, 2], value!([1, 2]));
    there_and_back(vec!["a".to_owned()], value!(["a"]));
    there_and_back(vec![0.5], value!([0.5]));
    there_and_back(Struct::from_iter([("a", 1)]), value!({ "a": 1 }));
    assert_eq!(Value::from(Cow::Borrowed("a")), "a");
    assert_eq!(Value::from(&[1i32, 2][..]), value!([1, 2]));
    assert_eq!(Value::from(BTreeMap::from([("a", 1)])), value!({ "a": 1 }));
    assert_eq!(Value::from(HashMap::from([("a", Some(1))])), value!({ "a": 1 }));
    assert_eq!(Value::from_iter([("a", 1)]), value!({ "a": 1 }));
    assert_eq!((1..4).collect::<Value>(), value!([1, 2, 3]));
    assert_eq!(Value::try_from(5usize).unwrap(), Value::Int(5));
    assert_eq!(Value::try_from(u64::MAX).unwrap_err().kind(), ErrorKind::Range);
    assert_eq!(Value::try_from(i128::MIN).unwrap_err().kind(), ErrorKind::Range);
    let value = value!({ "a": "text", "b": [1, "x"] });
    assert_eq!(<&str>::try_from(&value["a"]).unwrap(), "text");
    assert_eq!(<&[Value]>::try_from(&value["b"]).unwrap().len(), 2);
    assert_eq!(u8::try_from(&value["b"][0]).unwrap(), 1);
    let error = u8::try_from(&value!(256)).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (ErrorKind::Range, "256 is out of the range of u8".to_owned())
    );
    let error = Vec::<i32>::try_from(value!([1, "x"])).unwrap_err();
    assert_eq!(error.to_string(), "[1]: expected an int, found a string");
    for error in [
        i32::try_from(value!(1.0)).unwrap_err(),
        bool::try_from(value!(1)).unwrap_err(),
        char::try_from(value!("ab")).unwrap_err(),
        String::try_from(value!(date())).unwrap_err(),
        Vec::<u8>::try_from(value!([1])).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Type);
    }
}

#[test]
fn an_i8_stays_one_and_an_i64_is_an_int_if_it_fits() {
    for value in [Value::I8(5), Value::I8(i64::MAX), Value::Int(5), value!([Value::I8(0)])] {
        assert_eq!(through_the_wire(&value), value);
        assert_eq!(to_value(&value).unwrap(), value);
        assert_eq!(from_value::<Value>(&value).unwrap(), value);
    }
    assert_eq!(to_value(&5i64).unwrap(), Value::Int(5));
    assert_eq!(value!(5i64), Value::Int(5));
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Everything {
    int: i64,
    small: u8,
    wide: i128,
    double: f64,
    single: f32,
    flag: bool,
    letter: char,
    text: String,
    date: DateTime,
    bytes: Base64,
    list: Vec<u8>,
    pair: (i32, String),
    unit: (),
    none: Option<i32>,
    some: Option<Option<String>>,
    map: BTreeMap<i16, Kind>,
    flags: BTreeMap<bool, Vec<Kind>>,
    any: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    Unit,
    Newtype(i32),
    Tuple(i32, String),
    Struct { a: Option<i8> },
}

fn everything() -> Everything {
    Everything {
        int: 1 << 40,
        small: 255,
        wide: -7,
        double: 0.1,
        single: 0.25,
        flag: true,
        letter: '<',
        text: "a\r\n&".to_owned(),
        date: date(),
        bytes: Base64(vec![0, 255]),
        list: vec![1, 2],
        pair: (-1, String::new()),
        unit: (),
        none: None,
        some: Some(Some("x".to_owned())),
        map: BTreeMap::from([(-3, Kind::Unit), (4, Kind::Newtype(1))]),
        flags: BTreeMap::from([(
            true,
            vec![Kind::Tuple(1, "b".to_owned()), Kind::Struct { a: None }],
        )]),
        any: value!({ "i8": Value::I8(5), "date": date(), "nil": nil }),
    }
}

#[test]
fn typed_values_and_values_go_both_ways_as_over_the_wire() {
    let value = to_value(&everything()).unwrap();
    assert_eq!(through_the_wire(&value), value);
    let mut out = Vec::new();
    ResponseWriter::new(&mut out).result(&everything()).unwrap();
    let text = std::str::from_utf8(&out).unwrap();
    assert_eq!(read_response::<Value>(text, Limits::default()).unwrap(), value);
    assert_eq!(from_value::<Everything>(&value).unwrap(), everything());
}

#[test]
fn from_value_takes_what_the_wire_reader_takes() {
    fn same<T: DeserializeOwned + PartialEq + Debug>(value: Value) {
        let mut out = Vec::new();
        ResponseWriter::new(&mut out).result(&value).unwrap();
        let read = read_response::<T>(std::str::from_utf8(&out).unwrap(), Limits::default());
        match (from_value::<T>(&value), read) {
            (Ok(typed), Ok(read)) => assert_eq!(typed, read),
            (Err(typed), Err(read)) => {
                assert_eq!(
                    (typed.kind(), typed.path()),
                    (read.kind(), read.path()),
                    "{typed} {read}"
                );
            }
            (typed, read) => panic!("{typed:?} is not {read:?}"),
        }
    }
    for value in [
        value!(nil),
        value!(5),
        value!(-5),
        Value::I8(5),
        Value::I8(1 << 53),
        Value::I8((1 << 53) + 1),
        value!(true),
        value!(1.5),
        value!(1e300),
        value!("x"),
        value!("Unit"),
        value!("Nope"),
        value!(date()),
        value!(vec![1u8, 2]),
        value!([1, 2]),
        value!([1, 2, 3]),
        value!([1, "x"]),
        value!([]),
        value!({}),
        value!({ "Newtype": 1 }),
        value!({ "Newtype": "x" }),
        value!({ "Struct": { "a": 300 } }),
        value!({ "Tuple": [1, "b"] }),
        value!({ "Tuple": [1] }),
        value!({ "Unit": nil, "Newtype": 1 }),
        value!({ "1": [true] }),
    ] {
        same::<i8>(value.clone());
        same::<u64>(value.clone());
        same::<i128>(value.clone());
        same::<f32>(value.clone());
        same::<f64>(value.clone());
        same::<bool>(value.clone());
        same::<char>(value.clone());
        same::<String>(value.clone());
        same::<DateTime>(value.clone());
        same::<Base64>(value.clone());
        same::<Vec<u8>>(value.clone());
        same::<(i32, i32)>(value.clone());
        same::<()>(value.clone());
        same::<Option<i32>>(value.clone());
        same::<Kind>(value.clone());
        same::<BTreeMap<u8, Vec<bool>>>(value.clone());
        same::<HashMap<String, Value>>(value.clone());
        same::<Everything>(value);
    }
    same::<Everything>(value!({ "int": 1, "small": 256 }));
    same::<Everything>(value!({ "int": 1, "map": { "x": "Unit" } }));
    same::<Everything>(value!({ "int": 1, "flags": { "yes": [] } }));
}

#[test]
fn borrows_where_it_can_and_says_where_it_cannot_read() {
    let value = value!({ "a": ["text", vec![1u8]] });
    let read: BTreeMap<&str, (&str, &serde_bytes::Bytes)> = from_value(&value).unwrap();
    assert_eq!(read["a"].0, "text");
    let error = from_value::<BTreeMap<&str, Vec<i32>>>(&value).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("a[0]"));
    let error = to_value(&BTreeMap::from([("a", vec![(1u64, u64::MAX)])])).unwrap_err();
    assert_eq!((error.kind(), error.path().as_deref()), (ErrorKind::Range, Some("a[0][1]")));
    assert_eq!(to_value(&BTreeMap::from([((1, 2), 3)])).unwrap_err().kind(), ErrorKind::Type);
}

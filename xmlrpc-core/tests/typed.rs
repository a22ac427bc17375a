//! serde's data model on the wire: what is written, and that it is read back.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Debug,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;
use xmlrpc_core::{
    Base64, DateTime, Error, ErrorKind, Value, from_value, value,
    wire::{CallReader, CallWriter, Limits, ResponseWriter, read_response, read_response_bytes},
};

fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut out = Vec::new();
    ResponseWriter::new(&mut out).result(value)?;
    Ok(String::from_utf8(out).expect("what is written is UTF-8"))
}

/// The `<value>` of a result.
fn value_of<T: Serialize + ?Sized>(value: &T) -> String {
    let text = write(value).expect("the value has a form");
    text.strip_prefix("<?xml version=\"1.0\"?><methodResponse><params><param><value>")
        .and_then(|text| text.strip_suffix("</value></param></params></methodResponse>"))
        .expect("the envelope of a result")
        .to_owned()
}

fn read<T: DeserializeOwned>(value: &str) -> Result<T, Error> {
    let text = format!("<methodResponse><params><param>{value}</param></params></methodResponse>");
    read_response(&text, Limits::default())
}

/// Writes the value, compares what was written, and reads it back.
fn both_ways<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, wire: &str) {
    assert_eq!(value_of(&value), wire);
    assert_eq!(read::<T>(&format!("<value>{wire}</value>")).expect("it reads back"), value);
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Person {
    id: i32,
    name: String,
    born: Option<DateTime>,
    photo: Base64,
    tags: Vec<String>,
    scores: BTreeMap<String, f64>,
    kind: Kind,
    home: (f64, f64),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Kind {
    Unit,
    Newtype(Box<Kind>),
    Tuple(i8, String),
    Struct { a: u64, b: Option<bool> },
}

fn person() -> Person {
    Person {
        id: 7,
        name: "Günter <&> \r\n".to_owned(),
        born: "19980717T14:08:55+02:00".parse().ok(),
        photo: Base64(vec![0, 1, 255]),
        tags: vec![String::new(), " x ".to_owned()],
        scores: BTreeMap::from([("".to_owned(), -0.0), ("é".to_owned(), 1e300)]),
        kind: Kind::Newtype(Box::new(Kind::Struct { a: 1 << 40, b: None })),
        home: (0.1, f64::MIN_POSITIVE),
    }
}

#[test]
fn scalars() {
    both_ways(1i32, "<int>1</int>");
    both_ways(i32::MIN, "<int>-2147483648</int>");
    both_ways(5i64, "<int>5</int>");
    both_ways(i64::MIN, "<i8>-9223372036854775808</i8>");
    both_ways(u32::MAX, "<i8>4294967295</i8>");
    both_ways(255u8, "<int>255</int>");
    both_ways(-129i16, "<int>-129</int>");
    both_ways(i128::from(i64::MAX), "<i8>9223372036854775807</i8>");
    both_ways(true, "<boolean>1</boolean>");
    both_ways(false, "<boolean>0</boolean>");
    both_ways(1.5f64, "<double>1.5</double>");
    both_ways(-3.0f64, "<double>-3.0</double>");
    both_ways(1e-7f64, "<double>0.0000001</double>");
    both_ways(0.25f32, "<double>0.25</double>");
    both_ways('é', "<string>é</string>");
    both_ways(String::new(), "<string></string>");
    both_ways((), "<nil/>");
    both_ways(Some(1), "<int>1</int>");
    both_ways(None::<i32>, "<nil/>");
    both_ways(
        DateTime::new(1998, 7, 17, 14, 8, 55).unwrap(),
        "<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>",
    );
}

#[test]
fn compounds() {
    both_ways(Vec::<i32>::new(), "<array><data></data></array>");
    both_ways(
        (1, "a".to_owned()),
        "<array><data><value><int>1</int></value><value><string>a</string></value></data></array>",
    );
    both_ways(
        HashMap::from([(-5, true)]),
        "<struct><member><name>-5</name><value><boolean>1</boolean></value></member></struct>",
    );
    both_ways(BTreeMap::<String, i32>::new(), "<struct></struct>");
    both_ways(ByteBuf::from(vec![104, 105]), "<base64>aGk=</base64>");
    both_ways(Base64(vec![]), "<base64></base64>");
    both_ways(vec![1u8], "<array><data><value><int>1</int></value></data></array>");
}

#[test]
fn enums() {
    both_ways(Kind::Unit, "<string>Unit</string>");
    both_ways(
        Kind::Newtype(Box::new(Kind::Unit)),
        "<struct><member><name>Newtype</name><value><string>Unit</string></value></member></struct>",
    );
    both_ways(
        Kind::Tuple(-1, "x".to_owned()),
        "<struct><member><name>Tuple</name><value><array><data><value><int>-1</int></value>\
         <value><string>x</string></value></data></array></value></member></struct>",
    );
    both_ways(
        Kind::Struct { a: 1, b: Some(true) },
        "<struct><member><name>Struct</name><value><struct><member><name>a</name><value><int>1</int>\
         </value></member><member><name>b</name><value><boolean>1</boolean></value></member></struct>\
         </value></member></struct>",
    );
}

#[test]
fn nested_types_survive() {
    let text = write(&vec![person(); 3]).unwrap();
    assert_eq!(read_response::<Vec<Person>>(&text, Limits::default()).unwrap(), vec![person(); 3]);
    // And by way of a value, which is typed as the text is.
    let value: Value = read_response(&text, Limits::default()).unwrap();
    assert_eq!(write(&value).unwrap(), text);
    assert_eq!(value[0]["born"], Value::DateTime(person().born.unwrap()));
    assert_eq!(value[0]["photo"].as_bytes(), Some(&[0, 1, 255][..]));
}

#[test]
fn doubles_survive_to_the_bit_and_have_no_exponent() {
    for bits in (0..2000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
        let double = f64::from_bits(bits);
        if !double.is_finite() {
            continue;
        }
        let text = value_of(&double);
        let digits = &text["<double>".len()..text.len() - "</double>".len()];
        assert!(digits.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-'), "{text}");
        assert_eq!(read::<f64>(&format!("<value>{text}</value>")).unwrap().to_bits(), bits);
    }
}

#[test]
fn bytes_are_read_from_either_form() {
    let array = "<value><array><data><value><int>104</int></value><value><i4>105</i4></value></data></array></value>";
    let base64 = "<value><base64>aGk=</base64></value>";
    for wire in [array, base64] {
        assert_eq!(read::<Vec<u8>>(wire).unwrap(), b"hi");
        assert_eq!(read::<Base64>(wire).unwrap().as_ref(), b"hi");
        assert_eq!(read::<ByteBuf>(wire).unwrap().as_ref(), b"hi");
        assert_eq!(read::<[u8; 2]>(wire).unwrap(), *b"hi");
        assert!(read::<(u8,)>(wire).is_err());
        assert!(read::<[u8; 3]>(wire).is_err());
    }
    assert!(read::<Vec<u8>>("<value><string>aGk=</string></value>").is_err());
}

#[test]
fn byte_parameters_and_results_are_base64() {
    let bytes: Vec<u8> = (0..=255).cycle().take(2000).collect();
    let mut call = CallWriter::new("m");
    call.bytes_param(&bytes).unwrap();
    call.bytes_param(&b"hi"[..]).unwrap();
    call.bytes_param(&Vec::<u8>::new()).unwrap();
    call.bytes_param(&Some(b"hi".to_vec())).unwrap();
    call.bytes_param(&None::<Vec<u8>>).unwrap();
    let text = String::from_utf8(call.finish()).unwrap();
    assert_eq!(text.matches("<base64>").count(), 4);
    assert!(text.contains("<value><base64>aGk=</base64></value>"));
    let mut call = CallReader::new(&text, Limits::default()).unwrap();
    assert_eq!(call.param::<Vec<u8>>().unwrap(), bytes);
    assert_eq!(call.param::<Vec<u8>>().unwrap(), b"hi");
    assert_eq!(call.param::<Vec<u8>>().unwrap(), b"");
    assert_eq!(call.param::<Option<Vec<u8>>>().unwrap().unwrap(), b"hi");
    assert_eq!(call.param::<Option<Vec<u8>>>().unwrap(), None);
    call.finish().unwrap();

    let mut out = b"before".to_vec();
    ResponseWriter::new(&mut out).bytes_result(&b"hi".to_vec()).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("<param><value><base64>aGk="));
}

#[test]
fn trailing_nones_stay_off_the_wire() {
    let mut call = CallWriter::new("m");
    call.param(&None::<i32>).unwrap();
    call.param(&1).unwrap();
    call.param(&None::<i32>).unwrap();
    call.param(&None::<i32>).unwrap();
    let text = String::from_utf8(call.finish()).unwrap();
    assert_eq!(
        text,
        "<?xml version=\"1.0\"?><methodCall><methodName>m</methodName><params><param><value><nil/></value>\
         </param><param><value><int>1</int></value></param></params></methodCall>"
    );
    let mut call = CallReader::new(&text, Limits::default()).unwrap();
    assert_eq!(call.param::<Option<i32>>().unwrap(), None);
    assert_eq!(call.param::<i32>().unwrap(), 1);
    assert_eq!(call.param::<Option<String>>().unwrap(), None);
    let missing = call.param::<String>().unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Params);
    assert_eq!(missing.path().as_deref(), Some("params[3]"));
    call.finish().unwrap();
}

#[test]
fn a_unit_parameter_is_not_left_out() {
    let mut call = CallWriter::new("m");
    call.param(&()).unwrap();
    call.param(&Value::Nil).unwrap();
    let text = String::from_utf8(call.finish()).unwrap();
    assert_eq!(text.matches("<nil/>").count(), 2);
}

#[test]
fn texts_are_borrowed_where_nothing_was_escaped() {
    let text = "<methodCall><methodName>hello</methodName><params><param><value><string>Greg</string></value>\
        </param><param><value>x</value></param><param><value>&lt;</value></param></params></methodCall>";
    let mut call = CallReader::new(text, Limits::default()).unwrap();
    let name: &str = call.param().unwrap();
    assert!(text.as_bytes().as_ptr_range().contains(&name.as_ptr()));
    assert_eq!(call.param::<&str>().unwrap(), "x");
    assert_eq!(call.param::<&str>().unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn what_has_no_form_is_an_error_with_its_place() {
    #[derive(Serialize)]
    struct Outer {
        inner: Vec<BTreeMap<&'static str, f64>>,
    }
    let outer = Outer { inner: vec![BTreeMap::new(), BTreeMap::from([("a&b", f64::NAN)])] };
    let mut call = CallWriter::new("m");
    call.param(&1).unwrap();
    let error = call.param(&outer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Range);
    assert_eq!(error.path().as_deref(), Some("params[1].inner[1].a&b"));
    // What was written of it is taken back.
    assert!(!String::from_utf8(call.finish()).unwrap().contains("inner"));

    for error in [
        write(&f64::INFINITY),
        write(&u64::MAX),
        write(&i128::MIN),
        write("\u{0}"),
        write(&BTreeMap::from([("\u{1b}", 1)])),
    ] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Range);
    }
    assert_eq!(write(&BTreeMap::from([((1, 2), 1)])).unwrap_err().kind(), ErrorKind::Type);
    let mut out = b"before".to_vec();
    assert!(ResponseWriter::new(&mut out).result(&vec![f64::NAN]).is_err());
    assert_eq!(out, b"before");
}

#[test]
fn what_does_not_fit_is_an_error_with_its_place() {
    let call = |wire: &str| {
        let text = format!(
            "<methodCall><methodName>m</methodName><params><param><value><int>1</int></value></param>\
             <param>{wire}</param></params></methodCall>"
        );
        let mut call = CallReader::new(&text, Limits::default()).unwrap();
        call.param::<i32>().unwrap();
        let error = call.param::<Vec<HashMap<String, i32>>>().unwrap_err();
        let offset = error.offset().unwrap();
        (error.kind(), error.to_string(), text[offset..].to_owned())
    };
    let (kind, message, rest) = call(
        "<value><array><data><value><struct><member><name>born</name><value><string>x</string></value>\
         </member></struct></value></data></array></value>",
    );
    assert_eq!(kind, ErrorKind::Type);
    assert!(
        message.starts_with("params[1][0].born: expected an int, found a string (byte "),
        "{message}"
    );
    assert!(rest.starts_with("<value><string>x"), "{rest}");

    for (wire, kind, words) in [
        ("<value><int>1</int></value>", ErrorKind::Type, "expected an array, found an int"),
        ("<value>text</value>", ErrorKind::Type, "expected an array, found a string"),
        ("<value><foo/></value>", ErrorKind::Type, "no such type: <foo>"),
        ("<value><array/></value>", ErrorKind::Structure, "expected <data>"),
        ("<array/>", ErrorKind::Structure, "expected <value>, found <array>"),
    ] {
        let (found, message, _) = call(wire);
        assert_eq!(found, kind, "{message}");
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(read::<i8>("<value><int>128</int></value>").unwrap_err().kind(), ErrorKind::Range);
    assert_eq!(read::<u32>("<value><int>-1</int></value>").unwrap_err().kind(), ErrorKind::Range);
    assert_eq!(
        read::<i32>("<value><i8>2147483648</i8></value>").unwrap_err().kind(),
        ErrorKind::Range
    );
    let error = read::<Person>("<value><struct></struct></value>").unwrap_err();
    assert!(error.to_string().contains("the member id is missing"), "{error}");
}

#[test]
fn errors_say_line_and_column_of_calls_and_responses() {
    let text = "<?xml version=\"1.0\"?>\n<methodCall>\n  <methodName>m</methodName>\n  <params>\n    <param><value>é</value></param>\n\
        \t<param><value><int>x</int></value></param>\n</params></methodCall>";
    let mut call = CallReader::new(text, Limits::default()).unwrap();
    call.param::<String>().unwrap();
    let error = call.param::<i32>().unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(6), Some(9)));
    assert!(
        error.to_string().starts_with("params[1]: expected an int, found \"x\" (byte "),
        "{error}"
    );
    assert!(error.to_string().ends_with(", line 6, column 9)"), "{error}");

    let error =
        read_response::<i32>("<methodResponse>\n<params><param>\n<value/>", Limits::default());
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.line(), error.column()), (ErrorKind::Type, Some(3), Some(1)));
    let body = b"<methodResponse>\n\xff";
    let error = read_response_bytes::<i32>(body, None, Limits::default()).unwrap_err();
    assert_eq!(
        (error.kind(), error.line(), error.column()),
        (ErrorKind::Encoding, Some(2), Some(1))
    );
    assert!(error.body().unwrap().starts_with("<methodResponse>"));
}

#[test]
fn an_int_is_read_as_a_double_and_nothing_else_as_anything_else() {
    assert_eq!(read::<f64>("<value><int>3</int></value>").unwrap(), 3.0);
    assert!(read::<f64>("<value><i8>9007199254740993</i8></value>").is_err());
    assert!(read::<f32>("<value><double>1e39</double></value>").is_err());
    assert!(read::<i32>("<value><double>3.0</double></value>").is_err());
    assert!(read::<bool>("<value><int>1</int></value>").is_err());
    assert!(read::<i32>("<value><boolean>1</boolean></value>").is_err());
    assert!(read::<i32>("<value>1</value>").is_err());
    assert!(read::<String>("<value><int>1</int></value>").is_err());
    assert!(read::<DateTime>("<value>19980717T14:08:55</value>").is_err());
    assert!(read::<String>("<value><nil/></value>").is_err());
    assert_eq!(read::<char>("<value>&#233;</value>").unwrap(), 'é');
}

#[test]
fn a_date_is_read_as_text_where_text_is_asked_for() {
    let date = |text| format!("<value><dateTime.iso8601>{text}</dateTime.iso8601></value>");
    assert_eq!(
        read::<String>(&date("19980717T14:08:55.50+0200")).unwrap(),
        "1998-07-17T14:08:55.5+02:00"
    );
    assert_eq!(read::<String>(&date("19980230T14:08:55")).unwrap_err().kind(), ErrorKind::Range);
    assert_eq!(read::<String>(&date("now")).unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn members_come_in_any_order_and_unknown_ones_are_passed_over() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Pair {
        a: i32,
        #[serde(default)]
        b: Option<String>,
    }
    let wire = "<value><struct>
        <member><name>new</name><value><array><data><value/><value><struct/></value></data></array></value></member>
        <member><value>x</value><name>b</name></member>
        <member><value><struct><member><value/><name>deep</name></member></struct></value><name>newer</name></member>
        <member><name>a</name><value><i4>1</i4></value></member>
        </struct></value>";
    assert_eq!(read::<Pair>(wire).unwrap(), Pair { a: 1, b: Some("x".to_owned()) });
    let wire =
        "<value><struct><member><name>a</name><value><i4>1</i4></value></member></struct></value>";
    assert_eq!(read::<Pair>(wire).unwrap(), Pair { a: 1, b: None });
    let wire = "<value><struct><member><name>a</name><value><i4>1</i4></value></member>\
        <member><name>a</name><value><i4>2</i4></value></member></struct></value>";
    assert_eq!(read::<HashMap<String, i32>>(wire).unwrap()["a"], 2);
}

#[test]
fn of_members_of_one_name_the_last_counts() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Pair {
        a: i32,
        #[serde(default)]
        inner: Option<Box<Pair>>,
    }
    let member = |name: &str, value: &str| format!("<member><name>{name}</name>{value}</member>");
    let of = |members: &[String]| format!("<value><struct>{}</struct></value>", members.concat());
    let int = |value: i32| format!("<value><int>{value}</int></value>");
    let reversed = |value: &str| format!("<member>{value}<name>a</name></member>");
    let inner = of(&[member("a", &int(1)), member("x", &int(9)), member("a", &int(2))]);
    let pair = |a, inner: Option<Pair>| Pair { a, inner: inner.map(Box::new) };
    for (wire, wanted) in [
        (of(&[member("a", &int(1)), member("a", &int(2))]), pair(2, None)),
        (of(&[reversed(&int(1)), member("x", &int(0)), reversed(&int(2))]), pair(2, None)),
        (of(&[member("a", &int(5)), member("inner", &inner)]), pair(5, Some(pair(2, None)))),
        (
            of(&[
                member("a", &int(3)),
                member("inner", &inner),
                member("a", &int(4)),
                member("inner", &of(&[member("a", &int(6))])),
            ]),
            pair(4, Some(pair(6, None))),
        ),
    ] {
        assert_eq!(read::<Pair>(&wire).unwrap(), wanted, "{wire}");
    }
    // One that cannot be read is an error, be it the first or the last.
    let first = of(&[member("a", "<value/>"), member("a", &int(1))]);
    assert_eq!(read::<Pair>(&first).unwrap_err().path().as_deref(), Some("a"));
    let twice = of(&[member("a", &int(1)), member("a", "<value/>")]);
    let error = read::<Pair>(&twice).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("a"));
}

#[test]
fn types_that_look_first_work() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        When(DateTime),
        Text(String),
        Bytes(Base64),
        Many(Vec<Either>),
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type")]
    enum Shape {
        Circle { radius: f64 },
        Point,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Flat {
        id: i32,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    for value in [
        Either::Number(1),
        Either::When("19980717T14:08:55".parse().unwrap()),
        Either::Text("x".to_owned()),
        Either::Bytes(Base64(vec![255])),
        Either::Many(vec![Either::Number(1 << 40)]),
    ] {
        let wire = format!("<value>{}</value>", value_of(&value));
        assert_eq!(read::<Either>(&wire).unwrap(), value);
    }
    for value in [Shape::Circle { radius: 1.5 }, Shape::Point] {
        let wire = format!("<value>{}</value>", value_of(&value));
        assert_eq!(read::<Shape>(&wire).unwrap(), value);
    }
    let rest = BTreeMap::from([("a".to_owned(), Value::Int(1)), ("b".to_owned(), "x".into())]);
    let value = Flat { id: 1, rest };
    let wire = format!("<value>{}</value>", value_of(&value));
    assert_eq!(read::<Flat>(&wire).unwrap(), value);
}

#[test]
fn values_go_through_json_and_back() {
    let json = r#"{"a":[1,-2,3000000000,1.5,"x",null,true]}"#;
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(value["a"][0], Value::Int(1));
    assert_eq!(value["a"][1], Value::Int(-2));
    assert_eq!(value["a"][2], Value::I8(3_000_000_000));
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
}

/// PHP's arrays are lists and maps in one, and WordPress sends a post without a picture as one whose picture is `[]`.
#[test]
fn an_array_without_items_is_a_struct_without_members() {
    #[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
    #[serde(default)]
    struct Picture {
        id: Option<i32>,
        sizes: BTreeMap<String, i32>,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Needed {
        id: i32,
    }
    let empty = "<value>\n<array> <data>\n</data></array></value>";
    assert_eq!(read::<Picture>(empty).unwrap(), Picture::default());
    let map = read::<BTreeMap<String, i32>>(empty);
    assert!(map.unwrap().is_empty());
    assert!(from_value::<BTreeMap<String, i32>>(&value!([])).unwrap().is_empty());
    assert_eq!(from_value::<Picture>(&value!({ "sizes": [] })).unwrap(), Picture::default());
    // What is not asked to be a struct stays what it is.
    assert_eq!(read::<Value>(empty).unwrap(), value!([]));

    let error = read::<Needed>(empty).unwrap_err();
    assert!(error.to_string().contains("the member id is missing"), "{error}");
    assert!(from_value::<Needed>(&value!([])).is_err());
    let full = "<value><array><data><value>a</value></data></array></value>";
    let error = read::<Picture>(full).unwrap_err();
    assert!(error.to_string().contains("expected a struct, found an array"), "{error}");
    assert!(from_value::<Picture>(&value!(["a"])).is_err());
    // In a struct, with more after it.
    let text = "<value><struct><member><name>a</name><value><array><data/></array></value></member>\
                <member><name>b</name><value><array><data></data></array></value></member></struct></value>";
    assert_eq!(read::<BTreeMap<String, Picture>>(text).unwrap().len(), 2);
}

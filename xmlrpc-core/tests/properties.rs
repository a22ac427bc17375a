//! Any value, and any instance of a set of types, survives write and read bit for bit; Python reads what is written.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

#[path = "../../tests/peers/mod.rs"]
mod peers;
mod shapes;

use std::{fmt::Debug, io::Write as _, process::Stdio};

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};
use xmlrpc_core::{
    Value, from_value, to_value,
    wire::{
        CallReader, CallWriter, DateForm, Dialect, I8Use, Limits, ResponseWriter, read_response,
        read_response_bytes,
    },
};

fn document<T: Serialize + ?Sized>(value: &T, dialect: Dialect) -> String {
    let mut out = Vec::new();
    ResponseWriter::new(&mut out).dialect(dialect).result(value).unwrap();
    String::from_utf8(out).unwrap()
}

/// Equal, and of the same text: -0.0 equals 0.0.
fn same<T: PartialEq + Debug>(read: &T, written: &T) -> Result<(), TestCaseError> {
    prop_assert_eq!(read, written);
    prop_assert_eq!(format!("{read:?}"), format!("{written:?}"));
    Ok(())
}

fn survives<T>(written: &T, dialect: Dialect) -> Result<(), TestCaseError>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let text = document(written, dialect);
    same(&read_response::<T>(&text, Limits::default()).unwrap(), written)?;
    // With layout between the tags another lane reads it. Texts hold no `>` as it is.
    let mut spaced = String::new();
    for (index, part) in text.split("><").enumerate() {
        let end = part.starts_with('/');
        spaced.push_str(if index == 0 {
            ""
        } else if end {
            "><"
        } else {
            ">\n <"
        });
        spaced.push_str(part);
    }
    same(&read_response::<T>(&spaced, Limits::default()).unwrap(), written)?;
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    same(&read_response_bytes::<T>(&utf16, None, Limits::default()).unwrap(), written)?;
    same(&from_value::<T>(&to_value(written).unwrap()).unwrap(), written)
}

fn dialect() -> impl Strategy<Value = Dialect> {
    let i8 = prop::sample::select(vec![I8Use::WhereNeeded, I8Use::Always]);
    let date = prop::sample::select(vec![DateForm::Basic, DateForm::Extended]);
    (i8, date, any::<bool>())
        .prop_map(|(i8, date, prefixed)| Dialect::new().i8(i8).date(date).prefixed(prefixed))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value_survives(value in shapes::value(), dialect in dialect()) {
        survives(&value, dialect)?;
    }

    #[test]
    fn any_typed_value_survives(record in shapes::record(), dialect in dialect()) {
        survives(&record, dialect)?;
        // What a peer reads without the types is what there is without a document.
        let value: Value = read_response(&document(&record, Dialect::new()), Limits::default()).unwrap();
        same(&to_value(&record).unwrap(), &value)?;
    }

    #[test]
    fn parameters_survive(
        name in shapes::text(),
        values in prop::collection::vec(shapes::value(), 0..4),
        bytes in prop::collection::vec(any::<u8>(), 0..3000),
        record in shapes::record(),
    ) {
        let mut call = CallWriter::new(&name);
        for value in &values {
            call.param(value).unwrap();
        }
        call.bytes_param(&bytes).unwrap();
        call.param(&record).unwrap();
        let text = String::from_utf8(call.finish()).unwrap();
        let mut call = CallReader::new(&text, Limits::default()).unwrap();
        prop_assert_eq!(call.method(), &name);
        for value in &values {
            same(&call.param::<Value>().unwrap(), value)?;
        }
        prop_assert_eq!(call.param::<Vec<u8>>().unwrap(), bytes);
        same(&call.param::<shapes::Record>().unwrap(), &record)?;
        call.finish().unwrap();
    }
}

/// Reads a list of documents, and prints what is in each.
const PYTHON: &str = r#"
import json, struct, sys, xmlrpc.client as x
def shown(v):
    if v is None: return {"nil": None}
    if isinstance(v, bool): return {"bool": v}
    if isinstance(v, int): return {"int": v}
    if isinstance(v, float): return {"double": struct.pack(">d", v).hex()}
    if isinstance(v, str): return {"string": v}
    if isinstance(v, x.DateTime): return {"datetime": v.value}
    if isinstance(v, x.Binary): return {"base64": v.data.hex()}
    if isinstance(v, list): return {"array": [shown(i) for i in v]}
    if isinstance(v, dict): return {"struct": [[k, shown(i)] for k, i in v.items()]}
    raise TypeError(v)
json.dump([shown(x.loads(text)[0][0]) for text in json.load(sys.stdin.buffer)], sys.stdout)
"#;

fn shown(value: &Value) -> Json {
    match value {
        Value::Nil => json!({ "nil": null }),
        Value::Int(value) => json!({ "int": value }),
        Value::I8(value) => json!({ "int": value }),
        Value::Bool(value) => json!({ "bool": value }),
        Value::Double(value) => json!({ "double": format!("{:016x}", value.to_bits()) }),
        Value::String(value) => json!({ "string": value }),
        Value::DateTime(value) => {
            let text = value.to_string();
            json!({ "datetime": format!("{}{}{}", &text[..4], &text[5..7], &text[8..]) })
        }
        Value::Base64(value) => {
            json!({ "base64": value.iter().map(|byte| format!("{byte:02x}")).collect::<String>() })
        }
        Value::Array(items) => json!({ "array": items.iter().map(shown).collect::<Vec<_>>() }),
        Value::Struct(members) => {
            let members = members.iter().map(|(name, value)| json!([name, shown(value)]));
            json!({ "struct": members.collect::<Vec<_>>() })
        }
    }
}

#[test]
fn python_reads_what_is_written_to_the_same_value() {
    let Some(mut python) = peers::command("python3") else { return };
    let mut runner = TestRunner::new(Config::default());
    let mut values = Vec::new();
    for _ in 0..500 {
        values.push(shapes::value().new_tree(&mut runner).unwrap().current());
    }
    for _ in 0..100 {
        let record = shapes::record().new_tree(&mut runner).unwrap().current();
        values.push(to_value(&record).unwrap());
    }
    let documents: Vec<_> = values.iter().map(|value| document(value, Dialect::new())).collect();
    let mut process = python
        .args(["-X", "utf8", "-c", PYTHON])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    // It reads all before it writes.
    let mut input = process.stdin.take().unwrap();
    input.write_all(&serde_json::to_vec(&documents).unwrap()).unwrap();
    drop(input);
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    let read: Vec<Json> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read.len(), values.len());
    for ((value, document), read) in values.iter().zip(&documents).zip(read) {
        assert_eq!(read, shown(value), "{document}");
    }
}

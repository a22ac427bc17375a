//! Any value survives being written and read, to the bit.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use xmlrpc_core::{
    Base64, DateTime, ErrorKind, Struct, Value,
    wire::{CallReader, CallWriter, Limits, ResponseWriter, read_response},
};

#[derive(Debug, Arbitrary)]
enum Tree {
    Int(i32),
    I8(i64),
    Bool(bool),
    Double(f64),
    String(String),
    DateTime { date: (u16, u8, u8), time: (u8, u8, u8), nanosecond: u32, offset: Option<i16> },
    Base64(Vec<u8>),
    Array(Vec<Tree>),
    Struct(Vec<(String, Tree)>),
    Nil,
}

impl Tree {
    /// `None` where there is no such date.
    fn value(self) -> Option<Value> {
        Some(match self {
            Tree::Int(value) => Value::Int(value),
            Tree::I8(value) => Value::I8(value),
            Tree::Bool(value) => Value::Bool(value),
            Tree::Double(value) => Value::Double(value),
            Tree::String(value) => Value::String(value),
            Tree::DateTime { date: (y, m, d), time: (h, min, s), nanosecond, offset } => {
                let date = DateTime::new(y % 10_000, m, d, h, min, s).ok()?;
                let date = date.with_nanosecond(nanosecond).ok()?;
                Value::DateTime(date.with_offset(offset).ok()?)
            }
            Tree::Base64(bytes) => Value::Base64(Base64::from(bytes)),
            Tree::Array(items) => {
                Value::Array(items.into_iter().map(Tree::value).collect::<Option<_>>()?)
            }
            Tree::Struct(members) => Value::Struct(
                members
                    .into_iter()
                    .map(|(name, value)| Some((name, value.value()?)))
                    .collect::<Option<Struct>>()?,
            ),
            Tree::Nil => Value::Nil,
        })
    }
}

fuzz_target!(|tree: Tree| {
    let Some(value) = tree.value() else { return };
    let mut out = Vec::new();
    match ResponseWriter::new(&mut out).result(&value) {
        Ok(()) => {
            let text = std::str::from_utf8(&out).expect("UTF-8 is written");
            let read: Value = match read_response(text, Limits::default()) {
                Ok(read) => read,
                // The writer nests as deep as the value does, the reader only so deep.
                Err(error) if error.kind() == ErrorKind::Limit => return,
                Err(error) => panic!("{error}\n{text}"),
            };
            // `Debug` tells apart what `==` does not: -0.0 and 0.0.
            assert_eq!(format!("{read:?}"), format!("{value:?}"));
        }
        // No form on the wire, and nothing of it left in the buffer.
        Err(_) => assert!(out.is_empty()),
    }
    let mut call = CallWriter::new("m");
    if call.param(&value).is_ok() {
        let text = String::from_utf8(call.finish()).expect("UTF-8 is written");
        let mut call = CallReader::new(&text, Limits::default()).expect("a call");
        // A trailing nil is not sent.
        if let Ok(read) = call.param::<Option<Value>>() {
            assert_eq!(format!("{:?}", read.unwrap_or(Value::Nil)), format!("{value:?}"));
        }
    }
});

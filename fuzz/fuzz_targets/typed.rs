//! Any instance of types like those of programs survives being written and read, to the bit.
#![no_main]

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use xmlrpc_core::wire::{Limits, ResponseWriter, read_response};

#[derive(Debug, Arbitrary, Serialize, Deserialize)]
struct Record {
    id: i32,
    big: i64,
    small: u8,
    #[serde(rename = "a <name> & more")]
    renamed: bool,
    ratio: f64,
    narrow: f32,
    letter: char,
    text: String,
    perhaps: Option<String>,
    list: Vec<Option<i16>>,
    map: BTreeMap<String, Vec<u32>>,
    numbered: BTreeMap<i16, bool>,
    pair: (i32, String),
    newtype: Newtype,
    unit: (),
    choice: Choice,
    more: Vec<Record>,
}

#[derive(Debug, Arbitrary, Serialize, Deserialize)]
struct Newtype(u64);

#[derive(Debug, Arbitrary, Serialize, Deserialize)]
enum Choice {
    Nothing,
    One(String),
    Two(i32, Box<Choice>),
    Named { x: f64, y: Option<Box<Choice>> },
}

fuzz_target!(|record: Record| {
    let mut out = Vec::new();
    if ResponseWriter::new(&mut out).result(&record).is_err() {
        return;
    }
    let text = std::str::from_utf8(&out).expect("UTF-8 is written");
    match read_response::<Record>(text, Limits::default()) {
        Ok(read) => assert_eq!(format!("{read:?}"), format!("{record:?}")),
        Err(error) if error.kind() == xmlrpc_core::ErrorKind::Limit => {}
        Err(error) => panic!("{error}\n{text}"),
    }
});

//! The typed notation: JSON in which every value says what it is.
//!
//! A value is an object with one key: `{"int":1}`, `{"i8":5}`, `{"bool":true}`, `{"double":1.5}`, `{"string":"x"}`,
//! `{"nil":null}`, `{"datetime":"1998-07-17T14:08:55"}`, `{"base64":"aGk="}`, `{"array":[V,...]}` and
//! `{"struct":[["name",V],...]}`, which keeps the order of its members.

use std::collections::HashSet;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::Value as Json;
use xmlrpc_core::{DateTime, Error, ErrorKind, Struct, Value};

/// How deep arrays and structs may nest: no deeper than readers take by default.
pub(crate) const DEPTH: usize = 128;

/// A value, to be written in the typed notation.
#[derive(Debug)]
pub(crate) struct Typed<'a>(pub(crate) &'a Value);

impl Serialize for Typed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Nil => one_entry(serializer, "nil", &()),
            Value::Int(value) => one_entry(serializer, "int", value),
            Value::I8(value) => one_entry(serializer, "i8", value),
            Value::Bool(value) => one_entry(serializer, "bool", value),
            Value::Double(value) => one_entry(serializer, "double", value),
            Value::String(value) => one_entry(serializer, "string", value),
            Value::DateTime(value) => one_entry(serializer, "datetime", value),
            Value::Base64(value) => one_entry(serializer, "base64", &STANDARD.encode(value)),
            Value::Array(items) => one_entry(serializer, "array", &Items(items)),
            Value::Struct(members) => one_entry(serializer, "struct", &Members(members)),
        }
    }
}

struct Items<'a>(&'a [Value]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Typed))
    }
}

struct Members<'a>(&'a Struct);

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(name, value)| (name, Typed(value))))
    }
}

/// The value that this JSON describes.
///
/// # Errors
///
/// Kind `Structure`, `Type`, `Range` or `Limit`, with the path of the value.
pub(crate) fn read(json: Json) -> Result<Value, Error> {
    value(json, 0)
}

fn value(json: Json, depth: usize) -> Result<Value, Error> {
    let Json::Object(object) = json else {
        return Err(expected(r#"a value such as {"int":1}"#, &json));
    };
    let mut entries = object.into_iter();
    let (Some((tag, body)), None) = (entries.next(), entries.next()) else {
        return Err(Error::new(
            ErrorKind::Structure,
            r#"expected an object with one key, such as {"int":1}"#,
        ));
    };
    Ok(match tag.as_str() {
        "int" => Value::Int(int(&body)?),
        "i8" => Value::I8(wide_int(&body)?),
        "bool" => Value::Bool(body.as_bool().ok_or_else(|| expected("true or false", &body))?),
        "double" => Value::Double(body.as_f64().ok_or_else(|| expected("a number", &body))?),
        "string" => Value::String(text(body)?),
        "nil" if body.is_null() => Value::Nil,
        "nil" => return Err(expected("null", &body)),
        "datetime" => Value::DateTime(text(body)?.parse::<DateTime>()?),
        "base64" => Value::from(bytes(&text(body)?)?),
        "array" => Value::Array(array(list(body)?, deeper(depth)?)?),
        "struct" => Value::Struct(members(list(body)?, deeper(depth)?)?),
        _ => {
            return Err(Error::new(
                ErrorKind::Type,
                format!(
                    "there is no type {:?}; there are int, i8, bool, double, string, nil, datetime, base64, array, struct",
                    shown(&tag)
                ),
            ));
        }
    })
}

fn deeper(depth: usize) -> Result<usize, Error> {
    if depth == DEPTH { Err(too_deep()) } else { Ok(depth + 1) }
}

pub(crate) fn too_deep() -> Error {
    Error::new(ErrorKind::Limit, format!("arrays and structs nested deeper than {DEPTH}"))
}

fn array(items: Vec<Json>, depth: usize) -> Result<Vec<Value>, Error> {
    let read = |(index, item)| value(item, depth).map_err(|error| error.in_item(index));
    items.into_iter().enumerate().map(read).collect()
}

fn members(pairs: Vec<Json>, depth: usize) -> Result<Struct, Error> {
    let mut entries = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.into_iter().enumerate() {
        let (name, json) = member(pair).map_err(|error| error.in_item(index))?;
        let value = value(json, depth).map_err(|error| error.in_member(&name))?;
        entries.push((name, value));
    }
    let mut names = HashSet::with_capacity(entries.len());
    if let Some((name, _)) = entries.iter().find(|(name, _)| !names.insert(name.as_str())) {
        return Err(Error::new(ErrorKind::Structure, "the name stands twice").in_member(name));
    }
    Ok(Struct::from_iter(entries))
}

fn member(pair: Json) -> Result<(String, Json), Error> {
    let wrong = |found: &str| {
        Error::new(
            ErrorKind::Structure,
            format!(r#"expected a member ["name",value], found {found}"#),
        )
    };
    match pair {
        Json::Array(pair) => match <[Json; 2]>::try_from(pair) {
            Ok([Json::String(name), value]) => Ok((name, value)),
            Ok([other, _]) => Err(wrong(&format!("{} as its name", kind(&other)))),
            Err(pair) => Err(wrong(&format!("a list of {}", pair.len()))),
        },
        other => Err(wrong(kind(&other))),
    }
}

/// An integer of 32 bits.
pub(crate) fn int(json: &Json) -> Result<i32, Error> {
    let value = wide_int(json)?;
    i32::try_from(value).map_err(|_| {
        Error::new(ErrorKind::Range, format!("{value} does not fit into the 32 bits of an int"))
    })
}

fn wide_int(json: &Json) -> Result<i64, Error> {
    match json {
        Json::Number(number) if number.is_u64() && !number.is_i64() => Err(Error::new(
            ErrorKind::Range,
            format!("{number} does not fit into the 64 bits of an i8"),
        )),
        Json::Number(number) => number.as_i64().ok_or_else(|| {
            Error::new(ErrorKind::Type, format!("expected an integer, found {number}"))
        }),
        other => Err(expected("an integer", other)),
    }
}

fn text(json: Json) -> Result<String, Error> {
    match json {
        Json::String(text) => Ok(text),
        other => Err(expected("a string", &other)),
    }
}

fn list(json: Json) -> Result<Vec<Json>, Error> {
    match json {
        Json::Array(items) => Ok(items),
        other => Err(expected("a list", &other)),
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, Error> {
    STANDARD.decode(text).map_err(|error| {
        Error::new(ErrorKind::Type, format!("expected base64, padded and without breaks: {error}"))
    })
}

/// The error for JSON of another kind than expected.
pub(crate) fn expected(what: &str, found: &Json) -> Error {
    Error::new(ErrorKind::Type, format!("expected {what}, found {}", kind(found)))
}

/// What kind of JSON this is.
pub(crate) fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// As much of a text as goes into a message.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}
/// An object with one key.
fn one_entry<S: Serializer, T: Serialize + ?Sized>(
    serializer: S,
    key: &str,
    value: &T,
) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(1))?;
    object.serialize_entry(key, value)?;
    object.end()
}

//! Whole documents as objects of JSON.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};
use xmlrpc_core::{Error, ErrorKind, Fault, Value};

use crate::{
    document::Document,
    plain_json::Plain,
    report::Problem,
    typed::{self, Typed},
};

/// How values are written in JSON.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Notation {
    Plain,
    Typed,
}

/// One line of output.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Line<'a> {
    Call { method: &'a str, params: Vec<Noted<'a>> },
    Value { value: Noted<'a> },
    Fault { fault: FaultObject<'a> },
    Error { error: &'a Problem },
}

#[derive(Debug, Serialize)]
pub(crate) struct FaultObject<'a> {
    code: i32,
    string: &'a str,
}

/// A value in one of the notations.
#[derive(Debug)]
pub(crate) struct Noted<'a>(Notation, &'a Value);

impl Serialize for Noted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Notation::Plain => Plain(self.1).serialize(serializer),
            Notation::Typed => Typed(self.1).serialize(serializer),
        }
    }
}

impl<'a> Line<'a> {
    pub(crate) fn of(document: &'a Document, notation: Notation) -> Self {
        match document {
            Document::Call { method, params } => Line::Call {
                method,
                params: params.iter().map(|value| Noted(notation, value)).collect(),
            },
            Document::Value(value) => Line::Value { value: Noted(notation, value) },
            Document::Fault(Fault { code, message }) => {
                Line::Fault { fault: FaultObject { code: *code, string: message } }
            }
        }
    }
}

/// The document that an object of typed JSON describes.
///
/// # Errors
///
/// Kind `Structure`, `Type` or `Range`, with the path of what is wrong.
pub(crate) fn document(json: Json) -> Result<Document, Error> {
    let Json::Object(mut object) = json else { return Err(no_document(typed::kind(&json))) };
    let document = if let Some(method) = object.remove("method") {
        let Json::String(method) = method else {
            return Err(typed::expected("a string", &method).in_member("method"));
        };
        let params = object.remove("params").map_or(Ok(Vec::new()), params)?;
        Document::Call { method, params }
    } else if let Some(value) = object.remove("value") {
        Document::Value(typed::read(value)?)
    } else if let Some(json) = object.remove("fault") {
        Document::Fault(fault(json).map_err(|error| error.in_member("fault"))?)
    } else {
        let found = object.keys().next().map_or("no key".to_owned(), |key| format!("{key:?}"));
        return Err(no_document(&found));
    };
    nothing_left(&object)?;
    Ok(document)
}

fn no_document(found: &str) -> Error {
    Error::new(
        ErrorKind::Structure,
        format!(r#"expected an object with "method", "value" or "fault", found {found}"#),
    )
}

fn params(json: Json) -> Result<Vec<Value>, Error> {
    let Json::Array(params) = json else {
        return Err(typed::expected("a list", &json).in_member("params"));
    };
    let read = |(index, param)| typed::read(param).map_err(|error| error.in_param(index));
    params.into_iter().enumerate().map(read).collect()
}

fn fault(json: Json) -> Result<Fault, Error> {
    let Json::Object(mut object) = json else { return Err(typed::expected("an object", &json)) };
    let code = match object.remove("code") {
        Some(code) => typed::int(&code).map_err(|error| error.in_member("code"))?,
        None => return Err(missing("code")),
    };
    let message = match object.remove("string") {
        Some(Json::String(text)) => text,
        Some(other) => return Err(typed::expected("a string", &other).in_member("string")),
        None => return Err(missing("string")),
    };
    nothing_left(&object)?;
    Ok(Fault::new(code, message))
}

fn missing(key: &str) -> Error {
    Error::new(ErrorKind::Structure, format!("{key:?} is missing"))
}

fn nothing_left(object: &Map<String, Json>) -> Result<(), Error> {
    match object.keys().next() {
        None => Ok(()),
        Some(key) => Err(Error::new(ErrorKind::Structure, format!("{key:?} does not belong here"))),
    }
}

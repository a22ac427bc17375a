//! A request and what was answered, as it is printed.

use std::{
    fmt::Write as _,
    io::{self, Write},
    time::Duration,
};

use hyper::body::Bytes;
use serde_json::{Map, Value as Json, json};
use xmlrpc_core::{Fault, Value, wire::Limits};

use crate::{
    document::{Document, Root},
    paint::Paint,
    plain_json::{Plain, shortened},
    report::{Problem, printable},
    tree,
};

/// How many characters of a parameter and of a result are shown on a line.
const PARAM: usize = 40;
const RESULT: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct Exchange {
    /// The method and the path.
    pub(crate) request: String,
    pub(crate) call: Bytes,
    pub(crate) answer: Bytes,
    pub(crate) status: u16,
    /// Whether one of the bodies is, and so cannot be shown.
    pub(crate) compressed: bool,
    /// Why there is no answer of the server.
    pub(crate) failure: Option<String>,
    pub(crate) took: Duration,
}

/// A body, or why it is none.
type Read = Result<Document, Problem>;

impl Exchange {
    fn call(&self) -> Read {
        Document::read(&self.call, None, Some(Root::Call), Limits::default())
    }

    fn answer(&self) -> Read {
        Document::read(&self.answer, None, Some(Root::Response), Limits::default())
    }

    /// One line.
    pub(crate) fn print_line(&self, out: &mut impl Write) -> io::Result<()> {
        let paint = Paint::of_output();
        let call = match self.call() {
            Ok(Document::Call { method, params }) => {
                let params: Vec<_> = params.iter().map(|param| shortened(param, PARAM)).collect();
                let params = params.join(", ");
                format!("{}({})", paint.bold(&printable(&method)), printable(&params))
            }
            _ => self.no_call(),
        };
        let answer = match (&self.failure, self.answer()) {
            (Some(why), _) => paint.red(&format!("no answer: {}", printable(why))),
            (_, Ok(Document::Value(value))) => printable(&shortened(&value, RESULT)).into_owned(),
            (_, Ok(Document::Fault(Fault { code, message }))) => {
                let message = shortened(&Value::from(message), RESULT);
                paint.red(&format!("fault {code}: {}", printable(&message)))
            }
            _ => self.no_answer(),
        };
        writeln!(out, "{call} = {answer} {}", paint.dim(&self.figures()))
    }

    /// Trees of both.
    pub(crate) fn print_full(&self, out: &mut impl Write) -> io::Result<()> {
        let paint = Paint::of_output();
        writeln!(out, "{} {}", paint.bold(&printable(&self.request)), paint.dim(&self.figures()))?;
        match self.call() {
            Ok(call) => tree::print(&call, out)?,
            Err(_) => writeln!(out, "{}", self.no_call())?,
        }
        match (&self.failure, self.answer()) {
            (Some(why), _) => writeln!(out, "no answer: {}", printable(why))?,
            (None, Ok(answer)) => tree::print(&answer, out)?,
            (None, Err(_)) => writeln!(out, "{}", self.no_answer())?,
        }
        writeln!(out)
    }

    /// An object: what a call is, what it was answered with, and the figures.
    pub(crate) fn print_json(&self, out: &mut impl Write) -> io::Result<()> {
        let mut object = Map::new();
        let mut add = |key: &str, value: Json| object.insert(key.to_owned(), value);
        add("request", json!(self.request));
        match self.call() {
            Ok(Document::Call { method, params }) => {
                add("method", json!(method));
                add("params", json!(params.iter().map(Plain).collect::<Vec<_>>()));
            }
            Err(problem) => drop(add("call_error", json!(problem))),
            Ok(_) => {}
        }
        match (&self.failure, self.answer()) {
            (Some(why), _) => drop(add("error", json!({ "message": why }))),
            (_, Ok(Document::Value(value))) => drop(add("value", json!(Plain(&value)))),
            (_, Ok(Document::Fault(Fault { code, message }))) => {
                add("fault", json!({ "code": code, "string": message }));
            }
            (_, Err(problem)) => drop(add("error", json!(problem))),
            (_, Ok(Document::Call { .. })) => {}
        }
        add("status", json!(self.status));
        add("sent", json!(self.call.len()));
        add("received", json!(self.answer.len()));
        add("microseconds", json!(u64::try_from(self.took.as_micros()).unwrap_or(u64::MAX)));
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)
    }

    fn no_call(&self) -> String {
        format!("{} ({})", printable(&self.request), self.not_shown("no call"))
    }

    fn no_answer(&self) -> String {
        format!("HTTP {} ({})", self.status, self.not_shown("no XML-RPC"))
    }

    fn not_shown(&self, what: &'static str) -> &'static str {
        if self.compressed { "compressed" } else { what }
    }

    fn figures(&self) -> String {
        let mut text = format!("[{} > {} bytes", self.call.len(), self.answer.len());
        // Writing to a String cannot fail.
        let _ = write!(text, ", {:.1} ms]", self.took.as_secs_f64() * 1e3);
        text
    }
}

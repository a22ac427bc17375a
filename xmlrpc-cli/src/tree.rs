//! Documents for people: one value a line, indented, with its type.
//!
//! Texts stand in quotes, with what a terminal would obey written as an escape.

use std::io::{self, Write};

use xmlrpc_core::{Fault, Value};

use crate::document::Document;

/// How many bytes of base64 are shown.
const BYTES: usize = 16;

/// Prints a document.
pub(crate) fn print(document: &Document, out: &mut impl Write) -> io::Result<()> {
    match document {
        Document::Call { method, params } => {
            writeln!(out, "call {}, {}", name(method), count(params.len(), "parameter"))?;
            for (index, value) in params.iter().enumerate() {
                print_value(&format!("params[{index}]"), value, 1, out)?;
            }
            Ok(())
        }
        Document::Value(value) => print_value("response", value, 0, out),
        Document::Fault(Fault { code, message }) => writeln!(out, "fault {code}: {message:?}"),
    }
}

fn print_value(label: &str, value: &Value, depth: usize, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{:indent$}{label}: ", "", indent = 2 * depth)?;
    match value {
        Value::Nil => writeln!(out, "nil"),
        Value::Int(value) => writeln!(out, "int {value}"),
        Value::I8(value) => writeln!(out, "i8 {value}"),
        Value::Bool(value) => writeln!(out, "boolean {value}"),
        Value::Double(value) => writeln!(out, "double {value:?}"),
        Value::String(value) => writeln!(out, "string {value:?}"),
        Value::DateTime(value) => writeln!(out, "dateTime {value}"),
        Value::Base64(value) => {
            write!(out, "base64, {}", count(value.len(), "byte"))?;
            for (index, byte) in value.iter().take(BYTES).enumerate() {
                write!(out, "{} {byte:02x}", if index == 0 { ":" } else { "" })?;
            }
            writeln!(out, "{}", if value.len() > BYTES { " ..." } else { "" })
        }
        Value::Array(items) => {
            writeln!(out, "array, {}", count(items.len(), "item"))?;
            for (index, item) in items.iter().enumerate() {
                print_value(&format!("[{index}]"), item, depth + 1, out)?;
            }
            Ok(())
        }
        Value::Struct(members) => {
            writeln!(out, "struct, {}", count(members.len(), "member"))?;
            for (label, member) in members {
                print_value(&name(label), member, depth + 1, out)?;
            }
            Ok(())
        }
    }
}

/// A name as it is, or in quotes if it could be taken for something else.
fn name(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
    if !name.is_empty() && name.chars().all(plain) { name.to_owned() } else { format!("{name:?}") }
}

fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

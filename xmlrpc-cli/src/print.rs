//! A document, or why there is none, in the form that was asked for.

use std::io::{self, Write};

use crate::{
    args::Form,
    document::Document,
    json::Line,
    report::{Problem, complain},
    tree,
};

/// Prints it. Errors go to the output as JSON, and to standard error in the form for people.
pub(crate) fn print(
    document: &Result<Document, Problem>,
    form: Form,
    out: &mut impl Write,
) -> io::Result<()> {
    match (form, document) {
        (Form::Json(notation), document) => {
            let line = match document {
                Ok(document) => Line::of(document, notation),
                Err(error) => Line::Error { error },
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)
        }
        (Form::Tree, Ok(document)) => tree::print(document, out),
        (Form::Tree, Err(problem)) => {
            // On a terminal both are seen, in order.
            out.flush()?;
            complain(&problem.to_string());
            Ok(())
        }
    }
}

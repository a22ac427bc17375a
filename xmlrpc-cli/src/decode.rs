//! `xmlrpc decode`: from XML to what people or programs read.

use std::{
    io::{self, Write},
    path::Path,
};

use xmlrpc_core::wire::Limits;

use crate::{
    args::{DecodeArgs, Form},
    document::Document,
    input,
    json::{Line, Notation},
    report::{Problem, complain, printable},
    tree,
};

/// Decodes and prints each file. Whether all could be decoded.
pub(crate) fn run(args: &DecodeArgs, out: &mut impl Write) -> io::Result<bool> {
    let limits = Limits::default().body(args.max_body);
    let mut all = true;
    for (index, file) in args.files.iter().enumerate() {
        let document = input::read(file, limits.body)
            .and_then(|body| Document::read(&body, args.root.root(), limits))
            .map_err(|problem| problem.in_file(file));
        all &= document.is_ok();
        match args.form.form() {
            Form::Json(notation) => print_line(document, notation, out)?,
            Form::Tree => {
                if args.files.len() > 1 {
                    heading(index, file, out)?;
                }
                print_tree(document, out)?;
            }
        }
    }
    Ok(all)
}

fn print_line(
    document: Result<Document, Problem>,
    notation: Notation,
    out: &mut impl Write,
) -> io::Result<()> {
    let line = match &document {
        Ok(document) => Line::of(document, notation),
        Err(error) => Line::Error { error },
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}

fn print_tree(document: Result<Document, Problem>, out: &mut impl Write) -> io::Result<()> {
    match document {
        Ok(document) => tree::print(&document, out),
        Err(problem) => {
            // On a terminal both are seen, in order.
            out.flush()?;
            complain(&problem.to_string());
            Ok(())
        }
    }
}

/// Which file it is, as `head` and `tail` say it.
fn heading(index: usize, file: &Path, out: &mut impl Write) -> io::Result<()> {
    if index > 0 {
        writeln!(out)?;
    }
    writeln!(out, "==> {} <==", printable(&file.to_string_lossy()))
}

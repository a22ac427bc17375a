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
    print::print,
    report::printable,
};

/// Decodes and prints each file. Whether all could be decoded.
pub(crate) fn run(args: &DecodeArgs, out: &mut impl Write) -> io::Result<bool> {
    let limits = Limits::default().body(args.max_body);
    let form = args.form.form();
    let mut all = true;
    for (index, file) in args.files.iter().enumerate() {
        let document = input::read(file, limits.body)
            .and_then(|body| Document::read(&body, None, args.root.root(), limits))
            .map_err(|problem| problem.in_file(file));
        all &= document.is_ok();
        if matches!(form, Form::Tree) && args.files.len() > 1 {
            heading(index, file, out)?;
        }
        print(&document, form, out)?;
    }
    Ok(all)
}

/// Which file it is, as `head` and `tail` say it.
fn heading(index: usize, file: &Path, out: &mut impl Write) -> io::Result<()> {
    if index > 0 {
        writeln!(out)?;
    }
    writeln!(out, "==> {} <==", printable(&file.to_string_lossy()))
}

//! `xmlrpc encode`: from typed JSON to XML.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde_json::Value as Json;
use xmlrpc_core::ErrorKind;

use crate::{
    args::EncodeArgs,
    document::Root,
    input, json,
    nesting::too_deep,
    report::{Problem, complain, line_and_column},
    typed,
};

/// How deep the JSON of a document can nest: a call's object and list, three brackets for each struct, and the innermost
/// value.
const NESTING: usize = 3 * typed::DEPTH + 3;

/// The largest input, in bytes.
const MAX_INPUT: usize = 256 << 20;

/// Encodes each document of each file. Whether all could be encoded.
pub(crate) fn run(args: &EncodeArgs, out: &mut impl Write) -> io::Result<bool> {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let mut all = true;
    for file in files {
        match input::read(file, MAX_INPUT) {
            Ok(text) => all &= encode_file(file, &text, args.root.root(), out)?,
            Err(problem) => all &= fail(problem, file, out)?,
        }
    }
    Ok(all)
}

fn encode_file(
    file: &Path,
    text: &[u8],
    root: Option<Root>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let deep = too_deep(text, NESTING);
    // Up to where it is too deep; the parser then finds that the text ends early.
    let mut documents = serde_json::Deserializer::from_slice(&text[..deep.unwrap_or(text.len())]);
    documents.disable_recursion_limit();
    let mut documents = documents.into_iter::<Json>();
    if text.trim_ascii().is_empty() {
        return fail(Problem::new(ErrorKind::Empty, "nothing to encode"), file, out);
    }

    let mut all = true;
    let mut lines = Lines { text, at: 0, line: 1 };
    loop {
        let line = lines.of_document(documents.byte_offset());
        let problem = match documents.next() {
            None => return Ok(all),
            Some(Ok(json)) => match encode(json, root) {
                Ok(xml) => {
                    out.write_all(&xml)?;
                    continue;
                }
                Err(problem) => problem.at(line, None),
            },
            Some(Err(error)) => match deep {
                Some(at) if error.is_eof() => {
                    let (line, column) = line_and_column(&text[..at]);
                    Problem::from(typed::too_deep()).at(line, Some(column))
                }
                _ => Problem::json(&error),
            },
        };
        all = fail(problem, file, out)?;
    }
}

fn encode(json: Json, root: Option<Root>) -> Result<Vec<u8>, Problem> {
    let document = json::document(json)?;
    match root {
        Some(Root::Call) if document.root() != Root::Call => {
            return Err(Problem::new(ErrorKind::Root, "expected a call, found a response"));
        }
        Some(Root::Response) if document.root() != Root::Response => {
            return Err(Problem::new(ErrorKind::Root, "expected a response, found a call"));
        }
        _ => {}
    }
    let mut xml = Vec::new();
    document.write(&mut xml)?;
    xml.push(b'\n');
    Ok(xml)
}

/// Counts lines, once each, however many documents there are.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line in which the document begins that follows this place.
    fn of_document(&mut self, place: usize) -> usize {
        let space = self.text[place..].iter().take_while(|byte| byte.is_ascii_whitespace());
        let start = place + space.count();
        self.line += self.text[self.at..start].iter().filter(|&&byte| byte == b'\n').count();
        self.at = start;
        self.line
    }
}

/// Reports it; that is a failure, always.
fn fail(problem: Problem, file: &Path, out: &mut impl Write) -> io::Result<bool> {
    out.flush()?;
    complain(&problem.in_file(file).to_string());
    Ok(false)
}

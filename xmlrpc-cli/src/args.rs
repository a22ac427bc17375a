//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::{document::Root, json::Notation};

const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  something could not be read, decoded, encoded or written
  2  the command line is not as it should be";

const DECODE: &str = "\
The JSON forms print one object a line, a line for each file, in order:
  {\"method\":\"m\",\"params\":[V,...]}             a call
  {\"value\":V}                                 a response
  {\"fault\":{\"code\":4,\"string\":\"...\"}}         a response that is a fault
  {\"error\":{\"kind\":\"...\",\"message\":\"...\"}}    what could not be decoded

The kind of an error is syntax, type, range, limit, doctype, encoding, empty, root, structure, or io for a file that
cannot be read. As far as they are known, the error also has the file, the path of the value (params[1].born), the
offset in bytes, the line and the column. With --tree, errors go to standard error.

Exit codes:
  0  all files were decoded; a fault is a response like any other
  1  at least one could not be read or decoded
  2  the command line is not as it should be";

const ENCODE: &str = "\
The input is what `decode --typed-json` prints, any number of objects:
  {\"method\":\"m\",\"params\":[V,...]}             a call
  {\"value\":V}                                 a response
  {\"fault\":{\"code\":4,\"string\":\"...\"}}         a response that is a fault

where V is an object with one key:
  {\"int\":1}  {\"i8\":5}  {\"bool\":true}  {\"double\":1.5}  {\"string\":\"x\"}  {\"nil\":null}
  {\"datetime\":\"1998-07-17T14:08:55\"}  {\"base64\":\"aGk=\"}
  {\"array\":[V,...]}  {\"struct\":[[\"name\",V],...]}

Each document ends with a line feed. Errors go to standard error.

Exit codes:
  0  all input was encoded
  1  something could not be read or encoded
  2  the command line is not as it should be";

/// Shows what XML-RPC documents hold, and writes them.
#[derive(Debug, Parser)]
#[command(name = "xmlrpc", version, after_help = EXIT_CODES)]
// `help` will be a command that asks a server.
#[command(disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Decode(DecodeArgs),
    Encode(EncodeArgs),
}

/// Shows what calls and responses hold.
#[derive(Debug, clap::Args)]
#[command(after_help = DECODE)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) root: RootArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// The largest document that is read; K, M and G are understood.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_body: usize,
    /// Documents to decode; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

/// Writes calls and responses from typed JSON.
#[derive(Debug, clap::Args)]
#[command(after_help = ENCODE)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) root: RootArgs,
    /// Typed JSON to encode; `-`, or none, is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct RootArgs {
    /// Takes nothing but calls. Without it and --response, the document tells.
    #[arg(long)]
    call: bool,
    /// Takes nothing but responses.
    #[arg(long)]
    response: bool,
}

impl RootArgs {
    /// What a document must be, if that was said.
    pub(crate) fn root(&self) -> Option<Root> {
        match (self.call, self.response) {
            (true, _) => Some(Root::Call),
            (_, true) => Some(Root::Response),
            _ => None,
        }
    }
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct FormArgs {
    /// Prints an indented form for people, with types: the default, on a terminal and elsewhere.
    #[arg(long)]
    tree: bool,
    /// Prints plain JSON, in which dates and base64 are strings.
    #[arg(long)]
    json: bool,
    /// Prints JSON that keeps every type, and that `xmlrpc encode` takes.
    #[arg(long)]
    typed_json: bool,
}

/// What `decode` prints.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Tree,
    Json(Notation),
}

impl FormArgs {
    pub(crate) fn form(&self) -> Form {
        match (self.json, self.typed_json) {
            (true, _) => Form::Json(Notation::Plain),
            (_, true) => Form::Json(Notation::Typed),
            _ => Form::Tree,
        }
    }
}

/// A number of bytes, such as `64M`.
fn bytes(text: &str) -> Result<usize, &'static str> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or("expected a number of bytes, such as 1000000 or 64M")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_commands_is_sound() {
        use clap::CommandFactory as _;
        Args::command().debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("0", Ok(0)),
            ("17", Ok(17)),
            ("2k", Ok(2048)),
            ("16M", Ok(16 << 20)),
            ("1G", Ok(1 << 30)),
        ] {
            assert_eq!(bytes(text), size, "{text}");
        }
        for text in ["", "M", "-1", "1.5M", "1MB", "18446744073709551615K"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}

//! The command lines of `decode` and `encode`.

use std::path::PathBuf;

use super::{FormArgs, bytes};
use crate::document::Root;

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

//! The command line.

use std::{path::PathBuf, time::Duration};

use clap::Parser;

use crate::{document::Root, json::Notation, params::Writing};

const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  something could not be called, read, decoded, encoded or written
  2  the command line is not as it should be
  3  the server answered a call with a fault";

const CALL: &str = "\
URL is http://host[:port][/path], https://..., http+unix:///socket[:/path], scgi://host:port or
scgi+unix:///socket; without a path it means /RPC2. Credentials are taken from the environment: XMLRPC_USER and
XMLRPC_PASSWORD, or XMLRPC_TOKEN; or from the URL: http://user:password@host.

An ARG says its type by a letter, or is JSON, or else is a string:
  i/5  I/9  d/1.5  b/t  s/text  h/00ff  t/1998-07-17T14:08:55  n/
       int, i8, double, boolean, string, base64 from hexadecimal digits, dateTime.iso8601, nil
  5  1.5  true  null  \"text\"  [1,2]  {\"a\":1}
       JSON; an integer of more than 32 bits is an i8
  text
       a string; s/5 is the string 5
With --args json each must be JSON. With --args typed each is an object as --typed-json prints them:
  {\"int\":1}  {\"datetime\":\"1998-07-17T14:08:55\"}  {\"array\":[{\"int\":1}]}  {\"struct\":[[\"name\",{\"int\":1}]]}
After -- nothing is an option.

The JSON forms print one object:
  {\"value\":V}                                 the result
  {\"fault\":{\"code\":4,\"string\":\"...\"}}         a fault
  {\"error\":{\"kind\":\"...\",\"message\":\"...\"}}    no answer, or one that cannot be read

The kind of an error is resolve, connect, timeout, tls, http, or one of those of `xmlrpc decode`. Where the server
answered with another HTTP status than 200, the error has it as status. With --tree, errors go to standard error.

Exit codes:
  0  the server answered with a result
  1  there is no answer, or it cannot be read
  2  the command line is not as it should be
  3  the server answered with a fault";

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

/// Calls XML-RPC servers, shows what documents hold, and writes them.
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
    Call(CallArgs),
    Decode(DecodeArgs),
    Encode(EncodeArgs),
}

/// Calls a method of a server and prints the answer.
#[derive(Debug, clap::Args)]
#[command(after_help = CALL)]
pub(crate) struct CallArgs {
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// How the ARGs are written.
    #[arg(long, value_name = "WRITING", value_enum, default_value_t = Writing::Mixed)]
    pub(crate) args: Writing,
    /// How long the whole call may take, such as 500ms or 2m.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub(crate) timeout: Duration,
    /// Sends credentials to another machine without TLS, for everybody on the way to read.
    #[arg(long)]
    pub(crate) plaintext: bool,
    /// The largest answer that is read; K, M and G are understood.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_body: usize,
    /// Where the server answers.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// The name of the method.
    #[arg(value_name = "METHOD")]
    pub(crate) method: String,
    /// The parameters.
    #[arg(value_name = "ARG", allow_negative_numbers = true)]
    pub(crate) params: Vec<String>,
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

/// A time with its unit, such as `5s`.
fn time(text: &str) -> Result<Duration, &'static str> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) => Err("a time of zero allows no call at all"),
        Err(_) => Err("expected a time with its unit, such as 5s or 500ms"),
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

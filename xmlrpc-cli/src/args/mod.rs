//! The command line.

mod about;
mod bench;
mod call;
mod called;
mod codec;
mod completions;
mod form;
mod generate;
mod server;
mod tap;

use std::time::Duration;

use clap::Parser;

use crate::exit;

pub(crate) use self::{
    about::{HelpArgs, ListArgs},
    bench::BenchArgs,
    call::CallArgs,
    called::CalledArgs,
    codec::{DecodeArgs, EncodeArgs},
    completions::{CompletionsArgs, ManArgs},
    form::{Form, FormArgs},
    generate::{GenerateArgs, Only},
    server::ServerArgs,
    tap::TapArgs,
};

/// Asks XML-RPC servers, writes traits for them, shows what documents hold, and writes them.
#[derive(Debug, Parser)]
#[command(name = "xmlrpc", version, after_help = exit::CODES)]
// `help` is a command that asks a server.
#[command(disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Call(CallArgs),
    List(ListArgs),
    Help(HelpArgs),
    Generate(GenerateArgs),
    Bench(BenchArgs),
    Tap(TapArgs),
    Decode(DecodeArgs),
    Encode(EncodeArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
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

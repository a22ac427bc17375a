//! `xmlrpc help`: what a server tells of one method.

use std::io::{self, Write};

use clap::CommandFactory as _;
use serde_json::json;
use xmlrpc_core::{Error, ErrorKind};

use crate::{
    about::{self, About, Told},
    args::{Args, Form, HelpArgs},
    exit::{Exit, Stop},
    paint::Paint,
    report::{complain, printable},
    server::{Server, check_name},
};

/// Prints what is told.
pub(crate) fn run(args: &HelpArgs, out: &mut impl Write) -> Result<Exit, Stop> {
    let Some(method) = &args.method else {
        return of_a_command(&args.server.url, out);
    };
    check_name(method)?;
    let server = Server::of(&args.server)?;
    match about::method(&server, method) {
        Ok(about) => {
            let nothing = matches!((&about.types, &about.help), (Told::Untold(_), Told::Untold(_)));
            if nothing && !args.json && lacks(&server, method) {
                complain(&format!(
                    "the server has no method {}: see `xmlrpc list`",
                    printable(method)
                ));
                return Ok(Exit::Failed);
            }
            if args.json { print_json(&about, out) } else { print(&about, out) }?;
            Ok(Exit::of(!nothing))
        }
        Err(failure) => Ok(failure.print(Form::of(args.json), out)?),
    }
}

/// Prints what `--help` tells of a command.
fn of_a_command(name: &str, out: &mut impl Write) -> Result<Exit, Stop> {
    let mut all = Args::command();
    all.build();
    match all.find_subcommand_mut(name) {
        Some(command) => write!(out, "{}", command.render_long_help())?,
        None => {
            let what = "which method? `xmlrpc help URL METHOD` asks a server of one of its methods; `xmlrpc help call` \
                        tells of the command `call`";
            return Err(Error::new(ErrorKind::Params, what).into());
        }
    }
    Ok(Exit::Well)
}

/// Whether the server lists its methods, and not this one.
fn lacks(server: &Server, method: &str) -> bool {
    about::methods(server).is_ok_and(|names| !names.iter().any(|name| name == method))
}

fn print(about: &About, out: &mut impl Write) -> io::Result<()> {
    let paint = Paint::of_output();
    let name = paint.bold(&printable(&about.name));
    match &about.types {
        Told::Told(forms) => {
            for form in forms {
                let shown = form.shown("");
                writeln!(out, "{name}{}", printable(&shown))?;
            }
            if forms.iter().any(about::Form::has_i8) {
                writeln!(out, "{}", paint.dim("(i8: an integer of 8 bytes)"))?;
            }
        }
        Told::Untold(why) => {
            writeln!(out, "{name}(...)\n{}", paint.dim(&format!("({})", printable(why))))?;
        }
    }
    writeln!(out)?;
    match &about.help {
        Told::Told(text) => {
            lines(text).into_iter().try_for_each(|line| writeln!(out, "{}", printable(line)))
        }
        Told::Untold(why) => writeln!(out, "{}", paint.dim(&format!("({})", printable(why)))),
    }
}

/// The lines of a help text, without what all but the first are indented by.
fn lines(text: &str) -> Vec<&str> {
    let text = text.trim();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let blank = |line: &&str| line.trim().is_empty();
    let least = text.lines().skip(1).filter(|line| !blank(line)).map(|line| indent(&line)).min();
    let cut = |line| if blank(&line) { "" } else { line };
    let rest = text.lines().skip(1).map(|line| line.get(least.unwrap_or(0)..).unwrap_or_default());
    text.lines().take(1).chain(rest).map(cut).collect()
}

fn print_json(about: &About, out: &mut impl Write) -> io::Result<()> {
    let forms = match &about.types {
        Told::Told(forms) => Some(
            forms
                .iter()
                .map(|form| std::iter::once(&form.result).chain(&form.params).collect::<Vec<_>>()),
        ),
        Told::Untold(_) => None,
    };
    let help = match &about.help {
        Told::Told(text) => Some(text),
        Told::Untold(_) => None,
    };
    let forms = forms.map(Iterator::collect::<Vec<_>>);
    writeln!(out, "{}", json!({ "method": about.name, "signatures": forms, "help": help }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_not_indented_as_it_was_in_the_source() {
        assert_eq!(lines("\n One\n\n    two\n      three\n   \n "), ["One", "", "two", "  three"]);
        assert!(lines("").is_empty());
        assert_eq!(lines("one\n\u{a0}two\nthree"), ["one", "\u{a0}two", "three"]);
    }
}

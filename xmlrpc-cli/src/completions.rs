//! `xmlrpc completions` and `xmlrpc man`: what shells and `man` want to know, from the description of the command line.

use std::io::{self, Write};

use clap::CommandFactory as _;

use crate::{
    args::{Args, CompletionsArgs, ManArgs},
    exit::Exit,
    report::complain,
};

/// Prints the completions of a shell.
pub(crate) fn run(args: &CompletionsArgs, out: &mut impl Write) -> io::Result<()> {
    // It does not take it well when it cannot write.
    let mut text = Vec::new();
    clap_complete::generate(args.shell.known(), &mut Args::command(), "xmlrpc", &mut text);
    out.write_all(&text)
}

/// Prints the page for `man` of the command, or of one of its commands.
pub(crate) fn man(args: &ManArgs, out: &mut impl Write) -> io::Result<Exit> {
    let mut command = Args::command();
    command.build();
    let page = match &args.command {
        None => clap_mangen::Man::new(command),
        Some(name) => match command.find_subcommand(name) {
            Some(sub) => clap_mangen::Man::new(sub.clone()).title(format!("xmlrpc-{name}")),
            None => {
                complain(&format!("there is no command {name:?}"));
                return Ok(Exit::Usage);
            }
        },
    };
    page.render(out)?;
    Ok(Exit::Well)
}

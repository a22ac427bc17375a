//! The command lines of `list` and `help`.

use super::ServerArgs;
use crate::exit;

/// Lists the methods of a server, as it tells them.
#[derive(Debug, clap::Args)]
#[command(after_help = exit::CODES)]
pub(crate) struct ListArgs {
    /// Prints an object, {"methods":[...]}, instead of a line for each.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
}

/// Tells what a server knows of a method: its types and its help.
///
/// What the server does not tell is said. Without a method, the name of a command is followed by what `--help` tells of it.
#[derive(Debug, clap::Args)]
#[command(after_help = exit::CODES)]
pub(crate) struct HelpArgs {
    /// Prints an object, with null for what is not told:
    ///   {"method":"m","signatures":[["int","string"]],"help":"..."}
    /// In a signature the type of the result comes first.
    #[arg(long, verbatim_doc_comment)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// The name of the method.
    #[arg(value_name = "METHOD")]
    pub(crate) method: Option<String>,
}

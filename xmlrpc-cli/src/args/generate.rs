//! The command line of `generate`.

use super::ServerArgs;
use crate::exit;

/// Writes a trait for `#[service]` from what a server tells of its methods
///
/// It goes to standard output, compiles as it comes, and is a beginning: where the server tells no types there
/// is Value, and a comment says why. A method that can be called in several forms becomes one of optional
/// parameters, and of Value where the forms differ. Nothing is called but system.listMethods,
/// system.methodSignature, system.methodHelp and system.multicall.
#[derive(Debug, clap::Args)]
#[command(after_help = exit::CODES, verbatim_doc_comment)]
pub(crate) struct GenerateArgs {
    /// What the trait is called. By default the namespace tells.
    #[arg(long, value_name = "TRAIT")]
    pub(crate) name: Option<String>,
    /// Takes only methods whose names begin like this, such as `d.`; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub(crate) prefix: Vec<String>,
    /// Takes the system.* methods too.
    #[arg(long)]
    pub(crate) system: bool,
    /// Writes `async fn`s.
    #[arg(long = "async")]
    pub(crate) awaited: bool,
    /// Has the macro write one side only.
    #[arg(long, value_name = "SIDE", value_enum)]
    pub(crate) only: Option<Only>,
    /// How many parameters a method gets whose types the server does not tell; all of them may be left out.
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=16))]
    pub(crate) unknown: u8,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
}

/// A side of a service.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Only {
    Client,
    Server,
}

impl Only {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Only::Client => "client",
            Only::Server => "server",
        }
    }
}

//! What is called, where, and with what: the same for every command that makes calls.

use super::ServerArgs;
use crate::params::Writing;

#[derive(Debug, clap::Args)]
pub(crate) struct CalledArgs {
    /// How the ARGs are written: `xmlrpc call --help` tells.
    #[arg(long, value_name = "WRITING", value_enum, default_value_t = Writing::Mixed)]
    pub(crate) args: Writing,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// The name of the method.
    #[arg(value_name = "METHOD")]
    pub(crate) method: String,
    /// The parameters.
    #[arg(value_name = "ARG", allow_negative_numbers = true)]
    pub(crate) params: Vec<String>,
}

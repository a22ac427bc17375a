//! The command line of `bench`.

use std::time::Duration;

use super::{CalledArgs, time};
use crate::exit;

/// Calls a method again and again, and tells how long that takes
///
/// A call is timed from its first byte out to its last byte in; reading what it holds is not. The first call of each
/// connection is not counted. --calls and --time hold for --connected and --reconnecting each; both are measured
/// unless one is asked for. Over SCGI every call has a connection of its own.
///
/// The JSON is one object for each:
///   {"mode":"connected","connections":1,"calls":9,"faults":0,"errors":0,"seconds":1.5,"per_second":6.0,
///    "microseconds":{"min":..,"mean":..,"p50":..,"p90":..,"p99":..,"p99.9":..,"max":..},
///    "histogram":[[up to so many microseconds, calls],...]}
#[derive(Debug, clap::Args)]
#[command(after_help = exit::CODES, verbatim_doc_comment)]
pub(crate) struct BenchArgs {
    /// Measures calls on kept connections.
    #[arg(long)]
    pub(crate) connected: bool,
    /// Measures calls on a new connection each.
    #[arg(long)]
    pub(crate) reconnecting: bool,
    /// How many calls are made, all connections together.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) calls: Option<u64>,
    /// How long calls are made. By default 5s, unless --calls is given.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// How many connections call at once.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) connections: u16,
    /// Prints objects instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) called: CalledArgs,
}

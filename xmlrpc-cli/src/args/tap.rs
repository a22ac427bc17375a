//! The command line of `tap`.

use super::ServerArgs;
use crate::exit;

/// Stands between clients and a server, and prints each call and its answer
///
/// Bodies are passed on byte for byte, and so are the status, the method and the fields of heads, but for: Host, which
/// names the server; Accept-Encoding and Expect, which are left out so that what comes can be shown; and the fields of
/// the connection itself (Connection, Transfer-Encoding and their like). A chunked body is passed on in one piece.
/// The path is the one in URL, if it has one, and else the client's. Credentials are the client's: the tap takes none of
/// its own. What is no XML-RPC is passed on too, and said.
///
/// To scgi servers the tap makes the calls itself: nothing of the client's head is passed on, and an answer has the
/// status 200, or 502 with the reason where there is none.
///
/// LISTEN is an address such as 127.0.0.1:8001 or :8001, or the path of a unix socket, with a slash in it.
#[derive(Debug, clap::Args)]
#[command(after_help = exit::CODES, verbatim_doc_comment)]
pub(crate) struct TapArgs {
    /// Prints calls and answers whole, as trees.
    #[arg(long, conflicts_with = "json")]
    pub(crate) full: bool,
    /// Prints an object a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Listens on an address that others can reach.
    #[arg(long)]
    pub(crate) public: bool,
    /// Where clients call.
    #[arg(value_name = "LISTEN")]
    pub(crate) listen: String,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
}

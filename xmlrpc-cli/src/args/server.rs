//! Where a server is and how it is reached: the same for every command that asks one.

use std::{path::PathBuf, time::Duration};

use super::{bytes, time};

#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// How long a whole call may take, such as 500ms or 2m.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, help_heading = SERVER)]
    pub(crate) timeout: Duration,
    /// The largest answer that is read; K, M and G are understood.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes, help_heading = SERVER)]
    pub(crate) max_body: usize,
    /// Who calls. The password comes from XMLRPC_PASSWORD or --password-file.
    #[arg(long, value_name = "USER", help_heading = SERVER)]
    pub(crate) user: Option<String>,
    /// A file whose first line is the password.
    #[arg(long, value_name = "FILE", help_heading = SERVER)]
    pub(crate) password_file: Option<PathBuf>,
    /// Sends credentials to another machine without TLS, for everybody on the way to read.
    #[arg(long, help_heading = SERVER)]
    pub(crate) plaintext: bool,
    /// A line that is added to the head of every request, such as 'X-Tenant: 7'; may be repeated.
    #[arg(long, value_name = "NAME: VALUE", value_parser = header, help_heading = SERVER)]
    pub(crate) header: Vec<(String, String)>,
    /// Trusts the certificates in this PEM file instead of the usual ones.
    #[arg(long, value_name = "FILE", help_heading = SERVER)]
    pub(crate) cacert: Option<PathBuf>,
    /// Shows the certificate in this PEM file to a server that asks for one.
    #[arg(long, value_name = "FILE", requires = "key", help_heading = SERVER)]
    pub(crate) cert: Option<PathBuf>,
    /// The key of --cert, in a PEM file.
    #[arg(long, value_name = "FILE", requires = "cert", help_heading = SERVER)]
    pub(crate) key: Option<PathBuf>,
    /// Accepts any certificate: whoever is on the way can read and change everything.
    #[arg(long, conflicts_with = "cacert", help_heading = SERVER)]
    pub(crate) insecure: bool,
    /// Where the server answers.
    #[arg(value_name = "URL", help = URL)]
    pub(crate) url: String,
}

const SERVER: &str = "Reaching the server";

const URL: &str = "\
Where the server answers, by default at the path /RPC2:
  http://host[:port][/path]   https://...   http+unix:///socket[:/path]
  scgi://host:port            scgi+unix:///socket
Credentials are those of --user and --password-file, or in the URL: http://user:password@host.
Without them XMLRPC_USER and XMLRPC_PASSWORD, or XMLRPC_TOKEN, are sent to whatever server the
URL names; over SCGI, which has no place for credentials, they are not.";

/// A name and a value, with a colon between them.
fn header(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once(':') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected a name and a value, such as 'X-Tenant: 7'"),
    }
}

//! What the client's messages tell to write, as it is written here: on the command line and in the environment.

use xmlrpc_client::hint;

/// The same text, for people at a command line.
pub(crate) fn in_own_words(text: &str) -> String {
    text.replace(
        hint::USER,
        "--user and --password-file, or XMLRPC_USER and XMLRPC_PASSWORD in the environment",
    )
    .replace(hint::TOKEN, "XMLRPC_TOKEN in the environment")
    .replace(hint::PLAINTEXT, "say --plaintext")
    // There is none here.
    .replace(hint::LOCAL, "")
}

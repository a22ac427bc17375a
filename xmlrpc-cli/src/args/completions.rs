//! The command lines of `completions` and `man`.

/// Prints what a shell needs to complete this command's words
///
/// bash: xmlrpc completions bash > ~/.local/share/bash-completion/completions/xmlrpc
/// zsh:  xmlrpc completions zsh > a folder of $fpath, as _xmlrpc
/// fish: xmlrpc completions fish > ~/.config/fish/completions/xmlrpc.fish
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the page for `man`
///
/// xmlrpc man > /usr/local/share/man/man1/xmlrpc.1
/// xmlrpc man call > /usr/local/share/man/man1/xmlrpc-call.1
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct ManArgs {
    /// Of this command, and not of all.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    pub(crate) fn known(self) -> clap_complete::Shell {
        match self {
            Shell::Bash => clap_complete::Shell::Bash,
            Shell::Zsh => clap_complete::Shell::Zsh,
            Shell::Fish => clap_complete::Shell::Fish,
        }
    }
}

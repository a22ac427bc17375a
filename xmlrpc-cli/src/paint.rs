//! Colours, on a terminal and nowhere else.

use std::{
    env,
    io::{self, IsTerminal as _},
};

/// Whether there are colours: only on a terminal, and not if `NO_COLOR` is set to anything.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint(bool);

impl Paint {
    /// For standard output.
    pub(crate) fn of_output() -> Self {
        Paint(io::stdout().is_terminal() && wanted())
    }

    /// For standard error.
    pub(crate) fn of_errors() -> Self {
        Paint(io::stderr().is_terminal() && wanted())
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// As <https://no-color.org> has it, and not on a terminal that knows none.
fn wanted() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

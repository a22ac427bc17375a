//! In which form a command prints.

use crate::json::Notation;

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct FormArgs {
    /// Prints an indented form for people, with types: the default, on a terminal and elsewhere.
    #[arg(long)]
    tree: bool,
    /// Prints plain JSON, in which dates and base64 are strings.
    #[arg(long)]
    json: bool,
    /// Prints JSON that keeps every type, and that `xmlrpc encode` takes.
    #[arg(long)]
    typed_json: bool,
}

/// What is printed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Tree,
    Json(Notation),
}

impl Form {
    /// Of a command that prints for people, or as JSON.
    pub(crate) fn of(json: bool) -> Self {
        if json { Form::Json(Notation::Plain) } else { Form::Tree }
    }
}

impl FormArgs {
    pub(crate) fn form(&self) -> Form {
        match (self.json, self.typed_json) {
            (true, _) => Form::Json(Notation::Plain),
            (_, true) => Form::Json(Notation::Typed),
            _ => Form::Tree,
        }
    }
}

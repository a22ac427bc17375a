//! How names in Rust become names on the wire: what `rename_all` of `#[service]` does.

/// A value of `rename_all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Camel,
    Pascal,
    Kebab,
    ScreamingSnake,
}

impl Case {
    pub(crate) const ALL: [Case; 5] =
        [Case::Snake, Case::Camel, Case::Pascal, Case::Kebab, Case::ScreamingSnake];

    /// As it is written in the attribute; the first is what holds without one.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Case::Snake => "snake_case",
            Case::Camel => "camelCase",
            Case::Pascal => "PascalCase",
            Case::Kebab => "kebab-case",
            Case::ScreamingSnake => "SCREAMING_SNAKE_CASE",
        }
    }

    /// The name on the wire of a method that has this name in Rust.
    pub(crate) fn apply(self, name: &str) -> String {
        match self {
            Case::Snake => name.to_owned(),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingSnake => name.to_uppercase(),
            Case::Camel => capitalized(name, false),
            Case::Pascal => capitalized(name, true),
        }
    }
}

fn capitalized(name: &str, mut upper: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c == '_' {
            upper |= !out.is_empty();
        } else if upper {
            out.extend(c.to_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}

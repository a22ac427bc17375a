//! How a method's name in Rust becomes its name on the wire.

#[derive(Clone, Copy, Default)]
pub(crate) enum Case {
    /// As in Rust.
    #[default]
    Snake,
    Camel,
    Pascal,
    Kebab,
    ScreamingSnake,
}

impl Case {
    pub(crate) const ALLOWED: &str =
        "`snake_case`, `camelCase`, `PascalCase`, `kebab-case` or `SCREAMING_SNAKE_CASE`";

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "snake_case" => Case::Snake,
            "camelCase" => Case::Camel,
            "PascalCase" => Case::Pascal,
            "kebab-case" => Case::Kebab,
            "SCREAMING_SNAKE_CASE" => Case::ScreamingSnake,
            _ => return None,
        })
    }

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
            // A leading underscore capitalizes nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renames_as_serde_does() {
        for (case, expected) in [
            ("snake_case", "get_person2_by_id"),
            ("camelCase", "getPerson2ById"),
            ("PascalCase", "GetPerson2ById"),
            ("kebab-case", "get-person2-by-id"),
            ("SCREAMING_SNAKE_CASE", "GET_PERSON2_BY_ID"),
        ] {
            assert_eq!(
                Case::parse(case).map(|case| case.apply("get_person2_by_id")).as_deref(),
                Some(expected)
            );
        }
        assert_eq!(Case::Camel.apply("_x_y"), "xY");
    }
}

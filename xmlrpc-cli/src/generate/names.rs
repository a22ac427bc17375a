//! From names on the wire to names in Rust.

use std::collections::HashSet;

use super::case::Case;

/// Words that are written `r#word` as a name.
const RAW: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that cannot be a name in any way.
const NEVER: [&str; 4] = ["self", "super", "crate", "Self"];

/// What the generated code means by these names.
const TAKEN: [&str; 12] = [
    "Value", "Result", "BTreeMap", "DateTime", "Option", "String", "Vec", "Some", "None", "Ok",
    "Err", "Self",
];

/// What all names have before their last dots.
pub(crate) fn namespace<'a>(names: &[&'a str]) -> Option<&'a str> {
    let first = names.first()?;
    let holds = |end: &usize| {
        let within = |name: &&str| {
            name.len() > end + 1 && name.as_bytes()[*end] == b'.' && name[..*end] == first[..*end]
        };
        // Bytes that are a character's part are no dot, and so is what they stand behind no place to cut.
        names.iter().all(|name| name.is_char_boundary(*end) && within(name))
    };
    let end = first.rmatch_indices('.').map(|(at, _)| at).filter(|&at| at > 0).find(holds)?;
    Some(&first[..end])
}

/// The names of methods, no two of them alike, and how most of them become what they are on the wire.
pub(crate) fn methods(wire: &[&str]) -> (Vec<String>, Case) {
    let mut used = HashSet::new();
    let mut names = Vec::with_capacity(wire.len());
    for name in wire {
        let snake = snake(name);
        let mut free = snake.clone();
        let mut number = 2;
        while !used.insert(free.clone()) {
            free = format!("{snake}_{number}");
            number += 1;
        }
        names.push(free);
    }
    let fitting = |case: Case| {
        names.iter().zip(wire).filter(|(name, wire)| case.apply(name) == **wire).count()
    };
    // The first of those that fit best.
    let case = Case::ALL.into_iter().rev().max_by_key(|&case| fitting(case));
    (names, case.unwrap_or(Case::Snake))
}

/// A name as it is written: `r#type`.
pub(crate) fn written(name: &str) -> String {
    if RAW.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

/// In small letters, with an underscore where a word begins.
pub(crate) fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 8);
    for (index, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            separate(&mut out);
            continue;
        }
        let before = index.checked_sub(1).and_then(|index| chars.get(index));
        let after = chars.get(index + 1);
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || after.is_some_and(char::is_ascii_lowercase)
            });
        if begins {
            separate(&mut out);
        }
        out.push(c.to_ascii_lowercase());
    }
    let out = out.trim_end_matches('_');
    match out.chars().next() {
        None => "method".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{out}"),
        Some(_) if NEVER.contains(&out) => format!("{out}_"),
        Some(_) => out.to_owned(),
    }
}

fn separate(out: &mut String) {
    if !out.is_empty() && !out.ends_with('_') {
        out.push('_');
    }
}

/// What the trait of this namespace is called.
pub(crate) fn of_trait(namespace: Option<&str>) -> String {
    let last = namespace.and_then(|name| name.rsplit('.').find(|part| !part.is_empty()));
    let Some(last) = last else { return "Api".to_owned() };
    let name = Case::Pascal.apply(&snake(last));
    if can_be_trait(&name) { name } else { format!("{name}Api") }
}

/// Whether a trait can be called so.
pub(crate) fn can_be_trait(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && ![RAW.as_slice(), &NEVER, &TAKEN].concat().contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for (wire, name) in [
            ("getAPIVersion", "get_api_version"),
            ("d.multicall2", "d_multicall2"),
            ("x2Y", "x2_y"),
            ("HTTPServer", "http_server"),
            ("a-b__c", "a_b_c"),
            ("_private_", "private"),
            ("self", "self_"),
            ("2nd", "n2nd"),
            ("中", "method"),
            ("", "method"),
        ] {
            assert_eq!(snake(wire), name, "{wire}");
        }
        assert_eq!(written("type"), "r#type");
        assert_eq!(written("kind"), "kind");
    }

    #[test]
    fn the_namespace_is_what_all_have() {
        assert_eq!(namespace(&["a.b.c", "a.b.d"]), Some("a.b"));
        assert_eq!(namespace(&["a.b.c", "a.d"]), Some("a"));
        assert_eq!(namespace(&["a.b", "ab.c"]), None);
        assert_eq!(namespace(&["a.b", "a."]), None);
        assert_eq!(namespace(&["a.b", "é"]), None);
        assert_eq!(namespace(&["x", "a.b"]), None);
        assert_eq!(namespace(&["a.b", "a"]), None);
        assert_eq!(namespace(&[]), None);
    }

    #[test]
    fn no_two_are_alike_and_most_need_no_name_of_their_own() {
        let (names, case) = methods(&["getX", "get_x", "putY", "get_x_2"]);
        assert_eq!(names, ["get_x", "get_x_2", "put_y", "get_x_2_2"]);
        assert_eq!(case, Case::Camel);
        assert_eq!(methods(&["add", "sub"]).1, Case::Snake);
    }

    #[test]
    fn traits_are_not_called_what_the_code_means_otherwise() {
        assert_eq!(of_trait(None), "Api");
        assert_eq!(of_trait(Some("a.person_db")), "PersonDb");
        assert_eq!(of_trait(Some("value")), "ValueApi");
        assert!(!can_be_trait("a b") && !can_be_trait("1x") && can_be_trait("RTorrent"));
    }
}

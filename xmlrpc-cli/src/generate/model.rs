//! The trait that is written.

use super::{
    case::Case,
    docs::{self, commented},
    names,
    types::Type,
};
use crate::about::{About, Form, Told};

/// What the command line says of it.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) name: Option<String>,
    pub(crate) prefix: Option<String>,
    pub(crate) awaited: bool,
    pub(crate) only: Option<&'static str>,
    /// How many parameters a method of unknown types gets.
    pub(crate) unknown: usize,
    /// Where the server is, without credentials.
    pub(crate) url: String,
    pub(crate) command: String,
}

#[derive(Debug)]
pub(crate) struct Trait {
    pub(crate) options: Options,
    pub(crate) name: String,
    pub(crate) namespace: Option<String>,
    pub(crate) case: Case,
    pub(crate) methods: Vec<Method>,
    /// Names that no method can have.
    pub(crate) left_out: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: String,
    /// Its name on the wire, where the case does not give it.
    pub(crate) rename: Option<String>,
    pub(crate) docs: Vec<String>,
    /// Why a type is not known better.
    pub(crate) notes: Vec<String>,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Type,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) kind: Type,
    pub(crate) optional: bool,
}

impl Trait {
    pub(crate) fn of(abouts: &[About], options: Options) -> Self {
        let (abouts, odd): (Vec<_>, Vec<_>) = abouts.iter().partition(|it| can_be_named(&it.name));
        let full: Vec<_> = abouts.iter().map(|about| about.name.as_str()).collect();
        let namespace = names::namespace(&full);
        let start = namespace.map_or(0, |namespace| namespace.len() + 1);
        let wire: Vec<_> = full.iter().map(|name| &name[start..]).collect();
        let (names, case) = names::methods(&wire);
        let methods = names
            .into_iter()
            .zip(wire)
            .zip(&abouts)
            .map(|((name, wire), about)| {
                let rename = (case.apply(&name) != wire).then(|| wire.to_owned());
                Method::of(name, rename, about, options.unknown)
            })
            .collect();
        let prefix = options.prefix.as_deref();
        Trait {
            name: options.name.clone().unwrap_or_else(|| names::of_trait(namespace.or(prefix))),
            namespace: namespace.map(str::to_owned),
            case,
            methods,
            left_out: odd.iter().map(|about| commented(&about.name)).collect(),
            options,
        }
    }
}

/// What `#[service]` takes for a name on the wire.
fn can_be_named(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control())
}

impl Method {
    fn of(name: String, rename: Option<String>, about: &About, unknown: usize) -> Self {
        let (help, mut docs) = match &about.help {
            Told::Told(text) => (text.as_str(), docs::lines(text)),
            Told::Untold(_) => ("", Vec::new()),
        };
        if docs.is_empty() {
            docs.push(format!(
                "`{}`; the server has no help for it.",
                about.name.replace('`', "'")
            ));
        }
        let mut method =
            Method { name, rename, docs, notes: Vec::new(), params: Vec::new(), result: Type::Any };
        match &about.types {
            Told::Told(forms) => method.take(forms, help),
            Told::Untold(why) => {
                method.notes.push(format!("Any values: {}.", commented(why)));
                let kind = Type::Any;
                method.params = (0..unknown)
                    .map(|index| Param { name: letter(index), kind, optional: true })
                    .collect();
            }
        }
        method
    }

    /// One method of several forms: where they differ in a type it is any, and what not all have may be left out.
    fn take(&mut self, forms: &[Form], help: &str) {
        let most = forms.iter().map(|form| form.params.len()).max().unwrap_or(0);
        let least = forms.iter().map(|form| form.params.len()).min().unwrap_or(0);
        let mut merged = false;
        let mut one = |words: Vec<&str>| {
            let kind = words.first().map_or(Type::Any, |word| Type::named(word));
            let same = words.iter().all(|word| Type::named(word) == kind);
            merged |= !same;
            if same { kind } else { Type::Any }
        };
        self.result = one(forms.iter().map(|form| form.result.as_str()).collect());
        let names = param_names(help, most);
        self.params = (0..most)
            .map(|index| Param {
                name: names.get(index).cloned().unwrap_or_else(|| letter(index)),
                kind: one(forms
                    .iter()
                    .filter_map(|it| it.params.get(index))
                    .map(String::as_str)
                    .collect()),
                optional: index >= least,
            })
            .collect();
        if merged {
            let shown: Vec<_> = forms.iter().map(|form| commented(&form.shown(""))).collect();
            self.notes.push(format!("The server takes several forms: {}.", shown.join(", or ")));
        }
        let words = || forms.iter().flat_map(|it| it.params.iter().chain([&it.result]));
        let mut unknown: Vec<_> = words()
            .filter(|word| Type::named(word) == Type::Any)
            .map(|word| commented(word))
            .collect();
        unknown.sort();
        unknown.dedup();
        for word in unknown {
            self.notes.push(format!("A `Value` is what the server calls {word:?}."));
        }
    }
}

/// The names in lines like `@param string name  The name`, if there is one for each parameter.
fn param_names(help: &str, count: usize) -> Vec<String> {
    let name = |line: &str| {
        let mut words = line.trim().strip_prefix("@param")?.split_whitespace();
        let name = words.nth(1)?.trim_end_matches([':', ',', '.']);
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then(|| names::snake(name))
    };
    let mut found: Vec<_> = help.lines().filter_map(name).collect();
    let given = found.len();
    found.sort();
    found.dedup();
    let alike = found.len() < given;
    if alike || given != count { Vec::new() } else { help.lines().filter_map(name).collect() }
}

fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).to_string(),
        _ => format!("p{index}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(forms: &[(&str, &[&str])], help: &str) -> Method {
        let form = |(result, params): &(&str, &[&str])| Form {
            result: (*result).to_owned(),
            params: params.iter().map(|&word| word.to_owned()).collect(),
        };
        let about = About {
            name: "m".to_owned(),
            types: Told::Told(forms.iter().map(form).collect()),
            help: Told::Told(help.to_owned()),
        };
        Method::of("m".to_owned(), None, &about, 3)
    }

    fn types(method: &Method) -> Vec<String> {
        method.params.iter().map(|param| param.kind.param(param.optional)).collect()
    }

    #[test]
    fn what_not_all_forms_have_may_be_left_out() {
        let method = method(&[("int", &["string", "int"]), ("int", &["string"])], "x");
        assert_eq!(types(&method), ["&str", "Option<i32>"]);
        assert!(method.notes.is_empty(), "{:?}", method.notes);
    }

    #[test]
    fn where_forms_differ_there_is_any_value_and_a_note() {
        let method = method(&[("int", &["string"]), ("string", &["int"])], "x");
        assert_eq!((types(&method), method.result), (vec!["&Value".to_owned()], Type::Any));
        assert_eq!(
            method.notes,
            ["The server takes several forms: (string) -> int, or (int) -> string."]
        );
    }

    #[test]
    fn words_that_are_not_known_are_noted() {
        let method = method(&[("person", &["undef"])], "x");
        assert_eq!(types(&method), ["&Value"]);
        assert_eq!(method.notes.len(), 2, "{:?}", method.notes);
    }

    #[test]
    fn parameters_are_called_what_the_help_calls_them() {
        let help =
            "Starts.\n@param string name  Which\n@param boolean waitLong Whether\n@return boolean";
        let forms: &[(&str, &[&str])] = &[("boolean", &["string", "boolean"])];
        let names = |help| {
            let method = method(forms, help);
            method.params.into_iter().map(|param| param.name).collect::<Vec<_>>()
        };
        assert_eq!(names(help), ["name", "wait_long"]);
        assert_eq!(names("@param string name"), ["a", "b"]);
        assert_eq!(names("@param string x\n@param int x"), ["a", "b"]);
    }
}

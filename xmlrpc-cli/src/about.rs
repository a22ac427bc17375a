//! What a server tells of its methods, in whatever way it tells it.

use xmlrpc_core::{ErrorKind, Fault, Value};

use crate::{
    report::Problem,
    server::{Failure, Server},
};

/// What is known of a method.
#[derive(Debug)]
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) types: Told<Vec<Form>>,
    pub(crate) help: Told<String>,
}

/// What a server told, or why it did not.
#[derive(Debug, PartialEq)]
pub(crate) enum Told<T> {
    Told(T),
    Untold(String),
}

/// A form in which a method can be called, in the server's words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Form {
    pub(crate) result: String,
    pub(crate) params: Vec<String>,
}

/// The names of all methods, in the server's order.
pub(crate) fn methods(server: &Server) -> Result<Vec<String>, Failure> {
    let listed = server.result("system.listMethods", &[])?;
    let names = listed.as_array().map(|names| names.iter().map(Value::as_str).collect());
    let Some(Some(names)) = names else {
        let text = "system.listMethods answers with something else than a list of names";
        return Err(Problem::new(ErrorKind::Type, text).into());
    };
    let names: Vec<&str> = names;
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// What is known of one method.
pub(crate) fn method(server: &Server, name: &str) -> Result<About, Failure> {
    let ask = |about: &str| match server.result(about, &[Value::from(name)]) {
        Ok(value) => Ok(Ok(value)),
        Err(Failure::Fault(fault)) => Ok(Err(fault)),
        Err(failure) => Err(failure),
    };
    Ok(About::of(name, ask(SIGNATURE)?, ask(HELP)?))
}

pub(crate) const SIGNATURE: &str = "system.methodSignature";
pub(crate) const HELP: &str = "system.methodHelp";

impl About {
    /// From the answers to the two questions.
    pub(crate) fn of(
        name: &str,
        signature: Result<Value, Fault>,
        help: Result<Value, Fault>,
    ) -> Self {
        About { name: name.to_owned(), types: types(signature), help: text(help) }
    }
}

fn text(answer: Result<Value, Fault>) -> Told<String> {
    match answer {
        Ok(Value::String(text)) if !text.trim().is_empty() => Told::Told(text),
        Ok(Value::String(_)) => Told::Untold("the server has no help for it".to_owned()),
        Ok(_) => Told::Untold("the server's help is no text".to_owned()),
        Err(fault) => Told::Untold(format!("the server gives no help: {fault}")),
    }
}

/// An array of forms, or one form alone, as supervisord has it. A text says that there is none.
fn types(answer: Result<Value, Fault>) -> Told<Vec<Form>> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(fault) => return Told::Untold(format!("the server tells no types: {fault}")),
    };
    match &answer {
        Value::Array(forms) => {
            match (form(&answer), forms.iter().map(form).collect::<Option<Vec<_>>>()) {
                (Some(one), _) => Told::Told(vec![one]),
                (None, Some(forms)) if !forms.is_empty() => Told::Told(forms),
                (None, Some(_)) => Told::Untold("the server tells no types".to_owned()),
                (None, None) => {
                    Told::Untold("the server tells types in a form of its own".to_owned())
                }
            }
        }
        Value::String(text) => Told::Untold(format!("the server tells no types: {text:?}")),
        _ => Told::Untold("the server tells types in a form of its own".to_owned()),
    }
}

fn form(names: &Value) -> Option<Form> {
    let names: Option<Vec<_>> = names.as_array()?.iter().map(Value::as_str).collect();
    let mut names = names?.into_iter().map(str::to_owned);
    Some(Form { result: names.next()?, params: names.collect() })
}

impl Form {
    /// Whether a type in it is `i8`, which elsewhere is the name of a small integer.
    pub(crate) fn has_i8(&self) -> bool {
        self.result == "i8" || self.params.iter().any(|param| param == "i8")
    }

    /// For people: `name(string, int) -> struct`.
    pub(crate) fn shown(&self, name: &str) -> String {
        format!("{name}({}) -> {}", self.params.join(", "), self.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xmlrpc_core::value;

    fn one(result: &str, params: &[&str]) -> Form {
        Form { result: result.into(), params: params.iter().map(|&name| name.into()).collect() }
    }

    #[test]
    fn types_are_told_in_several_ways() {
        for (answer, forms) in [
            (value!([["int", "string"]]), vec![one("int", &["string"])]),
            (value!([["int"], ["int", "int"]]), vec![one("int", &[]), one("int", &["int"])]),
            (value!(["int", "string"]), vec![one("int", &["string"])]),
        ] {
            assert_eq!(types(Ok(answer)), Told::Told(forms));
        }
        for answer in [value!("undef"), value!([]), value!([[1]]), value!([[]]), value!(1)] {
            assert!(matches!(types(Ok(answer.clone())), Told::Untold(_)), "{answer:?}");
        }
        let Told::Untold(why) = types(Err(Fault::new(1, "unknown"))) else { panic!() };
        assert!(why.contains("unknown"), "{why}");
    }
}

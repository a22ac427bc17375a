//! Whether a server has the methods that a stub calls, as far as it tells.

use std::fmt;

use crate::{Error, Method, Outgoing, Signature, Transport, Value, system};

/// What a server says of the methods that a stub calls.
///
/// It prints one line for each method that is missing, differs, or of which the server tells nothing.
#[derive(Debug, Clone)]
pub struct Check {
    server: String,
    findings: Vec<(&'static Method, Finding)>,
}

/// What a server says of one method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// It is there, with types that agree.
    Agrees,
    /// The server does not list it.
    Missing,
    /// No form in which the server says it can be called agrees with one of ours. In each form the type of the result
    /// comes first.
    Differs {
        /// The forms in which it is called.
        ours: Vec<Vec<&'static str>>,
        /// The forms of which the server tells.
        theirs: Vec<Vec<String>>,
    },
    /// It may be there and as it should, but the server does not tell; this is why.
    Unknown(String),
}

impl Check {
    /// Asks the server.
    pub(crate) async fn ask(
        methods: &'static [&'static Method],
        transport: &(impl Transport + Sync),
    ) -> Result<Self, Error> {
        let listed = answer(
            Outgoing::to(system::METHODS[system::LIST_METHODS as usize], transport),
            transport,
        )
        .await?;
        let names = match &listed {
            Ok(Value::Array(names)) => {
                Ok(names.iter().filter_map(Value::as_str).collect::<Vec<_>>())
            }
            Ok(_) => Err("the server does not list its methods".to_owned()),
            Err(why) => Err(format!("the server does not list its methods: {why}")),
        };
        let mut findings = Vec::new();
        for &method in methods {
            let finding = match &names {
                Err(why) => Finding::Unknown(why.clone()),
                Ok(names) if !names.contains(&method.name) => Finding::Missing,
                Ok(_) => signature(method, transport).await?,
            };
            findings.push((method, finding));
        }
        Ok(Check { server: transport.describe(), findings })
    }

    /// What was found, method by method, in the order of the trait.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = (&'static Method, &Finding)> {
        self.findings.iter().map(|(method, finding)| (*method, finding))
    }

    /// Whether no method is known to be missing or to differ.
    pub fn is_good(&self) -> bool {
        self.findings
            .iter()
            .all(|(_, finding)| matches!(finding, Finding::Agrees | Finding::Unknown(_)))
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |wanted: fn(&Finding) -> bool| {
            self.findings.iter().filter(|(_, finding)| wanted(finding)).count()
        };
        write!(
            f,
            "{}: {} methods: {} agree, {} missing, {} differ, {} unknown",
            self.server,
            self.findings.len(),
            count(|it| matches!(it, Finding::Agrees)),
            count(|it| matches!(it, Finding::Missing)),
            count(|it| matches!(it, Finding::Differs { .. })),
            count(|it| matches!(it, Finding::Unknown(_))),
        )?;
        for (method, finding) in &self.findings {
            let name = method.name;
            match finding {
                Finding::Agrees => {}
                Finding::Missing => write!(f, "\n{name}: missing")?,
                Finding::Differs { ours, theirs } => {
                    write!(f, "\n{name}: here {}, there {}", told(ours), told(theirs))?;
                }
                Finding::Unknown(why) => write!(f, "\n{name}: cannot tell: {why}")?,
            }
        }
        Ok(())
    }
}

/// The forms of a method as text: `(string, int) -> struct`.
fn told<S: AsRef<str>>(forms: &[Vec<S>]) -> String {
    let form = |form: &Vec<S>| {
        let mut types = form.iter().map(|name| name.as_ref().escape_debug().to_string());
        let result = types.next().unwrap_or_default();
        format!("({}) -> {result}", types.collect::<Vec<_>>().join(", "))
    };
    forms.iter().map(form).collect::<Vec<_>>().join(" or ")
}

/// Sends a call; a fault is an answer too.
async fn answer(
    call: Outgoing,
    transport: &(impl Transport + Sync),
) -> Result<Result<Value, String>, Error> {
    match call.send_async(transport).await {
        Ok(value) => Ok(Ok(value)),
        Err(error) => error.into_fault().map(|fault| Err(fault.to_string())),
    }
}

/// Compares the types of a method with those of which the server tells.
async fn signature(method: &Method, transport: &(impl Transport + Sync)) -> Result<Finding, Error> {
    let mut call = Outgoing::to(system::METHODS[system::METHOD_SIGNATURE as usize], transport);
    call.param(false, method.name);
    let theirs = match answer(call, transport).await? {
        Ok(value) => forms(&value),
        Err(why) => return Ok(Finding::Unknown(format!("the server tells no types: {why}"))),
    };
    let Some(ours) = method.signature.as_ref().map(Signature::forms) else {
        return Ok(Finding::Unknown("its types are not known here".to_owned()));
    };
    if theirs.is_empty() {
        return Ok(Finding::Unknown("the server tells no types".to_owned()));
    }
    let agrees = ours.iter().any(|ours| theirs.iter().any(|theirs| agree(ours, theirs)));
    Ok(if agrees { Finding::Agrees } else { Finding::Differs { ours, theirs } })
}

/// The forms in an answer of `system.methodSignature`: an array of them, or one alone. Anything else is none.
fn forms(answer: &Value) -> Vec<Vec<String>> {
    let names = |form: &Value| match form {
        Value::Array(names) if !names.is_empty() => {
            names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    };
    match answer {
        Value::Array(forms) => match names(answer) {
            Some(one) => vec![one],
            None => forms.iter().filter_map(names).collect(),
        },
        _ => Vec::new(),
    }
}

fn agree(ours: &[&str], theirs: &[String]) -> bool {
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|(ours, theirs)| {
            let (ours, theirs) = (Sort::named(ours), Sort::named(theirs));
            ours == theirs || ours == Sort::Any || theirs == Sort::Any
        })
}

/// A type, by whatever name servers call it.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// Of any size: what fits travels.
    Int,
    Bool,
    Double,
    String,
    Date,
    Bytes,
    Array,
    Struct,
    Nil,
    /// One of several, or a word that is not known.
    Any,
}

impl Sort {
    fn named(name: &str) -> Self {
        let name = name.trim().to_ascii_lowercase();
        match name.strip_prefix("ex:").unwrap_or(&name) {
            "int" | "integer" | "i1" | "i2" | "i4" | "i8" => Sort::Int,
            "boolean" | "bool" => Sort::Bool,
            "double" | "float" => Sort::Double,
            "string" => Sort::String,
            "datetime.iso8601" | "datetime" | "date" => Sort::Date,
            "base64" => Sort::Bytes,
            "array" | "list" => Sort::Array,
            "struct" | "dict" => Sort::Struct,
            "nil" | "null" | "none" | "void" => Sort::Nil,
            _ => Sort::Any,
        }
    }
}

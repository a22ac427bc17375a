//! The trait as text, laid out as rustfmt does.

use std::{
    cmp::Ordering,
    fmt::{self, Write as _},
};

use super::{
    case::Case,
    docs::commented,
    model::{Method, Trait},
    names::written,
};

/// The longest line of code.
const WIDTH: usize = 100;

/// The longest list of several arguments of an attribute on one line.
const ARGUMENTS: usize = 70;

/// The whole file.
pub(crate) fn text(item: &Trait) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(item, &mut out);
    out
}

fn write(item: &Trait, out: &mut String) -> fmt::Result {
    let Trait { options, .. } = item;
    let count = item.methods.len();
    writeln!(out, "// Written by `{}`", commented(&options.command))?;
    let methods = if count == 1 { "method" } else { "methods" };
    writeln!(out, "// from what {} tells of {count} {methods}.", commented(&options.url))?;
    writeln!(
        out,
        "// It is a beginning: types of your own may take the place of `Value` and maps,"
    )?;
    writeln!(out, "// and `#[rpc(read_only)]` tells which methods change nothing.")?;
    for name in &item.left_out {
        writeln!(out, "// Left out, since a service cannot have such a name: {name:?}.")?;
    }
    let imports = |words: &[&'static str]| {
        words.iter().copied().filter(|word| uses(item, word)).collect::<Vec<_>>()
    };
    if uses(item, "BTreeMap") {
        writeln!(out, "\nuse std::collections::BTreeMap;")?;
    }
    let types = imports(&["DateTime", "Result", "Value"]).join(", ");
    writeln!(out, "\nuse xmlrpc_proxy::{{{types}, service}};\n")?;
    let which = match &item.namespace {
        Some(namespace) => format!("methods `{}.*`", namespace.replace('`', "'")),
        None => "methods".to_owned(),
    };
    writeln!(out, "/// The {which} of `{}`.", commented(&options.url).replace('`', "'"))?;
    attribute("service", &service(item), "", out)?;
    if item.methods.iter().any(|method| method.params.len() > 6) {
        writeln!(out, "#[allow(clippy::too_many_arguments)]")?;
    }
    writeln!(out, "pub trait {} {{", item.name)?;
    for (index, method) in item.methods.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        write_method(method, options.awaited, out)?;
    }
    writeln!(out, "}}")
}

/// Whether a type of this name is written anywhere.
fn uses(item: &Trait, word: &str) -> bool {
    word == "Result"
        || item.methods.iter().any(|method| {
            let params = method.params.iter().map(|param| param.kind.param(false));
            params.chain([method.result.result().to_owned()]).any(|ty| ty.contains(word))
        })
}

fn service(item: &Trait) -> Vec<String> {
    let mut arguments = Vec::new();
    if let Some(namespace) = &item.namespace {
        arguments.push(format!("namespace = {namespace:?}"));
    }
    if item.case != Case::Snake {
        arguments.push(format!("rename_all = {:?}", item.case.word()));
    }
    if let Some(side) = item.options.only {
        arguments.push(format!("only = {side:?}"));
    }
    arguments
}

fn attribute(name: &str, arguments: &[String], indent: &str, out: &mut String) -> fmt::Result {
    let line = format!("{indent}#[{name}({})]", arguments.join(", "));
    let fits = match arguments {
        [] => return writeln!(out, "{indent}#[{name}]"),
        [_] => line.chars().count() <= WIDTH,
        _ => line.chars().count() - name.len() - indent.len() - "#[()]".len() <= ARGUMENTS,
    };
    if fits {
        writeln!(out, "{line}")
    } else {
        writeln!(
            out,
            "{indent}#[{name}(\n{indent}    {}\n{indent})]",
            arguments.join(&format!(",\n{indent}    "))
        )
    }
}

fn write_method(method: &Method, awaited: bool, out: &mut String) -> fmt::Result {
    for line in &method.docs {
        writeln!(out, "    ///{}{line}", if line.is_empty() { "" } else { " " })?;
    }
    for note in &method.notes {
        writeln!(out, "    // {note}")?;
    }
    if let Some(rename) = &method.rename {
        attribute("rpc", &[format!("name = {rename:?}")], "    ", out)?;
    }
    let start = if awaited { "    async fn " } else { "    fn " };
    let name = written(&method.name);
    let end = format!("-> Result<{}>;", method.result.result());
    let params = method
        .params
        .iter()
        .map(|param| format!("{}: {}", written(&param.name), param.kind.param(param.optional)));
    let params: Vec<_> = std::iter::once("&self".to_owned()).chain(params).collect();
    let line = format!("{start}{name}({}) {end}", params.join(", "));
    match line.chars().count().cmp(&WIDTH) {
        Ordering::Less => return writeln!(out, "{line}"),
        // The one width at which rustfmt finds that the parameters fit and the result does not.
        Ordering::Equal => {
            return writeln!(out, "{start}{name}({})\n    {end}", params.join(", "));
        }
        Ordering::Greater => {}
    }
    writeln!(out, "{start}{name}(")?;
    for param in params {
        writeln!(out, "        {param},")?;
    }
    writeln!(out, "    ) {end}")
}

//! The methods by which a server tells of itself.
//!
//! They are those of the [introspection extension](https://xmlrpc-c.sourceforge.io/introspection.html) that most
//! servers answer.

use crate::{
    Error, Fault, Method,
    wire::{CallReader, ResponseWriter},
};

macro_rules! method {
    ($name:literal, $ordinal:literal, $help:literal) => {
        &Method::new(
            $name,
            $ordinal,
            concat!(
                "<?xml version=\"1.0\"?><methodCall><methodName>",
                $name,
                "</methodName><params>"
            ),
        )
        .read_only()
        .help($help)
    };
}

pub(crate) static METHODS: [&Method; 2] = [
    method!("system.listMethods", 0, "Lists the names of all methods."),
    method!("system.methodHelp", 1, "Returns what is known of the method of this name, as text."),
];

/// Answers one of [`METHODS`]; `all` are the methods of the server.
pub(crate) fn call(
    method: &Method,
    mut all: impl Iterator<Item = &'static Method>,
    mut params: CallReader<'_>,
    response: &mut ResponseWriter<'_>,
) -> Result<(), Error> {
    match method.ordinal {
        0 => {
            params.finish()?;
            response.result(&all.map(|method| method.name).collect::<Vec<_>>())
        }
        _ => {
            let name: String = params.param()?;
            params.finish()?;
            match all.find(|method| method.name == name) {
                Some(method) => response.result(method.help),
                None => Err(Fault::no_such_method(&name).into()),
            }
        }
    }
}

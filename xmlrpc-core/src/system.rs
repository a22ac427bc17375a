//! The methods by which a server tells of itself.
//!
//! They are those of the [introspection extension](https://xmlrpc-c.sourceforge.io/introspection.html) that most
//! servers answer.

use crate::{
    Error, Fault, Method, Signature, Struct, Value, WireType,
    wire::{CallReader, ResponseWriter},
};

macro_rules! method {
    ($name:literal, $ordinal:expr, ($($param:ty)?) -> $result:ty, $help:literal) => {
        &Method::new(
            $name,
            $ordinal,
            concat!(
                "<?xml version=\"1.0\"?><methodCall><methodName>",
                $name,
                "</methodName><params>"
            ),
        )
        .signature(Signature::new(WireType::of::<$result>, &[$(WireType::of::<$param>)?]))
        .help($help)
    };
}

pub(crate) const LIST_METHODS: u32 = 0;
const METHOD_HELP: u32 = 1;
pub(crate) const METHOD_SIGNATURE: u32 = 2;
const METHOD_EXIST: u32 = 3;
const GET_CAPABILITIES: u32 = 4;
const MULTICALL: u32 = 5;

pub(crate) static METHODS: [&Method; 6] = [
    method!("system.listMethods", LIST_METHODS, () -> Vec<String>, "Lists the names of all methods."),
    method!(
        "system.methodHelp",
        METHOD_HELP,
        (String) -> String,
        "Returns what is known of the method of this name, as text."
    ),
    method!(
        "system.methodSignature",
        METHOD_SIGNATURE,
        (String) -> Vec<Value>,
        "Returns the forms in which the method of this name can be called. Each is an array of names of types: that of \
         the result, then those of the parameters. Where nothing is known it returns the string undef."
    ),
    method!(
        "system.methodExist",
        METHOD_EXIST,
        (String) -> bool,
        "Tells whether there is a method of this name."
    ),
    method!(
        "system.getCapabilities",
        GET_CAPABILITIES,
        () -> std::collections::BTreeMap<String, Value>,
        "Tells which specifications this server follows: by name, where each is written and its version."
    ),
    method!(
        "system.multicall",
        MULTICALL,
        (Vec<Value>) -> Vec<Value>,
        "Runs several calls, each a struct of methodName and params. Returns for each an array that holds its result, or \
         the struct of its fault."
    ),
];

/// A specification that is followed.
struct Capability {
    name: &'static str,
    url: &'static str,
    version: i32,
}

const CAPABILITIES: [Capability; 5] = [
    Capability { name: "xmlrpc", url: "http://xmlrpc.com/spec.md", version: 1 },
    Capability {
        name: "system.multicall",
        url: "http://www.xmlrpc.com/discuss/msgReader$1208",
        version: 1,
    },
    Capability {
        name: "introspection",
        url: "https://xmlrpc-c.sourceforge.io/introspection.html",
        version: 1,
    },
    Capability {
        name: "faults_interop",
        url: "https://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php",
        version: 20_010_516,
    },
    Capability {
        name: "nil",
        url: "http://www.ontosys.com/xml-rpc/extensions.php",
        version: 20_010_518,
    },
];

/// Answers one of [`METHODS`] other than `system.multicall`; `all` are the methods of the server.
pub(crate) fn call(
    method: &Method,
    mut all: impl Iterator<Item = &'static Method>,
    mut params: CallReader<'_>,
    response: &mut ResponseWriter<'_>,
) -> Result<(), Error> {
    match method.ordinal {
        LIST_METHODS => {
            params.finish()?;
            return response.result(&all.map(|method| method.name).collect::<Vec<_>>());
        }
        GET_CAPABILITIES => {
            params.finish()?;
            return response.result(&capabilities());
        }
        _ => {}
    }
    let name: String = params.param()?;
    params.finish()?;
    let found = all.find(|method| method.name == name);
    if method.ordinal == METHOD_EXIST {
        return response.result(&found.is_some());
    }
    let Some(found) = found else { return Err(Fault::no_such_method(&name).into()) };
    match (method.ordinal, found.signature) {
        (METHOD_HELP, _) => response.result(found.help),
        (_, Some(signature)) => response.result(&signature.forms()),
        (_, None) => response.result("undef"),
    }
}

fn capabilities() -> Value {
    let told = |it: &Capability| {
        let told = Struct::from_iter([
            ("specUrl", Value::from(it.url)),
            ("specVersion", it.version.into()),
        ]);
        (it.name, Value::from(told))
    };
    Value::from(CAPABILITIES.iter().map(told).collect::<Struct>())
}

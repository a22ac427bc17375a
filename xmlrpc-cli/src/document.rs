//! A whole document: a call or a response, from XML and to XML.

use xmlrpc_core::{
    Error, ErrorKind, Fault, Value,
    wire::{CallReader, CallWriter, Reading, ResponseWriter, read_response},
};

use crate::report::Problem;

/// What a document holds.
#[derive(Debug)]
pub(crate) enum Document {
    Call { method: String, params: Vec<Value> },
    Value(Value),
    Fault(Fault),
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    Call,
    Response,
}

impl Document {
    /// Reads a document that must be of this kind; if none is given, its root element tells. `charset` is what came
    /// with it, if anything did.
    pub(crate) fn read(
        body: &[u8],
        charset: Option<&str>,
        root: Option<Root>,
        reading: impl Into<Reading>,
    ) -> Result<Self, Problem> {
        let reading = reading.into();
        let text = reading
            .decode(body, charset)
            .map_err(|error| Problem::from(error.with_body(body)).located(body))?;
        let document = match root {
            Some(Root::Call) => read_call(&text, reading),
            Some(Root::Response) => read_either_response(&text, reading),
            None => read_any(&text, reading),
        };
        document.map_err(|error| Problem::from(error).located(text.as_bytes()))
    }

    pub(crate) fn root(&self) -> Root {
        match self {
            Document::Call { .. } => Root::Call,
            Document::Value(_) | Document::Fault(_) => Root::Response,
        }
    }

    /// Writes the document, at the end of a buffer.
    ///
    /// # Errors
    ///
    /// When a text in it is none that XML can hold.
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        match self {
            Document::Call { method, params } => {
                legal(method).map_err(|error| error.in_member("method"))?;
                let mut call = CallWriter::new(method);
                for param in params {
                    call.param(param)?;
                }
                out.extend_from_slice(&call.finish());
            }
            Document::Value(value) => ResponseWriter::new(out).result(value)?,
            Document::Fault(fault) => {
                legal(&fault.message)
                    .map_err(|error| error.in_member("string").in_member("fault"))?;
                ResponseWriter::new(out).fault(fault);
            }
        }
        Ok(())
    }
}

fn read_any(text: &str, reading: Reading) -> Result<Document, Error> {
    let is_root = |error: &Error| error.kind() == ErrorKind::Root;
    match read_call(text, reading) {
        Err(error) if is_root(&error) => {}
        other => return other,
    }
    read_either_response(text, reading).map_err(|error| {
        if !is_root(&error) {
            return error;
        }
        Error::new(ErrorKind::Root, "expected <methodCall> or <methodResponse>")
            .with_body(text.as_bytes())
    })
}

fn read_call(text: &str, reading: Reading) -> Result<Document, Error> {
    let mut call = CallReader::new(text, reading)?;
    let method = call.method().to_owned();
    let mut params = Vec::new();
    while call.has_param()? {
        params.push(call.param()?);
    }
    call.finish()?;
    Ok(Document::Call { method, params })
}

fn read_either_response(text: &str, reading: Reading) -> Result<Document, Error> {
    match read_response(text, reading) {
        Ok(value) => Ok(Document::Value(value)),
        Err(error) => error.into_fault().map(Document::Fault),
    }
}

/// Methods' names and faults' texts are written whatever they hold, what is illegal replaced. That suits a server,
/// but not somebody who wants to see this very document. Of values it is told.
pub(crate) fn legal(text: &str) -> Result<(), Error> {
    ResponseWriter::new(&mut Vec::new()).result(text)
}

//! A server, asked for values.

use std::io::{self, Write};

use xmlrpc_client::Config;
use xmlrpc_core::{
    Error, ErrorKind, Fault, Remote, Request, Response, Transport as _, Value, wire::CallWriter,
};

use crate::{
    args::{CalledArgs, Form, ServerArgs},
    config,
    document::{Document, Root, legal},
    exit::Exit,
    params,
    print::print,
    report::Problem,
};

/// The server that a command line names.
#[derive(Debug)]
pub(crate) struct Server {
    config: Config,
    remote: Remote,
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    Fault(Fault),
    Problem(Problem),
}

impl Server {
    /// Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// What has no transport is a mistake on the command line.
    pub(crate) fn of(args: &ServerArgs) -> Result<Self, Error> {
        let config = config::of(args)?;
        let remote = config.connect()?;
        Ok(Server { config, remote })
    }

    /// The server of a call on a command line, and the parameters.
    ///
    /// # Errors
    ///
    /// The same, and a method or a parameter that is none.
    pub(crate) fn of_call(args: &CalledArgs) -> Result<(Self, Vec<Value>), Error> {
        let server = Self::of(&args.server)?;
        check_name(&args.method)?;
        Ok((server, params::read(&args.params, args.args)?))
    }

    /// The same server, over connections of its own.
    pub(crate) fn anew(&self) -> Result<Self, Error> {
        let config = self.config.clone();
        let remote = config.connect()?;
        Ok(Server { config, remote })
    }

    /// Where it is, without credentials.
    pub(crate) fn url(&self) -> String {
        self.remote.describe()
    }

    /// Makes a call. The answer may be a fault.
    pub(crate) fn ask(&self, method: &str, params: &[Value]) -> Result<Document, Problem> {
        let call = self.call(method, params)?;
        self.read(method, &self.send(method, &call)?)
    }

    /// Sends a call that was written before.
    pub(crate) fn send(&self, method: &str, call: &[u8]) -> Result<Response, Error> {
        self.remote.call(&Request::new(method, call)).map_err(|error| error.in_method(method))
    }

    /// Reads what was answered. An error names method and server, as one of the call itself does.
    pub(crate) fn read(&self, method: &str, answer: &Response) -> Result<Document, Problem> {
        let charset = answer.charset.as_deref();
        Document::read(&answer.body, charset, Some(Root::Response), self.remote.reading())
            .map_err(|problem| problem.in_answer(method, &self.url()))
    }

    /// The document of a call.
    pub(crate) fn call(&self, method: &str, params: &[Value]) -> Result<Vec<u8>, Error> {
        let mut call = CallWriter::new(method).dialect(self.remote.dialect());
        for param in params {
            call.param(param)?;
        }
        Ok(call.finish())
    }

    /// The result of a call.
    pub(crate) fn result(&self, method: &str, params: &[Value]) -> Result<Value, Failure> {
        match self.ask(method, params).map_err(Failure::Problem)? {
            Document::Value(value) => Ok(value),
            Document::Fault(fault) => Err(Failure::Fault(fault)),
            Document::Call { .. } => {
                Err(Problem::new(ErrorKind::Root, "the answer is a call").into())
            }
        }
    }
}

/// Whether this can be the name of a method.
pub(crate) fn check_name(method: &str) -> Result<(), Error> {
    legal(method).map_err(|error| error.in_member("METHOD"))
}

impl Failure {
    /// Prints it, as `call` would.
    pub(crate) fn print(self, form: Form, out: &mut impl Write) -> io::Result<Exit> {
        let (answer, exit) = match self {
            Failure::Fault(fault) => (Ok(Document::Fault(fault)), Exit::Fault),
            Failure::Problem(problem) => (Err(problem), Exit::Failed),
        };
        print(&answer, form, out)?;
        Ok(exit)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}

//! How a run ends, as its exit code tells it.

use std::{io, process::ExitCode};

use xmlrpc_core::Error;

/// What the codes mean, as `--help` tells it.
pub(crate) const CODES: &str = "\
Exit codes:
  0  all went well
  1  something could not be called, read, decoded, encoded or written
  2  the command line is not as it should be, or a file that it names
  3  the server answered a call with a fault";

/// The exit codes, the same for every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Well = 0,
    /// Something went wrong, and was reported.
    Failed = 1,
    /// The command line is not as it should be.
    Usage = 2,
    /// The server answered with a fault.
    Fault = 3,
}

/// Why a command ends before it is done.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The command line is not as it should be.
    Usage(Error),
    /// What it prints cannot be written.
    Output(io::Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Usage(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl Exit {
    /// Of a command of which all, or not all, went well.
    pub(crate) fn of(well: bool) -> Self {
        if well { Exit::Well } else { Exit::Failed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

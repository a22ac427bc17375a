//! Opening connections.

use std::{error, fmt};

use ureq::{
    Error,
    unversioned::transport::{ConnectionDetails, Connector, DefaultConnector, Transport},
};

/// Opens connections as ureq does, and marks its errors: what failed here failed before any byte of the call was sent,
/// which ureq's own errors do not tell.
#[derive(Debug, Default)]
pub(crate) struct Opener(DefaultConnector);

impl Connector for Opener {
    type Out = Box<dyn Transport>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<()>,
    ) -> Result<Option<Self::Out>, Error> {
        self.0.connect(details, chained).map_err(|error| match error {
            Error::Timeout(_) => error,
            other => Error::Other(Box::new(NotOpened(other))),
        })
    }
}

/// The connection could not be opened: nothing of the call was sent.
#[derive(Debug)]
pub(crate) struct NotOpened(pub(crate) Error);

impl fmt::Display for NotOpened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl error::Error for NotOpened {}

//! The stages in which a server ends.

use std::time::Duration;

use tokio::sync::watch;

/// How far the end of a server has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Stage {
    Serving,
    /// No further connections are taken.
    Stopping,
    /// Connections have one more answer. Clients are told so only now: they would come back while there is a listener.
    Leaving,
    /// A [`MOMENT`] later: connections on which nothing has come are closed.
    Settled,
    /// Calls that are still in flight are told so, and everything is closed.
    Over,
}

/// How long a connection that has nothing to do stays open when the server begins to stop.
///
/// A client that kept it may be sending just then, and if it is closed under the request, the client cannot tell whether
/// the call has run. Who calls within this time is answered, and told that the connection closes.
pub(crate) const MOMENT: Duration = Duration::from_millis(100);

/// The stage of a server, as its connections see it.
#[derive(Debug, Clone)]
pub(crate) struct Stop(watch::Receiver<Stage>);

impl Stop {
    pub(crate) fn new(stage: watch::Receiver<Stage>) -> Self {
        Stop(stage)
    }

    /// Ready once the server has come to this stage.
    pub(crate) async fn reached(&self, stage: Stage) {
        // An error says that whoever could stop it is gone, which happens only while it ends.
        let _ = self.0.clone().wait_for(|&now| now >= stage).await;
    }
}

//! The stages in which a server ends.

use tokio::sync::watch;

/// How far the end of a server has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Stage {
    Serving,
    /// No further connections are taken, and those that there are have one more answer.
    Stopping,
    /// Calls that are still in flight are told so, and everything is closed.
    Over,
}

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

//! The file that turns the switch.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use xmlrpc_proxy::{Error, Switch, Watch, Watching};

/// How often a file that cannot be followed yet is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// A file that is followed, or will be as soon as it can: it may come into being later than this program.
#[derive(Debug)]
pub struct Following {
    /// The file. Its key `people` says where calls go.
    pub file: PathBuf,
    watching: Option<Watching>,
    tried: Option<Instant>,
}

impl Following {
    /// Nothing is read yet.
    pub fn new(file: PathBuf) -> Self {
        Following { file, watching: None, tried: None }
    }

    /// Begins to follow the file, if it does not do so yet and it is time to try. `tell` is told what is wrong with it
    /// later.
    ///
    /// # Errors
    ///
    /// What is wrong with it now.
    pub fn keep(
        &mut self,
        now: Instant,
        switch: &Arc<Switch>,
        tell: impl Fn(&Error) + Send + 'static,
    ) -> Option<Result<(), Error>> {
        if self.watching.is_some() || self.tried.is_some_and(|at| now.duration_since(at) < AGAIN) {
            return None;
        }
        self.tried = Some(now);
        let watch = Watch::new(&self.file).key("people").every(AGAIN / 4).on_error(tell);
        Some(watch.start(switch.clone()).map(|watching| self.watching = Some(watching)))
    }
}

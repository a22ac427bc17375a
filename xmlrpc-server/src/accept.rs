//! Connections as they come in.

use std::{io, pin::pin, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::sleep,
};

use crate::{
    connection::{self, drain, say},
    front::Front,
    options::Options,
    race::unless,
    refusal::TOO_MANY_CONNECTIONS,
};

/// How many connections at once are told that there are too many. Further ones are closed without a word.
const TOLD: usize = 64;

/// How long to wait when the system has no socket to give: until some connection is closed.
const OUT_OF_SOCKETS: Duration = Duration::from_millis(50);

/// What the connections of a server have in common.
#[derive(Debug)]
pub(crate) struct Acceptor {
    pub(crate) front: Front,
    pub(crate) options: Arc<Options>,
    /// One permit for each connection that may be open.
    pub(crate) connections: Arc<Semaphore>,
    /// True once the server is to stop.
    pub(crate) stop: watch::Receiver<bool>,
}

impl Acceptor {
    /// Accepts until the server is to stop. The listener is closed then, and the connections go on for themselves.
    pub(crate) async fn run(self, listener: TcpListener) {
        let told = Arc::new(Semaphore::new(TOLD));
        let mut stop = pin!(stopped(self.stop.clone()));
        while let Some(accepted) = unless(&mut stop, listener.accept()).await {
            match accepted {
                Ok((stream, _)) => self.take(stream, &told),
                Err(error) if is_of_one_connection(&error) => {}
                Err(_) if unless(&mut stop, sleep(OUT_OF_SOCKETS)).await.is_none() => break,
                Err(_) => {}
            }
        }
    }

    fn take(&self, mut stream: TcpStream, told: &Arc<Semaphore>) {
        // Answers are written in one piece: waiting for more would only delay them. Where it cannot be set, they are late.
        let _ = stream.set_nodelay(true);
        if let Ok(permit) = self.connections.clone().try_acquire_owned() {
            let front = self.front.clone();
            let options = self.options.clone();
            let stop = stopped(self.stop.clone());
            tokio::spawn(async move {
                connection::serve(stream, front, &options, stop).await;
                drop(permit);
            });
        } else if let Ok(permit) = told.clone().try_acquire_owned() {
            tokio::spawn(async move {
                say(&mut stream, TOO_MANY_CONNECTIONS).await;
                drain(&mut stream).await;
                drop(permit);
            });
        }
    }
}

/// Ready once the server is to stop.
async fn stopped(mut stop: watch::Receiver<bool>) {
    // An error says that whoever could stop it is gone, which happens only while it ends.
    let _ = stop.wait_for(|&stop| stop).await;
}

/// Whether the error is one of the connection that was to be accepted, so that the next one may be well.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

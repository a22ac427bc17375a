//! Connections as they come in.

use std::{io, pin::pin, sync::Arc, time::Duration};

use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::sleep,
};

use crate::{
    connection::{drain, say},
    listener::{Listener, Stream},
    race::unless,
    refusal::TOO_MANY_CONNECTIONS,
    stop::Stage,
    worker::Workers,
};

/// How many connections at once are told that there are too many. Further ones are closed without a word.
const TOLD: usize = 64;

/// How long to wait when the system has no socket to give: until some connection is closed.
const OUT_OF_SOCKETS: Duration = Duration::from_millis(50);

/// What takes the connections of all listeners.
pub(crate) struct Acceptor {
    pub(crate) workers: Workers,
    /// One permit for each connection that may be open.
    pub(crate) connections: Arc<Semaphore>,
    told: Arc<Semaphore>,
}

impl Acceptor {
    pub(crate) fn new(workers: Workers, connections: Arc<Semaphore>) -> Self {
        Acceptor { workers, connections, told: Arc::new(Semaphore::new(TOLD)) }
    }

    /// Accepts until the server is to stop. The listener is closed then, and the connections go on for themselves.
    pub(crate) async fn run(&self, listener: Listener) {
        let mut stop = pin!(self.workers.shared().stop.reached(Stage::Stopping));
        while let Some(accepted) = unless(&mut stop, listener.accept()).await {
            match accepted {
                Ok(stream) => self.take(stream),
                Err(error) if is_of_one_connection(&error) => {}
                Err(_) if unless(&mut stop, sleep(OUT_OF_SOCKETS)).await.is_none() => break,
                Err(_) => {}
            }
        }
        // One that fails at its end has nothing that could be served.
        for stream in listener.close().unwrap_or_default() {
            self.take(stream);
        }
    }

    fn take(&self, stream: Stream) {
        if let Ok(permit) = self.connections.clone().try_acquire_owned() {
            self.workers.serve(stream, permit);
        } else if let Ok(permit) = self.told.clone().try_acquire_owned()
            // Without a handshake there is nothing that could be said.
            && !self.workers.shared().tls.is_on()
        {
            tokio::spawn(tell(stream, permit));
        }
    }
}

/// Tells a client that there are too many.
async fn tell(stream: Stream, permit: OwnedSemaphorePermit) {
    match stream {
        Stream::Tcp(stream) => {
            if let Ok(mut stream) = TcpStream::from_std(stream) {
                say(&mut stream, TOO_MANY_CONNECTIONS).await;
                drain(&mut stream).await;
            }
        }
        #[cfg(unix)]
        Stream::Unix(stream) => {
            if let Ok(mut stream) = tokio::net::UnixStream::from_std(stream) {
                say(&mut stream, TOO_MANY_CONNECTIONS).await;
                drain(&mut stream).await;
            }
        }
    }
    drop(permit);
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

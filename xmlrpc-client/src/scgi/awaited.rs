//! One call over SCGI, awaited.

use std::{sync::Arc, time::Instant};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout_at,
};
use xmlrpc_core::{Error, Request, Response};

use super::{Answer, PIECE, Scgi};
use crate::{
    attempt::{Attempt, Phase},
    awaited::{Wire, addresses, runtime, socket},
};

impl Scgi {
    /// Sends a call and reads its answer. Dropped, it closes its connection.
    pub(super) async fn call_awaited(&self, request: Request<'_>) -> Result<Response, Error> {
        let attempt = self.attempt(&request);
        runtime(attempt.endpoint)?;
        let until = Instant::now() + attempt.whole;
        let document = self.document(&attempt, &request)?;

        let address = &self.plan.address;
        let addresses = addresses(&attempt, address, &self.names, until).await?;
        let by = until.min(Instant::now() + attempt.connect);
        let line = socket(&attempt, address, &addresses, &self.names, by).await?;
        let mut wire = Wire(Arc::clone(&line));

        let mut answer = Answer::new(attempt, self.plan.config.max_response);
        let exchange = exchange(&attempt, &mut wire, &document, &mut answer);
        match timeout_at(until.into(), exchange).await {
            Ok(answered) => answered,
            Err(_) if line.sent() => answer
                .failed(attempt.timeout(Phase::Answer))
                .and_then(|response| response.ok_or_else(|| attempt.timeout(Phase::Answer))),
            Err(_) => Err(attempt.timeout(Phase::Connect)),
        }
    }
}

async fn exchange(
    attempt: &Attempt<'_>,
    wire: &mut Wire,
    document: &[u8],
    answer: &mut Answer<'_>,
) -> Result<Response, Error> {
    // A server that closes early is seen when its answer is read.
    if let Err(error) = wire.write_all(document).await {
        return Err(match wire.0.sent() {
            true => attempt.broken(&error),
            false => attempt.unsent(&error),
        });
    }
    let mut piece = vec![0; PIECE];
    loop {
        let told = match wire.read(&mut piece).await {
            Ok(read) => answer.read(&piece[..read]),
            Err(error) => answer.failed(attempt.broken(&error)),
        };
        if let Some(response) = told? {
            return Ok(response);
        }
    }
}

//! Two futures, of which the first to end counts.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

/// What `work` gives, or `None` if `end` came first. Where both are ready, `end` counts.
pub(crate) async fn unless<W: Future>(end: impl Future, work: W) -> Option<W::Output> {
    let mut end = pin!(end);
    let mut work = pin!(work);
    poll_fn(|cx| {
        if end.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        work.as_mut().poll(cx).map(Some)
    })
    .await
}

/// What `work` gives, or `None` if `end` came first. Where both are ready, `work` counts.
pub(crate) async fn before<W: Future>(end: impl Future, work: W) -> Option<W::Output> {
    let mut end = pin!(end);
    let mut work = pin!(work);
    poll_fn(|cx| match work.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => end.as_mut().poll(cx).map(|_| None),
    })
    .await
}

//! The time-outs of a connection: for a head that comes slowly, and for one on which nothing comes.
//!
//! Hyper has one time-out for both, and sets a timer anew for every request. Here a connection has one timer, which
//! looks from time to time at a deadline that costs next to nothing to move.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What a connection is doing, as seen from its bytes and its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing of a request has come since the last answer was made.
    Waiting,
    /// The head of a request is coming.
    Head,
    /// A request is being answered. Its body has a time-out of its own, and a method may take as long as it takes.
    Busy,
}

/// Where a connection is, shared between its stream, its calls and its timer.
#[derive(Debug, Clone)]
pub(crate) struct Watch(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    header: Duration,
    idle: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    deadline: Instant,
    /// Whether the last request was answered before it was read to its end.
    unread: bool,
}

/// More than any connection lasts, and little enough to be added to any instant.
const LONG: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

impl Watch {
    /// For a new connection: its first head has to come within `header`, each later one may wait for `idle`.
    pub(crate) fn new(header: Duration, idle: Duration) -> Self {
        let header = header.min(LONG);
        let deadline = Instant::now() + header;
        let state = State { phase: Phase::Waiting, deadline, unread: false };
        Watch(Arc::new(Shared { header, idle: idle.min(LONG), state: Mutex::new(state) }))
    }

    /// Whether a head has begun that is not read to its end.
    pub(crate) fn in_head(&self) -> bool {
        self.state().phase == Phase::Head
    }

    /// Whether a request has begun that is not read to its end.
    pub(crate) fn unread(&self) -> bool {
        self.in_head() || self.state().unread
    }

    /// A call begins.
    pub(crate) fn busy(&self) {
        self.state().phase = Phase::Busy;
    }

    /// A call has its answer. What the client sent ahead of it is read already, so that the next head may have until
    /// the idle time-out. With `unread`, some of the request may still be on its way.
    pub(crate) fn answered(&self, unread: bool) {
        let mut state = self.state();
        state.unread = unread;
        state.phase = Phase::Waiting;
        state.deadline = Instant::now() + self.0.idle;
    }

    /// When to look again, or `None` if the time is over.
    pub(crate) fn next_look(&self, now: Instant) -> Option<Instant> {
        let state = self.state();
        // No deadline that is set after `now` can be before this.
        let soonest = now + self.0.header.min(self.0.idle);
        match state.phase {
            Phase::Busy => Some(soonest),
            _ if state.deadline <= now => None,
            _ => Some(state.deadline.min(soonest)),
        }
    }

    fn received(&self) {
        let mut state = self.state();
        if state.phase == Phase::Waiting {
            state.phase = Phase::Head;
            state.deadline = Instant::now() + self.0.header;
        }
    }

    /// An answer that the client takes its time to read is no idle connection as long as it reads.
    fn sent(&self) {
        let mut state = self.state();
        if state.phase == Phase::Waiting {
            state.deadline = Instant::now() + self.0.idle;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that tells its watch what passes.
#[derive(Debug)]
pub(crate) struct Watched<S> {
    stream: S,
    watch: Watch,
}

impl<S> Watched<S> {
    pub(crate) fn new(stream: S, watch: Watch) -> Self {
        Watched { stream, watch }
    }

    pub(crate) fn into_inner(self) -> S {
        self.stream
    }

    fn told(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.watch.sent();
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.watch.received();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.told(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.told(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: Duration = Duration::from_secs(10);
    const IDLE: Duration = Duration::from_secs(60);

    fn over(watch: &Watch, after: Duration) -> bool {
        watch.next_look(Instant::now() + after).is_none()
    }

    #[test]
    fn a_new_connection_has_the_time_of_a_head() {
        let watch = Watch::new(HEADER, IDLE);
        assert!(!over(&watch, HEADER / 2));
        assert!(over(&watch, HEADER));
    }

    #[test]
    fn further_bytes_of_a_head_win_no_time() {
        let watch = Watch::new(HEADER, IDLE);
        watch.received();
        let deadline = watch.state().deadline;
        watch.received();
        assert_eq!(watch.state().deadline, deadline);
    }

    #[test]
    fn a_call_may_take_as_long_as_it_takes() {
        let watch = Watch::new(HEADER, IDLE);
        watch.received();
        watch.busy();
        assert!(!over(&watch, IDLE * 100));
    }

    #[test]
    fn after_an_answer_it_may_idle_until_the_next_head_begins() {
        let watch = Watch::new(HEADER, IDLE);
        watch.busy();
        watch.answered(false);
        assert!(!over(&watch, HEADER * 2));
        assert!(over(&watch, IDLE));
        watch.received();
        assert!(over(&watch, HEADER));
    }

    #[test]
    fn looks_again_before_any_deadline_that_may_be_set_meanwhile() {
        let watch = Watch::new(HEADER, IDLE);
        watch.busy();
        let now = Instant::now();
        assert_eq!(watch.next_look(now), Some(now + HEADER));
        watch.answered(false);
        assert_eq!(watch.next_look(now), Some(now + HEADER));
    }

    #[test]
    fn no_time_out_is_too_long_to_be_set() {
        let watch = Watch::new(Duration::MAX, Duration::MAX);
        watch.answered(false);
        assert!(!over(&watch, IDLE));
    }
}

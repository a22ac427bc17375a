//! The time-outs of a connection: for a head that comes slowly, and for one on which nothing comes.
//!
//! Hyper has one time-out for both, and sets a timer anew for every request. Here a connection has one timer, which
//! looks from time to time at what the connection is doing; telling it costs next to nothing, not even a look at the
//! clock.

use std::{
    future::{Future, poll_fn},
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::stop::Stage;

/// Nothing of a request has come since the last answer was made.
const WAITING: u8 = 0;
/// The first head is to come, or the head of a request is coming.
const HEAD: u8 = 1;
/// A request is being answered. Its body has a time-out of its own, and a method may take as long as it takes.
const BUSY: u8 = 2;

/// What a connection is doing, as seen from its bytes and its calls.
///
/// All that tell it and ask it run in the one task of the connection.
#[derive(Debug, Clone)]
pub(crate) struct Watch(Arc<State>);

#[derive(Debug)]
struct State {
    phase: AtomicU8,
    /// Another number whenever the time that is allowed begins anew.
    turn: AtomicU32,
    /// Whether anything has come at all.
    begun: AtomicBool,
    /// Whether the last request was answered before it was read to its end.
    unread: AtomicBool,
    /// The [`Stage`] of the server.
    stage: AtomicU8,
}

impl Watch {
    /// For a new connection.
    pub(crate) fn new() -> Self {
        Watch(Arc::new(State {
            phase: AtomicU8::new(HEAD),
            turn: AtomicU32::new(0),
            begun: AtomicBool::new(false),
            unread: AtomicBool::new(false),
            stage: AtomicU8::new(Stage::Serving as u8),
        }))
    }

    /// The server has come to this stage.
    pub(crate) fn enter(&self, stage: Stage) {
        self.0.stage.store(stage as u8, Relaxed);
    }

    /// Whether the server has come to this stage.
    pub(crate) fn is_at(&self, stage: Stage) -> bool {
        self.0.stage.load(Relaxed) >= stage as u8
    }

    /// Ready once the server has come to its end. It wakes nobody: the task that is told of the stage polls it then.
    pub(crate) fn over(&self) -> impl Future<Output = ()> + use<> {
        let watch = self.clone();
        poll_fn(move |_| if watch.is_at(Stage::Over) { Poll::Ready(()) } else { Poll::Pending })
    }

    /// Whether a head has begun that is not read to its end.
    pub(crate) fn in_head(&self) -> bool {
        self.0.phase.load(Relaxed) == HEAD && self.0.begun.load(Relaxed)
    }

    /// Whether no request has begun that has no answer yet.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.phase.load(Relaxed) != BUSY && !self.in_head()
    }

    /// Whether a request has begun that is not read to its end.
    pub(crate) fn unread(&self) -> bool {
        self.in_head() || self.0.unread.load(Relaxed)
    }

    /// A call begins.
    pub(crate) fn busy(&self) {
        self.0.phase.store(BUSY, Relaxed);
    }

    /// A call has its answer. What the client sent ahead of it is read already, so that the next head may have until
    /// the idle time-out. With `unread`, some of the request may still be on its way.
    pub(crate) fn answered(&self, unread: bool) {
        self.0.unread.store(unread, Relaxed);
        self.begin(WAITING);
    }

    fn received(&self) {
        self.0.begun.store(true, Relaxed);
        if self.0.phase.load(Relaxed) == WAITING {
            self.begin(HEAD);
        }
    }

    /// An answer that the client takes its time to read is no idle connection as long as it reads.
    fn sent(&self) {
        if self.0.phase.load(Relaxed) == WAITING {
            self.begin(WAITING);
        }
    }

    fn begin(&self, phase: u8) {
        self.0.phase.store(phase, Relaxed);
        let turn = &self.0.turn;
        turn.store(turn.load(Relaxed).wrapping_add(1), Relaxed);
    }
}

/// Looks at a [`Watch`] from time to time. Each time that is allowed counts from the first look that sees it begun, which is late
/// by a quarter of the shorter one at most.
#[derive(Debug)]
pub(crate) struct Patience {
    watch: Watch,
    header: Duration,
    idle: Duration,
    turn: u32,
    since: Instant,
}

/// More than any connection lasts, and little enough to be added to any instant.
const LONG: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// The timer is no finer.
const SHORT: Duration = Duration::from_millis(1);

impl Patience {
    /// With this much time for a head, and this much between requests.
    pub(crate) fn new(watch: Watch, header: Duration, idle: Duration, now: Instant) -> Self {
        Patience { watch, header: header.min(LONG), idle: idle.min(LONG), turn: 0, since: now }
    }

    /// When to look again, or `None` if the time is over.
    pub(crate) fn next_look(&mut self, now: Instant) -> Option<Instant> {
        let turn = self.watch.0.turn.load(Relaxed);
        if turn != self.turn {
            self.turn = turn;
            self.since = now;
        }
        let interval = (self.header.min(self.idle) / 4).max(SHORT);
        let allowed = match self.watch.0.phase.load(Relaxed) {
            BUSY => return Some(now + interval),
            HEAD => self.header,
            _ => self.idle,
        };
        let over = self.since + allowed;
        (over > now).then(|| over.min(now + interval))
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

    const HEADER: Duration = Duration::from_secs(12);
    const IDLE: Duration = Duration::from_secs(60);

    /// A watch, and what to ask whether its time is over so long after it was made.
    fn watched() -> (Watch, impl FnMut(Duration) -> bool) {
        let (watch, start) = (Watch::new(), Instant::now());
        let mut patience = Patience::new(watch.clone(), HEADER, IDLE, start);
        (watch, move |after| patience.next_look(start + after).is_none())
    }

    #[test]
    fn a_new_connection_has_the_time_of_a_head() {
        let (watch, mut over) = watched();
        assert!(!over(HEADER / 2));
        watch.received();
        assert!(over(HEADER));
    }

    #[test]
    fn only_what_has_begun_is_a_head() {
        let (watch, _) = watched();
        assert!(!watch.in_head() && watch.is_idle());
        watch.received();
        assert!(watch.in_head() && !watch.is_idle());
        watch.busy();
        assert!(!watch.is_idle());
        watch.answered(false);
        assert!(!watch.in_head() && !watch.unread() && watch.is_idle());
        watch.answered(true);
        assert!(watch.unread());
    }

    #[test]
    fn further_bytes_of_a_head_win_no_time() {
        let (watch, mut over) = watched();
        watch.answered(false);
        watch.received();
        assert!(!over(HEADER));
        watch.received();
        assert!(over(HEADER * 2));
    }

    #[test]
    fn a_call_may_take_as_long_as_it_takes() {
        let (watch, mut over) = watched();
        watch.received();
        watch.busy();
        assert!(!over(IDLE * 100));
    }

    #[test]
    fn after_an_answer_it_may_idle_until_the_next_head_begins() {
        let (watch, mut over) = watched();
        watch.busy();
        watch.answered(false);
        assert!(!over(HEADER));
        assert!(!over(HEADER * 2));
        watch.sent();
        assert!(!over(HEADER + IDLE));
        watch.received();
        assert!(!over(HEADER + IDLE * 2));
        assert!(over(HEADER * 2 + IDLE * 2));
    }

    #[test]
    fn looks_before_the_end_and_often_enough_on_the_way() {
        let start = Instant::now();
        let mut patience = Patience::new(Watch::new(), HEADER, IDLE, start);
        assert_eq!(patience.next_look(start), Some(start + HEADER / 4));
        let late = start + HEADER - HEADER / 8;
        assert_eq!(patience.next_look(late), Some(start + HEADER));
        patience.watch.busy();
        assert_eq!(patience.next_look(late), Some(late + HEADER / 4));
    }

    #[test]
    fn no_time_out_is_too_long_to_be_set_or_too_short() {
        let now = Instant::now();
        let mut longest = Patience::new(Watch::new(), Duration::MAX, Duration::MAX, now);
        assert!(longest.next_look(now).is_some());
        let mut shortest = Patience::new(Watch::new(), Duration::ZERO, Duration::ZERO, now);
        assert_eq!(shortest.next_look(now), None);
        shortest.watch.busy();
        assert!(shortest.next_look(now).is_some_and(|next| next > now));
    }
}

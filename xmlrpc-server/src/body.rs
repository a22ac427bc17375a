//! A request's body, whole.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes};
use tokio::time::timeout;

use crate::{options::SMALL, refusal::Refusal};

/// The room that the bodies of all requests have together, in bytes. Short ones are not counted.
#[derive(Debug)]
pub(crate) struct Room {
    left: AtomicUsize,
}

impl Room {
    pub(crate) fn new(bytes: usize) -> Arc<Self> {
        Arc::new(Room { left: AtomicUsize::new(bytes) })
    }
}

/// A part of a [`Room`], given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    room: Arc<Room>,
    taken: usize,
}

impl Share {
    pub(crate) fn none_of(room: &Arc<Room>) -> Self {
        Share { room: room.clone(), taken: 0 }
    }

    /// Makes room for a body of so many bytes in all.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Refusal> {
        if bytes <= SMALL.max(self.taken) {
            return Ok(());
        }
        let more = bytes - self.taken;
        self.room
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(more))
            .map_err(|_| Refusal::Full)?;
        self.taken = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.taken > 0 {
            self.room.left.fetch_add(self.taken, Ordering::Relaxed);
        }
    }
}

/// Reads it to its end, at most so many bytes and so long.
pub(crate) async fn read<B>(
    body: B,
    limit: usize,
    time: Duration,
    share: &mut Share,
) -> Result<Bytes, Refusal>
where
    B: Body<Data = Bytes> + Unpin,
{
    if body.size_hint().lower() > limit as u64 {
        return Err(Refusal::TooLarge(limit));
    }
    let mut collected = pin!(collect(body, limit, share));
    // Most bodies came with their head: only those that did not are worth a timer.
    let at_once = poll_fn(|cx| match collected.as_mut().poll(cx) {
        Poll::Ready(body) => Poll::Ready(Some(body)),
        Poll::Pending => Poll::Ready(None),
    });
    if let Some(body) = at_once.await {
        return body;
    }
    timeout(time, collected).await.unwrap_or(Err(Refusal::Slow))
}

async fn collect<B>(mut body: B, limit: usize, share: &mut Share) -> Result<Bytes, Refusal>
where
    B: Body<Data = Bytes> + Unpin,
{
    // Most bodies come in one piece, which is not copied.
    let mut first = Bytes::new();
    let mut all = Vec::new();
    while !body.is_end_stream() {
        let Some(frame) = body.frame().await else { break };
        let Ok(data) = frame.map_err(|_| Refusal::Cut)?.into_data() else { continue };
        if first.len() + all.len() + data.len() > limit {
            return Err(Refusal::TooLarge(limit));
        }
        share.hold(first.len() + all.len() + data.len())?;
        if !all.is_empty() {
            all.extend_from_slice(&data);
        } else if first.is_empty() {
            first = data;
        } else {
            // What the client says of the length costs it nothing.
            all.reserve(SMALL.max(first.len() + data.len()));
            all.extend_from_slice(&first);
            all.extend_from_slice(&data);
            first = Bytes::new();
        }
    }
    Ok(if all.is_empty() { first } else { all.into() })
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        pin::Pin,
        task::{Context, Poll},
    };

    use hyper::body::Frame;

    use super::*;

    struct Pieces(Vec<&'static str>);

    impl Body for Pieces {
        type Data = Bytes;
        type Error = Infallible;
        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            if self.0.is_empty() {
                return Poll::Ready(None);
            }
            let piece = self.0.remove(0);
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(piece.as_bytes())))))
        }
    }

    fn read_all(pieces: Vec<&'static str>, limit: usize) -> Result<Bytes, Refusal> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut share = Share::none_of(&Room::new(0));
        runtime.block_on(read(Pieces(pieces), limit, Duration::from_secs(1), &mut share))
    }

    #[test]
    fn puts_pieces_together() {
        assert_eq!(read_all(vec![], 3).unwrap(), "");
        assert_eq!(read_all(vec!["abc"], 3).unwrap(), "abc");
        assert_eq!(read_all(vec!["a", "", "b", "c"], 3).unwrap(), "abc");
    }

    #[test]
    fn stops_at_the_limit_wherever_it_is_crossed() {
        assert_eq!(read_all(vec!["abcd"], 3), Err(Refusal::TooLarge(3)));
        assert_eq!(read_all(vec!["ab", "cd"], 3), Err(Refusal::TooLarge(3)));
        assert_eq!(read_all(vec!["a", "b", "c", "d"], 3), Err(Refusal::TooLarge(3)));
    }

    #[test]
    fn long_bodies_share_what_room_there_is() {
        let room = Room::new(3 * SMALL);
        let (mut one, mut two) = (Share::none_of(&room), Share::none_of(&room));
        one.hold(SMALL).unwrap();
        one.hold(SMALL + 1).unwrap();
        one.hold(2 * SMALL).unwrap();
        assert_eq!(two.hold(2 * SMALL), Err(Refusal::Full));
        two.hold(SMALL).unwrap();
        drop(one);
        two.hold(3 * SMALL).unwrap();
        drop(two);
        assert_eq!(room.left.load(Ordering::Relaxed), 3 * SMALL);
    }
}

//! A thread that does what may take long, so that the window's need not.

use std::{
    collections::VecDeque,
    fmt, io,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// A thread that works through what it is asked.
///
/// Dropping it waits for nothing: what is under way ends by itself, what still waits is not begun.
pub struct Worker<Q> {
    queue: Arc<Queue<Q>>,
}

struct Queue<Q> {
    waiting: Mutex<Waiting<Q>>,
    bell: Condvar,
}

struct Waiting<Q> {
    questions: VecDeque<Q>,
    ended: bool,
}

impl<Q: Send + 'static> Worker<Q> {
    /// Starts a thread that does `work` for each question.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn start(name: &str, mut work: impl FnMut(Q) + Send + 'static) -> io::Result<Self> {
        let waiting = Mutex::new(Waiting { questions: VecDeque::new(), ended: false });
        let queue = Arc::new(Queue { waiting, bell: Condvar::new() });
        let own = queue.clone();
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            while let Some(question) = own.next() {
                work(question);
            }
        })?;
        Ok(Worker { queue })
    }

    /// Asks this after all that waits.
    pub fn ask(&self, question: Q) {
        self.queue.lock().questions.push_back(question);
        self.queue.bell.notify_one();
    }

    /// Asks this in place of all that waits: the newest question wins.
    pub fn ask_only(&self, question: Q) {
        let mut waiting = self.queue.lock();
        waiting.questions.clear();
        waiting.questions.push_back(question);
        self.queue.bell.notify_one();
    }
}

impl<Q> Queue<Q> {
    fn next(&self) -> Option<Q> {
        let mut waiting = self.lock();
        loop {
            if waiting.ended {
                return None;
            }
            if let Some(question) = waiting.questions.pop_front() {
                return Some(question);
            }
            waiting = self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<Q>> {
        // Nothing in there is ever left half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Q> Drop for Worker<Q> {
    fn drop(&mut self) {
        self.queue.lock().ended = true;
        self.queue.bell.notify_one();
    }
}

impl<Q> fmt::Debug for Worker<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_newest_question_wins() {
        let (begun, has_begun) = channel();
        let (go_on, may_go_on) = channel::<()>();
        let worker = Worker::start("test", move |question: u32| {
            let _ = begun.send(question);
            let _ = may_go_on.recv();
        })
        .expect("a thread is there");
        worker.ask_only(1);
        assert_eq!(has_begun.recv(), Ok(1));
        for question in 2..10 {
            worker.ask_only(question);
        }
        worker.ask(10);
        for expected in [9, 10] {
            go_on.send(()).expect("it works");
            assert_eq!(has_begun.recv(), Ok(expected));
        }
        // It ends with its handle, and not before what is under way has.
        drop(worker);
        drop(go_on);
        assert!(has_begun.recv().is_err());
    }
}

//! What calls took: what is plotted, and figures of the last second.

use std::{
    collections::VecDeque,
    mem,
    time::{Duration, Instant},
};

/// How long back is plotted.
pub const SPAN: Duration = Duration::from_secs(30);

/// What one point of the plot stands for.
pub const STEP: Duration = Duration::from_millis(100);

/// What calls of one path took.
#[derive(Debug, Default)]
pub struct Series {
    /// What is to become the next point, in microseconds.
    taken: Vec<f64>,
    failed: bool,
    /// When, in seconds since the program began, and the median of what calls took, in microseconds; nothing where they
    /// failed.
    pub points: VecDeque<(f64, Option<f64>)>,
}

impl Series {
    /// A call took this long.
    pub fn took(&mut self, time: Duration) {
        self.taken.push(time.as_secs_f64() * 1e6);
    }

    /// A call failed.
    pub fn failed(&mut self) {
        self.failed = true;
    }

    /// The last point.
    pub fn last(&self) -> Option<f64> {
        self.points.back()?.1
    }

    fn step(&mut self, now: f64) {
        let mut taken = mem::take(&mut self.taken);
        let failed = mem::take(&mut self.failed);
        if failed || !taken.is_empty() {
            let middle = taken.len() / 2;
            let median = (!failed).then(|| *taken.select_nth_unstable_by(middle, f64::total_cmp).1);
            self.points.push_back((now, median));
        }
        while self.points.front().is_some_and(|point| point.0 < now - SPAN.as_secs_f64()) {
            self.points.pop_front();
        }
    }
}

/// What calls took, on both paths.
#[derive(Debug)]
pub struct Times {
    begin: Instant,
    stepped: Instant,
    /// Calls in the process.
    pub local: Series,
    /// Calls over XML-RPC.
    pub remote: Series,
    /// Calls in each second.
    pub calls: Rate,
}

impl Times {
    /// Nothing was called yet.
    pub fn new(now: Instant) -> Self {
        let (local, remote) = (Series::default(), Series::default());
        Times { begin: now, stepped: now, local, remote, calls: Rate::new(now) }
    }

    /// Seconds since the program began.
    pub fn seconds(&self, now: Instant) -> f64 {
        now.duration_since(self.begin).as_secs_f64()
    }

    /// Makes points of what was measured. Says whether it is time for the next measurement.
    pub fn step(&mut self, now: Instant) -> bool {
        self.calls.step(now);
        if now.duration_since(self.stepped) < STEP {
            return false;
        }
        self.stepped = now;
        let seconds = self.seconds(now);
        self.local.step(seconds);
        self.remote.step(seconds);
        true
    }
}

/// How often something happens in a second.
#[derive(Debug)]
pub struct Rate {
    begin: Instant,
    count: u32,
    /// How often it happened in the last whole second.
    pub last: u32,
}

impl Rate {
    /// It did not happen yet.
    pub fn new(now: Instant) -> Self {
        Rate { begin: now, count: 0, last: 0 }
    }

    /// It happened.
    pub fn happened(&mut self) {
        self.count += 1;
    }

    /// Says whether a second is over.
    pub fn step(&mut self, now: Instant) -> bool {
        let elapsed = now.duration_since(self.begin).as_secs_f64();
        if elapsed < 1.0 {
            return false;
        }
        self.last = (f64::from(mem::take(&mut self.count)) / elapsed).round() as u32;
        self.begin = now;
        true
    }
}

/// How the window keeps up.
#[derive(Debug)]
pub struct Frames {
    rate: Rate,
    drawn: Option<Instant>,
    longest: Duration,
    work: Duration,
    /// Of the last whole second.
    pub last: Figures,
}

/// Frames of a second.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// How many there were.
    pub count: u32,
    /// The longest time from one to the next.
    pub longest: Duration,
    /// The most time that the program itself worked at one.
    pub work: Duration,
}

impl Frames {
    /// Nothing was drawn yet.
    pub fn new(now: Instant) -> Self {
        let (longest, work) = (Duration::ZERO, Duration::ZERO);
        Frames { rate: Rate::new(now), drawn: None, longest, work, last: Figures::default() }
    }

    /// A frame was begun then and is made now. Says whether a second is over.
    pub fn made(&mut self, begun: Instant, now: Instant) -> bool {
        if let Some(drawn) = self.drawn.replace(begun) {
            self.longest = self.longest.max(begun.duration_since(drawn));
        }
        self.work = self.work.max(now.duration_since(begun));
        self.rate.happened();
        let over = self.rate.step(now);
        if over {
            let (longest, work) = (mem::take(&mut self.longest), mem::take(&mut self.work));
            self.last = Figures { count: self.rate.last, longest, work };
        }
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_the_median_of_a_step_and_a_failure_is_a_gap() {
        let begin = Instant::now();
        let mut times = Times::new(begin);
        for micros in [3, 900, 2] {
            times.local.took(Duration::from_micros(micros));
        }
        times.remote.failed();
        assert!(!times.step(begin + STEP / 2));
        assert!(times.step(begin + STEP));
        assert_eq!(times.local.points, [(0.1, Some(3.0))]);
        assert_eq!(times.remote.points, [(0.1, None)]);
        assert!(times.step(begin + SPAN + STEP * 2));
        assert!(times.local.points.is_empty(), "what is old goes");
    }

    #[test]
    fn frames_are_counted_and_the_longest_is_kept() {
        let begin = Instant::now();
        let mut frames = Frames::new(begin);
        let at = |millis| begin + Duration::from_millis(millis);
        for millis in [0, 16, 32, 132] {
            assert!(!frames.made(at(millis), at(millis + 1)));
        }
        assert!(frames.made(at(999), at(1001)));
        assert_eq!(frames.last.count, 5);
        assert_eq!(frames.last.longest, Duration::from_millis(867));
        assert_eq!(frames.last.work, Duration::from_millis(2));
    }
}

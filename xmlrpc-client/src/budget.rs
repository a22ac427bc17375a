//! How many attempts may be made again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What one attempt takes: a call brings as much of it as the budget has percent.
const ATTEMPT: u64 = 100;

/// A bucket that each call fills a little and each attempt beyond the first takes from. It is full at first.
#[derive(Debug)]
pub(crate) struct Budget {
    filled: AtomicU64,
    full: u64,
    call: u64,
}

impl Budget {
    /// `percent` of the calls, and `reserve` attempts that it holds when full.
    pub(crate) fn new(percent: u32, reserve: u32) -> Self {
        // One call may take more than one attempt's worth: the bucket must hold that.
        let full = u64::from(reserve) * ATTEMPT + u64::from(percent);
        Budget { filled: AtomicU64::new(full), full, call: percent.into() }
    }

    /// A call begins.
    pub(crate) fn call(&self) {
        let fill = |filled: u64| Some((filled + self.call).min(self.full));
        // The function is never `None`.
        let _ = self.filled.fetch_update(Relaxed, Relaxed, fill);
    }

    /// Takes one attempt, if one is left.
    pub(crate) fn take(&self) -> bool {
        self.filled.fetch_update(Relaxed, Relaxed, |filled| filled.checked_sub(ATTEMPT)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(budget: &Budget, calls: u32) -> u32 {
        (0..calls).map(|_| (budget.call(), u32::from(budget.take())).1).sum()
    }

    #[test]
    fn when_all_calls_fail_a_share_of_them_is_made_again() {
        assert_eq!(taken(&Budget::new(20, 10), 1000), 10 + 200);
        assert_eq!(taken(&Budget::new(0, 3), 1000), 3);
        assert_eq!(taken(&Budget::new(100, 0), 1000), 1000);
        assert_eq!(taken(&Budget::new(0, 0), 1000), 0);
    }

    #[test]
    fn calls_that_go_well_save_up_no_more_than_the_reserve() {
        let budget = Budget::new(20, 10);
        (0..100_000).for_each(|_| budget.call());
        assert_eq!((0..100).filter(|_| budget.take()).count(), 10);
    }
}

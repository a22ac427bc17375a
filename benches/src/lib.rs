//! What the measurements share.

pub mod counter;
pub mod documents;
pub mod peers;
pub mod work;

/// Calls in one measurement of the local path: what comes before and after the loop is shared out over so many that it
/// vanishes.
pub const CALLS: u32 = 10_000;

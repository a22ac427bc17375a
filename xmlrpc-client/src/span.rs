//! Lengths of time: as a configuration file writes them, and as pauses grow.

use std::{
    fmt,
    time::{Duration, Instant},
};

use serde::{Deserializer, de};

use crate::LONGEST;

/// `"100ms"`, `"10s"`; `"0s"` is a length too.
pub(crate) fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    struct Text;

    impl de::Visitor<'_> for Text {
        type Value = Duration;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a duration with its unit, such as \"10s\" or \"100ms\"")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
            humantime::parse_duration(text)
                .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Text)
}

/// `first`, doubled with each step, up to `longest`. The first step is 0.
pub(crate) fn doubled(first: Duration, step: u32, longest: Duration) -> Duration {
    let factor = 1_u32.checked_shl(step).unwrap_or(u32::MAX);
    first.checked_mul(factor).unwrap_or(longest).min(longest)
}

/// That much later, in so far as a point in time can be computed from it.
pub(crate) fn later(now: Instant, span: Duration) -> Instant {
    now + span.min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_by_doubling_up_to_the_longest() {
        let of = |step| doubled(Duration::from_millis(100), step, Duration::from_secs(1));
        assert_eq!([of(0), of(1), of(3)].map(|span| span.as_millis()), [100, 200, 800]);
        for step in [4, 31, 32, u32::MAX] {
            assert_eq!(of(step), Duration::from_secs(1), "{step}");
        }
        assert_eq!(doubled(Duration::MAX, 3, Duration::MAX), Duration::MAX);
        assert_eq!(doubled(Duration::ZERO, 3, Duration::MAX), Duration::ZERO);
    }
}

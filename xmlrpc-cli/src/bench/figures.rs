//! What was measured, as it is printed.

use std::{
    io::{self, Write},
    time::Duration,
};

use hdrhistogram::Histogram;
use serde_json::{Map, Value as Json, json};

use crate::{paint::Paint, report::Problem};

/// The percentiles that are told.
const PERCENTILES: [f64; 5] = [50.0, 75.0, 90.0, 99.0, 99.9];

/// How wide the longest bar is.
const BAR: u64 = 40;

/// On which connections calls are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Connected,
    Reconnecting,
}

impl Mode {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Mode::Connected => "connected",
            Mode::Reconnecting => "reconnecting",
        }
    }
}

/// What became of calls in one mode.
#[derive(Debug)]
pub(crate) struct Figures {
    mode: Mode,
    connections: usize,
    faults: u64,
    pub(crate) errors: u64,
    /// The first of them.
    error: Option<Problem>,
    pub(crate) took: Duration,
    /// Of all that were answered, in nanoseconds.
    times: Histogram<u64>,
}

impl Figures {
    pub(crate) fn new(mode: Mode, connections: usize) -> Self {
        // Up to an hour, to three digits: constants that it takes.
        let times = Histogram::new_with_bounds(1, 3_600_000_000_000, 3)
            .unwrap_or_else(|_| unreachable!("the bounds are in order"));
        let took = Duration::ZERO;
        Figures { mode, connections, faults: 0, errors: 0, error: None, took, times }
    }

    pub(crate) fn result(&mut self, took: Duration) {
        self.times.saturating_record(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
    }

    pub(crate) fn fault(&mut self, took: Duration) {
        self.result(took);
        self.faults += 1;
    }

    pub(crate) fn error(&mut self, problem: Problem) {
        self.errors += 1;
        self.error.get_or_insert(problem);
    }

    pub(crate) fn add(&mut self, other: Figures) {
        self.faults += other.faults;
        self.errors += other.errors;
        self.error = self.error.take().or(other.error);
        // Both have the same bounds.
        let _ = self.times.add(&other.times);
    }

    fn per_second(&self) -> f64 {
        let calls = u32::try_from(self.times.len()).map_or(f64::from(u32::MAX), f64::from);
        calls / self.took.as_secs_f64().max(1e-9)
    }

    /// How many calls took up to how long, in nanoseconds, by powers of two; without the empty ends.
    fn steps(&self) -> Vec<(u64, u64)> {
        let steps = self.times.iter_log(1024, 2.0);
        let steps: Vec<_> =
            steps.map(|it| (it.value_iterated_to() + 1, it.count_since_last_iteration())).collect();
        let first = steps.iter().position(|(_, count)| *count > 0).unwrap_or(steps.len());
        steps[first..].to_vec()
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let paint = Paint::of_output();
        let Figures { connections, faults, errors, times, .. } = self;
        write!(
            out,
            "{}: {} calls in {:.2} s on {connections} connection{}: {:.0} a second",
            paint.bold(self.mode.word()),
            times.len(),
            self.took.as_secs_f64(),
            if *connections == 1 { "" } else { "s" },
            self.per_second(),
        )?;
        writeln!(out, ", {faults} faults, {errors} errors")?;
        if let Some(error) = &self.error {
            writeln!(
                out,
                "  {}",
                paint
                    .red(&format!("first error: {}", crate::report::printable(&error.to_string())))
            )?;
        }
        if times.is_empty() {
            return Ok(());
        }
        let mean = Duration::from_secs_f64(times.mean() / 1e9);
        writeln!(out, "  {:<6} {}", "min", shown(nanoseconds(times.min())))?;
        writeln!(out, "  {:<6} {}", "mean", shown(mean))?;
        for percent in PERCENTILES {
            let time = nanoseconds(times.value_at_quantile(percent / 100.0));
            writeln!(out, "  {:<6} {}", format!("{percent} %"), shown(time))?;
        }
        writeln!(out, "  {:<6} {}", "max", shown(nanoseconds(times.max())))?;
        let steps = self.steps();
        let most = steps.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
        for (end, count) in steps {
            let bar = usize::try_from(count.saturating_mul(BAR).div_ceil(most)).unwrap_or(0);
            let line =
                format!("  up to {} |{:<40} {count}", shown(nanoseconds(end)), "#".repeat(bar));
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    pub(crate) fn print_json(&self, out: &mut impl Write) -> io::Result<()> {
        let times = &self.times;
        let micros = |nanoseconds: u64| json!(nanoseconds_as_micros(nanoseconds));
        let mut told = Map::new();
        told.insert("min".to_owned(), micros(times.min()));
        told.insert("mean".to_owned(), json!(times.mean() / 1e3));
        for percent in PERCENTILES {
            told.insert(format!("p{percent}"), micros(times.value_at_quantile(percent / 100.0)));
        }
        told.insert("max".to_owned(), micros(times.max()));
        let steps = self.steps();
        let steps: Vec<Json> =
            steps.iter().map(|(end, count)| json!([micros(*end), count])).collect();
        let mut line = json!({
            "mode": self.mode.word(), "connections": self.connections, "calls": times.len(), "faults": self.faults,
            "errors": self.errors, "seconds": self.took.as_secs_f64(), "per_second": self.per_second(),
        });
        if let Some(object) = line.as_object_mut() {
            if !times.is_empty() {
                object.insert("microseconds".to_owned(), Json::Object(told));
            }
            object.insert("histogram".to_owned(), Json::Array(steps));
            if let Some(error) = &self.error {
                object.insert("error".to_owned(), json!(error));
            }
        }
        writeln!(out, "{line}")
    }
}

fn nanoseconds(count: u64) -> Duration {
    Duration::from_nanos(count)
}

fn nanoseconds_as_micros(count: u64) -> f64 {
    nanoseconds(count).as_secs_f64() * 1e6
}

/// A time to three digits, of one width.
fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        _ if seconds < 1e-3 => (seconds * 1e6, "µs"),
        _ if seconds < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let digits = if number < 10.0 {
        2
    } else if number < 100.0 {
        1
    } else {
        0
    };
    format!("{number:>6.digits$} {unit:<2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(figures: &Figures) -> String {
        let mut out = Vec::new();
        figures.print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn figures_are_added_and_told() {
        let mut all = Figures::new(Mode::Connected, 2);
        for micros in [[10, 20], [30, 4000]] {
            let mut one = Figures::new(Mode::Connected, 1);
            one.result(Duration::from_micros(micros[0]));
            one.fault(Duration::from_micros(micros[1]));
            all.add(one);
        }
        all.took = Duration::from_secs(2);
        let text = printed(&all);
        assert!(
            text.starts_with(
                "connected: 4 calls in 2.00 s on 2 connections: 2 a second, 2 faults, 0 errors\n"
            ),
            "{text}"
        );
        assert!(text.contains("\n  50 %     20.0 µs\n"), "{text}");
        assert!(text.contains("\n  max      4.00 ms\n"), "{text}");
        assert_eq!(all.steps().iter().map(|(_, count)| count).sum::<u64>(), 4);
        assert!(all.steps()[0].1 > 0, "{:?}", all.steps());
    }

    #[test]
    fn nothing_measured_is_told_too() {
        let mut none = Figures::new(Mode::Reconnecting, 1);
        none.error(Problem::new(xmlrpc_core::ErrorKind::Connect, "refused"));
        let text = printed(&none);
        assert!(text.contains("0 calls") && text.contains("first error: refused"), "{text}");
        let mut out = Vec::new();
        none.print_json(&mut out).unwrap();
        let line: Json = serde_json::from_slice(&out).unwrap();
        assert_eq!((&line["errors"], &line["histogram"]), (&json!(1), &json!([])));
    }

    #[test]
    fn times_have_three_digits() {
        for (nanos, text) in [
            (1_234, "  1.23 µs"),
            (56_789, "  56.8 µs"),
            (7_890_000, "  7.89 ms"),
            (2_000_000_000, "  2.00 s "),
        ] {
            assert_eq!(shown(nanoseconds(nanos)), text);
        }
    }
}

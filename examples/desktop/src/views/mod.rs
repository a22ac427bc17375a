//! The parts of the window.

pub mod connection;
pub mod editor;
pub mod list;
pub mod plot;
pub mod status;

use eframe::egui::{Color32, Ui};

/// The colour of the local path.
pub const LOCAL: Color32 = Color32::from_rgb(64, 160, 220);

/// The colour of the remote path.
pub const REMOTE: Color32 = Color32::from_rgb(235, 140, 50);

/// Shows what went wrong.
fn wrong(ui: &mut Ui, what: &str) {
    ui.colored_label(ui.visuals().error_fg_color, what);
}

/// A time with three digits and its unit.
pub fn time(micros: f64) -> String {
    let (value, unit) = match micros {
        micros if micros < 1e3 => (micros, "µs"),
        micros if micros < 1e6 => (micros / 1e3, "ms"),
        micros => (micros / 1e6, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_time_has_three_digits() {
        for (micros, text) in [(0.25, "0.25 µs"), (43.21, "43.2 µs"), (2_345_678.0, "2.35 s")] {
            assert_eq!(super::time(micros), text);
        }
        assert_eq!(super::time(123_456.0), "123 ms");
    }
}

//! The line below: what is wrong, and how fast it is.

use std::time::{Duration, Instant};

use eframe::egui::{Align, Layout, Ui};

use super::{time, wrong};
use crate::{desk::Desk, times::Frames};

/// An answer that takes longer than this is waited for visibly.
const LONG: Duration = Duration::from_millis(300);

/// Shows the line.
pub fn show(ui: &mut Ui, desk: &Desk, frames: &Frames) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        let waiting = desk.waiting(Instant::now()).filter(|waiting| *waiting > LONG);
        if let Some(what) = &desk.trouble {
            wrong(ui, what);
        } else if let Some(waiting) = waiting {
            ui.spinner();
            ui.label(format!("no answer for {:.1} s", waiting.as_secs_f64()));
        } else if desk.note.is_empty() {
            ui.label("ready");
        } else {
            ui.label(&desk.note);
        }
    });
    ui.horizontal(|ui| {
        ui.weak(figures(desk, frames));
        if let Some(file) = desk.file() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.weak(format!("follows {}", file.display()));
            });
        }
    });
    ui.add_space(2.0);
}

/// The figures of the last second.
pub fn figures(desk: &Desk, frames: &Frames) -> String {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let last = frames.last;
    format!(
        "{} frames a second, at most {} apart and {} of work · {} calls a second · searched in {}",
        last.count,
        time(micros(last.longest)),
        time(micros(last.work)),
        desk.times.calls.last,
        time(micros(desk.finding)),
    )
}

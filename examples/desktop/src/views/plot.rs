//! What calls took, on both paths, as it happens.

use std::time::Instant;

use eframe::egui::{RichText, Ui, Vec2b};
use egui_plot::{GridInput, GridMark, HoverPosition, Line, Plot, PlotPoints};

use super::{LOCAL, REMOTE, time};
use crate::{
    desk::Desk,
    times::{SPAN, Series},
};

/// Shows the plot.
pub fn show(ui: &mut Ui, desk: &Desk, now: Instant) {
    let paths = [("Local", &desk.times.local, LOCAL), ("Remote", &desk.times.remote, REMOTE)];
    ui.horizontal(|ui| {
        ui.label("Looking one person up takes");
        for (name, series, color) in paths {
            let last = match (series.last(), series.points.is_empty()) {
                (Some(micros), _) => time(micros),
                (None, true) => "not measured".to_owned(),
                (None, false) => "no answer".to_owned(),
            };
            ui.label(RichText::new(format!("{name}: {last}")).color(color).strong());
        }
    });
    let seconds = desk.times.seconds(now);
    // The axis has the logarithms of microseconds.
    Plot::new("times")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .auto_bounds(Vec2b::FALSE)
        .default_x_bounds(-SPAN.as_secs_f64() - 0.5, 0.5)
        .default_y_bounds(-0.7, 5.2)
        .x_axis_formatter(|mark, _| format!("{} s", mark.value))
        .y_grid_spacer(decades)
        .y_axis_formatter(|mark, _| decade(mark.value))
        .y_axis_min_width(48.0)
        .label_formatter(|at| {
            let (HoverPosition::NearDataPoint { position: at, .. }
            | HoverPosition::Elsewhere { position: at }) = at;
            Some(format!("{}, {:.1} s", time(10f64.powf(at.y)), at.x))
        })
        .show(ui, |plot| {
            for (name, series, color) in paths {
                for piece in pieces(series, seconds) {
                    plot.line(Line::new(name, piece).color(color).width(2.0));
                }
            }
        });
}

/// The points between gaps.
fn pieces(series: &Series, now: f64) -> Vec<PlotPoints<'static>> {
    let mut pieces = vec![Vec::new()];
    for (when, micros) in &series.points {
        match (micros, pieces.last_mut()) {
            (Some(micros), Some(piece)) => piece.push([when - now, micros.max(0.1).log10()]),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.into_iter().filter(|piece| !piece.is_empty()).map(PlotPoints::from).collect()
}

fn decades(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    (low.ceil() as i32..=high.floor() as i32)
        .map(|power| GridMark { value: f64::from(power), step_size: 1.0 })
        .collect()
}

fn decade(power: f64) -> String {
    let power = power.round() as i32;
    let unit = ["µs", "ms", "s"].get((power.max(0) / 3) as usize).copied().unwrap_or("");
    match power {
        0.. => format!("{} {unit}", 10_i32.pow(power as u32 % 3)),
        _ => format!("{} µs", 10f64.powi(power)),
    }
}

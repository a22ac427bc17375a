//! The window.

use std::time::{Duration, Instant};

use eframe::egui::{CentralPanel, Panel, Ui};

use crate::{desk::Desk, times::Frames, views};

/// A frame each sixtieth of a second: the plot moves.
const FRAME: Duration = Duration::from_micros(16_667);

type Told = Box<dyn FnMut(&Desk, &Frames)>;

/// What is drawn, and how fast.
pub struct App {
    /// What it is about.
    pub desk: Desk,
    /// How the window keeps up.
    pub frames: Frames,
    /// When the next one is.
    due: Instant,
    /// Is told of each second's frames.
    told: Told,
}

impl App {
    /// A window on this desk.
    pub fn new(desk: Desk, told: impl FnMut(&Desk, &Frames) + 'static) -> Self {
        let now = Instant::now();
        App { desk, frames: Frames::new(now), due: now, told: Box::new(told) }
    }

    /// Draws one frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let begun = Instant::now();
        let desk = &mut self.desk;
        desk.tick(begun);
        Panel::top("connection").show(ui, |ui| views::connection::show(ui, desk));
        Panel::bottom("status").show(ui, |ui| views::status::show(ui, desk, &self.frames));
        Panel::left("list").default_size(360.0).show(ui, |ui| views::list::show(ui, desk));
        CentralPanel::default().show(ui, |ui| {
            views::editor::show(ui, desk);
            ui.separator();
            views::plot::show(ui, desk, begun);
        });
        if self.frames.made(begun, Instant::now()) {
            (self.told)(&self.desk, &self.frames);
        }
        // What drawing takes is no part of the wait.
        self.due = (self.due + FRAME).clamp(begun, begun + FRAME);
        ui.ctx().request_repaint_after(self.due.saturating_duration_since(Instant::now()));
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}

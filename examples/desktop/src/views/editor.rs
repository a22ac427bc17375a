//! One person, to be changed.

use eframe::egui::{Button, Grid, TextEdit, Ui};

use super::wrong;
use crate::desk::Desk;

/// Shows the editor.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    ui.add_space(4.0);
    let Some(draft) = &mut desk.draft else {
        ui.heading("Nobody is chosen");
        ui.weak("A click on somebody in the list lets you change them.");
        return;
    };
    ui.heading(format!("Number {}", draft.id));
    Grid::new("editor").num_columns(2).show(ui, |ui| {
        let label = ui.label("Name");
        ui.add(TextEdit::singleline(&mut draft.name).desired_width(300.0)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("Born");
        ui.add(TextEdit::singleline(&mut draft.born).desired_width(100.0)).labelled_by(label.id);
        ui.end_row();
    });
    let saves = ui
        .horizontal(|ui| {
            let saves = ui.add_enabled(!draft.saving, Button::new("Save")).clicked();
            if draft.saving {
                ui.spinner();
                ui.label("on its way");
            }
            match &draft.outcome {
                Some(Ok(what)) => drop(ui.label(what)),
                Some(Err(what)) => wrong(ui, what),
                None => {}
            }
            saves
        })
        .inner;
    if saves {
        desk.save();
    }
}

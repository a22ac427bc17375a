//! The list of people, and the search above it.

use eframe::egui::{Button, ScrollArea, TextEdit, Ui, vec2};

use crate::{desk::Desk, editing::day};

/// Shows the list.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    ui.add_space(6.0);
    let typed = ui
        .horizontal(|ui| {
            let label = ui.label("Search");
            let field = TextEdit::singleline(&mut desk.words)
                .hint_text("parts of a name")
                .desired_width(f32::INFINITY);
            ui.add(field).labelled_by(label.id).changed()
        })
        .inner;
    let found = match (desk.ids.len(), desk.found.trim()) {
        (count, "") => format!("{count} people"),
        (count, words) => format!("{count} people with “{words}”"),
    };
    ui.weak(found);
    ui.separator();

    let height = ui.spacing().interact_size.y;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if typed {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show_rows(ui, height, desk.ids.len(), |ui, rows| {
        desk.show(rows.clone());
        for index in rows {
            let Some(id) = desk.ids.get(index).copied() else { break };
            row(ui, desk, id);
        }
    });
}

fn row(ui: &mut Ui, desk: &mut Desk, id: i32) {
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    let Some(person) = desk.row(id) else {
        ui.add_sized(size, Button::selectable(false, "…"));
        return;
    };
    let selected = desk.draft.as_ref().is_some_and(|draft| draft.id == id);
    let button = Button::selectable(selected, &person.name)
        .right_text(day(&person.born))
        .truncate()
        .min_size(size);
    if ui.add(button).clicked() {
        desk.open(id);
    }
}

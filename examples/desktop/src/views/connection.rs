//! The bar above: the switch, and what is shared.

use eframe::egui::{ComboBox, Key, TextEdit, Ui};

use super::{LOCAL, REMOTE, wrong};
use crate::{desk::Desk, sharing::Way};

/// Shows the bar.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    ui.add_space(4.0);
    ui.horizontal(|ui| switch(ui, desk));
    ui.horizontal(|ui| sharing(ui, desk));
    if let Some(what) = &desk.refused {
        wrong(ui, what);
    }
    if let (Some(file), Some(what)) = (desk.file(), &desk.file_trouble) {
        let name = file.display().to_string();
        // The library names the file where it can.
        let shown = if what.contains(&name) { what.clone() } else { format!("{name}: {what}") };
        ui.horizontal(|ui| {
            wrong(ui, &shown);
            if ui.small_button("Dismiss").clicked() {
                desk.file_trouble = None;
            }
        });
    }
    ui.add_space(2.0);
}

fn switch(ui: &mut Ui, desk: &mut Desk) {
    let local = desk.is_local();
    ui.label("Calls go");
    ui.scope(|ui| {
        ui.visuals_mut().selection.bg_fill = LOCAL.gamma_multiply(0.6);
        if ui.selectable_label(local, "Local").clicked() {
            desk.go_local();
        }
    });
    ui.scope(|ui| {
        ui.visuals_mut().selection.bg_fill = REMOTE.gamma_multiply(0.6);
        if ui.selectable_label(!local, "Remote").clicked() {
            desk.go_remote();
        }
    });
    let label = ui.label("Endpoint");
    let url = TextEdit::singleline(&mut desk.endpoint.url)
        .hint_text("http://127.0.0.1:8000/RPC2")
        .desired_width(330.0);
    let url = ui.add(url).labelled_by(label.id);
    let label = ui.label("Token");
    let token = TextEdit::singleline(&mut desk.endpoint.token)
        .hint_text("if asked for")
        .password(true)
        .desired_width(110.0);
    let token = ui.add(token).labelled_by(label.id);
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    if entered && (url.lost_focus() || token.lost_focus()) {
        desk.go_remote();
    }
}

fn sharing(ui: &mut Ui, desk: &mut Desk) {
    let Some(sharing) = &mut desk.sharing else {
        if ui.button("Share on this machine").clicked() {
            desk.share();
        }
        let label = ui.label("by");
        let ways = ComboBox::from_id_salt("way").selected_text(desk.way.name()).show_ui(ui, |ui| {
            for way in Way::ALL {
                ui.selectable_value(&mut desk.way, *way, way.name());
            }
        });
        ways.response.labelled_by(label.id);
        return;
    };
    let stop = ui.button("Stop sharing").clicked();
    ui.label("Shared at");
    ui.monospace(sharing.url());
    if let Some(token) = &sharing.token {
        ui.label("with the token");
        ui.monospace(token);
        if ui.button("Noted: do not show it again").clicked() {
            sharing.token = None;
        }
    }
    if stop {
        desk.unshare();
    }
}

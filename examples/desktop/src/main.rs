//! `desktop [--people FILE] [--count N] [--figures] [CONFIGURATION]`

use std::{error::Error, path::PathBuf, sync::Arc};

use desktop::{
    app::App,
    data::SqliteDb,
    desk::{Desk, connect},
    views::status,
};
use eframe::egui;
use lexopt::prelude::*;

const HELP: &str = "\
desktop [--people FILE] [--count N] [--figures] [CONFIGURATION]

  --people FILE  keep the people in this SQLite file; without it, in memory
  --count N      make this many people where there are none: 5000 unless it is said
  --figures      print each second how fast the window is
  CONFIGURATION  a TOML file that turns the switch: people = \"local\", or people = \"http://127.0.0.1:8000/RPC2\"";

struct Args {
    people: Option<PathBuf>,
    count: usize,
    figures: bool,
    configuration: Option<PathBuf>,
}

fn args() -> Result<Option<Args>, lexopt::Error> {
    let mut args = Args { people: None, count: 5_000, figures: false, configuration: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Long("people") => args.people = Some(parser.value()?.into()),
            Long("count") => args.count = parser.value()?.parse()?,
            Long("figures") => args.figures = true,
            Long("help") | Short('h') => return Ok(None),
            Value(file) if args.configuration.is_none() => args.configuration = Some(file.into()),
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(Some(args))
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(args) = args()? else {
        println!("{HELP}");
        return Ok(());
    };
    let people = Arc::new(SqliteDb::open(args.people.as_deref(), args.count)?);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size([1000.0, 700.0]),
        ..Default::default()
    };
    let make = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let context = creation.egui_ctx.clone();
        let mut desk = Desk::new(people, connect, move || context.request_repaint())?;
        if let Some(file) = args.configuration {
            desk.follow(file)?;
        }
        let figures = args.figures;
        Ok(Box::new(App::new(desk, move |desk, frames| {
            if figures {
                let path = if desk.is_local() { "local" } else { "remote" };
                println!("{path}: {}", status::figures(desk, frames));
            }
        })))
    };
    eframe::run_native("People", options, Box::new(make))?;
    Ok(())
}

//! `lissom plot`: one picture, without a browser.

use super::{fail, open, write};
use crate::answer_files::ending;
use crate::arguments::PlotFlags;
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{Picture, Plot, PlotList, Reply, Said};
use lissom::{Cost, Failure, Session};
use lissom_page::{Colouring, Motion, Page, Scene, picture};
use std::process::ExitCode;
use std::time::Instant;

/// Draws the picture, or lists what there is.
pub fn run(flags: &PlotFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("plot", &flags.common, None, &failure, terminal),
    };
    let page = match page(&session, flags, terminal) {
        Ok(page) => page,
        Err(failure) => return fail("plot", &flags.common, Some(&session), &failure, terminal),
    };
    let wall_s = start.elapsed().as_secs_f64();
    let Some(what) = &flags.what else { return list(&session, &page, flags, wall_s, terminal) };
    if let Some(failure) = without_stress(&page, what, flags) {
        return fail("plot", &flags.common, Some(&session), &failure, terminal);
    }
    let Some(drawing) =
        picture(&page, what, |scene, motion| frame(scene, motion, flags.at), colouring(flags))
    else {
        let names: Vec<String> = page.pictures().into_iter().map(|(name, _)| name).collect();
        let known = names.iter().map(ToString::to_string).collect();
        let failure = Failure::UnknownName { kind: "picture", name: what.clone(), known };
        return fail("plot", &flags.common, Some(&session), &failure, terminal);
    };
    let path = flags.common.output.clone().expect("a requested picture has a file");
    let is_written = match ending(&path) == "png" {
        true => write_png(&path, &drawing, terminal),
        false => write(&path, &drawing, terminal),
    };
    if flags.common.json {
        terminal.json(&reply(&session, &page, wall_s, Plot { what: what.clone(), file: path }));
    } else {
        terminal.answer(&format!("{}: {what} is in {path}\n", page.model));
    }
    ExitCode::from(u8::from(!is_written))
}

fn colouring(flags: &PlotFlags) -> Colouring {
    match flags.colour.as_deref() {
        Some("stress") => Colouring::Stress,
        Some(_) => Colouring::Displacement,
        None => Colouring::Usual,
    }
}

/// A motion that was to be coloured by stress, and has none.
fn without_stress(page: &Page, what: &str, flags: &PlotFlags) -> Option<Failure> {
    let scene = page.scene.as_ref()?;
    let motion = scene.motions.iter().find(|motion| motion.id == what)?;
    (colouring(flags) == Colouring::Stress && motion.fields.is_empty()).then(|| Failure::NoStress {
        picture: what.to_owned(),
        why: scene.key_note.clone().unwrap_or_else(|| "no part of it bends".to_owned()),
    })
}

fn write_png(path: &str, drawing: &str, terminal: &Terminal) -> bool {
    match crate::png::png(drawing) {
        Ok(bytes) => super::write_bytes(path, &bytes, terminal),
        Err(reason) => {
            terminal.report(&format!("error: cannot draw {path}: {reason}; use an .svg file instead"));
            false
        }
    }
}

/// Asks only what the picture needs.
fn page(session: &Session, flags: &PlotFlags, terminal: &Terminal) -> Result<Page, Failure> {
    let only: Vec<String> = match &flags.what {
        Some(what) => lissom_page::questions_of(what).into_iter().map(str::to_owned).collect(),
        None => Vec::new(),
    };
    let progress = terminal.progress();
    let page = Page::of(session, &only, &progress);
    progress.finish();
    page
}

fn reply<T: Said>(session: &Session, page: &Page, wall_s: f64, said: T) -> Reply<T> {
    let warnings: Vec<String> = page.warnings.iter().map(|(_, text)| text.clone()).collect();
    Reply::new(session, &warnings, Cost::UNKNOWN, wall_s, said)
}

fn list(session: &Session, page: &Page, flags: &PlotFlags, wall_s: f64, terminal: &Terminal) -> ExitCode {
    let pictures = page.pictures();
    if flags.common.json {
        let all = pictures.iter();
        let all = all.map(|(name, title)| Picture { name: name.clone(), title: title.clone() });
        terminal.json(&reply(session, page, wall_s, PlotList { pictures: all.collect() }));
        return ExitCode::SUCCESS;
    }
    let mut table = Table::new(&[("picture", ""), ("shows", "")]);
    pictures.iter().for_each(|(name, title)| table.row(vec![name.clone(), title.clone()]));
    let first = pictures.first().map_or("model", |(name, _)| name.as_str());
    let (file, first) = (format!("{}.svg", crate::file_name::safe(first)), quoted(first));
    terminal.answer(&format!(
        "{}: {} pictures\n\n{}\nnext: lissom plot {} --what {first} -o {}\n",
        page.model,
        pictures.len(),
        table.render(),
        quoted(session.path()),
        quoted(&file)
    ));
    ExitCode::SUCCESS
}

/// The frame nearest to a value, or the one that shows most.
fn frame(scene: &Scene, motion: &Motion, at: Option<f64>) -> usize {
    let nearest = |value: f64| {
        let distance = |i: &usize| (motion.values[*i] - value).abs();
        (0..motion.values.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    at.map_or_else(|| scene.telling_frame(motion), |value| nearest(value).unwrap_or(0))
}

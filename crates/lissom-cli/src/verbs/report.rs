//! `lissom report`: one page to look at.

use super::{fail, open, write};
use crate::answer_files::ending;
use crate::arguments::ReportFlags;
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply, ReportGap};
use lissom::{Cost, Failure, Session};
use lissom_page::{Page, html};
use std::process::ExitCode;
use std::time::Instant;

/// Asks everything and writes the page.
pub fn run(flags: &ReportFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("report", &flags.common, None, &failure, terminal),
    };
    let page = match page(&session, flags, terminal) {
        Ok(page) => page,
        Err(failure) => return fail("report", &flags.common, Some(&session), &failure, terminal),
    };
    let path = flags.common.output.as_deref().expect("a page has a file");
    let content = match ending(path) == "json" {
        true => format!("{}\n", page.to_json()),
        false => html(&page),
    };
    let is_written = write(path, &content, terminal);
    let gaps = page.gaps();
    if flags.common.json {
        let warnings: Vec<String> = page.warnings.iter().map(|(_, text)| text.clone()).collect();
        let gaps = gaps.iter().map(|gap| ReportGap { what: gap.what.clone(), reason: gap.reason.clone() });
        let said = wire::Report {
            file: path.to_owned(),
            sections: page.sections.iter().map(|section| section.id.clone()).collect(),
            gaps: gaps.collect(),
        };
        let wall_s = start.elapsed().as_secs_f64();
        terminal.json(&Reply::new(&session, &warnings, Cost::UNKNOWN, wall_s, said));
    } else {
        terminal.answer(&text(&page, path, content.len()));
    }
    ExitCode::from(u8::from(!is_written || !gaps.is_empty()))
}

fn page(session: &Session, flags: &ReportFlags, terminal: &Terminal) -> Result<Page, Failure> {
    let progress = terminal.progress();
    let page = Page::of(session, &flags.only, &progress);
    progress.finish();
    page
}

fn text(page: &Page, path: &str, bytes: usize) -> String {
    let titles: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
    let motions = page.scene.as_ref().map_or(0, |scene| scene.motions.len());
    let mut text = format!(
        "{}: {} sections ({}), {motions} motions, {} warnings\n",
        page.model,
        titles.len(),
        titles.join(", "),
        page.warnings.len()
    );
    for gap in page.gaps() {
        text += &format!("no answer: {}: {}\n", gap.what, gap.reason);
    }
    text + &format!("next: open {} ({:.1} MB) in a browser\n", quoted(path), bytes as f64 / 1e6)
}

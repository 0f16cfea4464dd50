//! `lissom reduce` of a linear structure: the one report for every method.

use super::write;
use crate::arguments::ReduceFlags;
use crate::numbers::{six, size};
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::Reduction;
use lissom::{Cost, Failure, LinearReductionReport, Session};
use std::fmt::Write;
use std::time::Instant;

/// Largest number of listed columns of the basis.
const MOST_COLUMNS: usize = 12;

/// Largest number of listed peaks of the error.
const MOST_PEAKS: usize = 6;

/// Modes that are compared one by one.
const MOST_MODES: usize = 20;

/// Makes and shows one reduction; `None` when its file could not be written.
pub fn one(
    session: &Session,
    name: &str,
    file: Option<&str>,
    flags: &ReduceFlags,
    terminal: &Terminal,
) -> Result<Option<(Reduction, Cost)>, Failure> {
    let start = Instant::now();
    let progress = terminal.progress();
    let answer = session.reduce_structure(name, flags.at.as_ref(), &progress);
    progress.finish();
    let answer = answer?;
    if let Some(path) = file
        && !write(path, &answer.value.text, terminal)
    {
        return Ok(None);
    }
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {name}: {warning}"));
    }
    if !flags.common.json {
        terminal.answer(&text(&answer.value));
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Some((Reduction::of_structure(&answer, file, seconds), answer.cost)))
}

fn text(report: &LinearReductionReport) -> String {
    let (reduced, comparison) = (&report.reduced, &report.comparison);
    let mut text = format!(
        "{}: {} of {} coordinates ({})\n",
        report.name, comparison.size, comparison.full_size, reduced.method
    );
    for column in reduced.columns.iter().take(MOST_COLUMNS) {
        let _ = writeln!(text, "  {}: {}", column.name, column.reason);
    }
    if reduced.columns.len() > MOST_COLUMNS {
        let _ = writeln!(text, "  … and {} more", reduced.columns.len() - MOST_COLUMNS);
    }
    reduced.notes.iter().for_each(|note| text += &format!("  {note}\n"));
    let _ = writeln!(
        text,
        "against the full structure from {} to {} Hz",
        six(report.band[0]),
        six(report.band[1])
    );
    text += &modes(report);
    text += &gains(report);
    if let Some(error) = comparison.inertia_error {
        let _ = writeln!(text, "  mass, centre of mass and inertia: error {}", size(error));
    }
    text += &responses(report);
    if let Some(at) = report.indicator {
        let _ = writeln!(
            text,
            "  error indicator over the band: {} at {} Hz, from the reduction alone",
            size(at.indicator),
            six(at.hertz)
        );
    }
    text
}

fn modes(report: &LinearReductionReport) -> String {
    let all = &report.comparison.frequencies;
    if !report.comparison.modes_known {
        return "  modes of the full structure were not computed\n".to_owned();
    }
    if all.is_empty() {
        return "  no elastic mode in the band\n".to_owned();
    }
    let mut table =
        Table::new(&[("mode", ""), ("full", "[Hz]"), ("reduced", "[Hz]"), ("error", "[-]"), ("held", "[%]")]);
    for (i, mode) in all.iter().enumerate().take(MOST_MODES) {
        table.row(vec![
            (i + 1).to_string(),
            six(mode.hertz),
            mode.reduced_hertz.map_or("missing".to_owned(), six),
            mode.error().map_or("-".to_owned(), size),
            format!("{:.2}", 100.0 * mode.held),
        ]);
    }
    let mut text = indented(&table.render());
    if all.len() > MOST_MODES {
        let _ = writeln!(
            text,
            "    and {} more, see --json; `band` ends the comparison earlier",
            all.len() - MOST_MODES
        );
    }
    text
}

fn gains(report: &LinearReductionReport) -> String {
    if report.comparison.gains.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[
        ("static gain of", ""),
        ("under", ""),
        ("full", "[SI]"),
        ("reduced", "[SI]"),
        ("error", "[-]"),
    ]);
    for gain in &report.comparison.gains {
        table.row(vec![
            gain.output.clone(),
            gain.input.clone(),
            six(gain.full),
            six(gain.reduced),
            size(gain.error),
        ]);
    }
    indented(&table.render())
}

/// The largest errors over the band, by frequency.
fn responses(report: &LinearReductionReport) -> String {
    let all = report.comparison.responses();
    if all.is_empty() {
        return String::new();
    }
    let is_peak = |i: &usize| {
        let beside = [i.checked_sub(1), Some(i + 1)].into_iter().flatten().filter_map(|k| all.get(k));
        beside.into_iter().all(|other| other.error <= all[*i].error)
    };
    let mut peaks: Vec<usize> = (0..all.len()).filter(is_peak).collect();
    peaks.sort_by(|a, b| all[*b].error.total_cmp(&all[*a].error));
    peaks.truncate(MOST_PEAKS);
    peaks.sort_unstable();
    let mut table =
        Table::new(&[("response at", "[Hz]"), ("error in energy norm", "[-]"), ("indicator", "[-]")]);
    for at in peaks.into_iter().map(|i| &all[i]) {
        table.row(vec![six(at.hertz), size(at.error), at.indicator.map_or("-".to_owned(), size)]);
    }
    format!("{}  {}\n", indented(&table.render()), report.error_sentence())
}

fn indented(table: &str) -> String {
    table.lines().map(|line| format!("  {line}\n")).collect()
}

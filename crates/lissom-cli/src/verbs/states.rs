//! `lissom states`: equilibria along a stroke.

use super::{deliver, fail, open};
use crate::arguments::StatesFlags;
use crate::numbers::{six, size};
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::StrokeReport;
use std::process::ExitCode;
use std::time::Instant;

/// How many frequencies a row of the table shows.
const SHOWN: usize = 4;

/// Finds the states.
pub fn run(flags: &StatesFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common) {
        Ok(session) => session,
        Err(failure) => return fail("states", &flags.common, None, &failure, terminal),
    };
    let progress = terminal.progress();
    let answer = session.states(flags.points.map(|n| n as usize), &progress);
    progress.finish();
    let answer = match answer {
        Ok(answer) => answer,
        Err(failure) => return fail("states", &flags.common, Some(&session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, session.path(), &answer.value));
    }
    let json = lissom::wire::states(&session, &answer, start.elapsed().as_secs_f64());
    ExitCode::from(u8::from(!deliver(&flags.common, &json, terminal)))
}

fn text(name: &str, path: &str, report: &StrokeReport) -> String {
    let shown = report.rows.iter().map(|r| r.frequencies_hz.len()).min().unwrap_or(0).min(SHOWN);
    let mut heads: Vec<(String, String)> =
        vec![(report.drive.clone(), format!("[{}]", report.unit)), ("force".into(), "[N]".into())];
    heads.extend((1..=shown).map(|k| (format!("f{k}"), "[Hz]".into())));
    heads.extend(report.probes.iter().map(|p| (format!("k {}", p.name), format!("[{}]", p.unit))));
    heads.extend(report.beams.iter().map(|b| (format!("stress {b}"), "[MPa]".into())));
    heads.push(("residual".into(), "[-]".into()));
    let heads: Vec<(&str, &str)> = heads.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut table = Table::new(&heads);
    for row in &report.rows {
        let mut cells = vec![six(row.value), six(row.force)];
        cells.extend(row.frequencies_hz[..shown].iter().map(|f| six(*f)));
        cells.extend(row.stiffness.iter().map(|k| k.map_or("rigid".to_owned(), six)));
        cells.extend(row.stress_max.iter().map(|s| six(s * 1e-6)));
        cells.push(size(row.residual));
        table.row(cells);
    }
    format!(
        "{name}: {} equilibria along {}\n\n{}\nk: stiffness with the drive's force held constant; a negative f is an unstable direction\nnext: lissom reduce {path}\n",
        report.rows.len(),
        report.drive,
        table.render()
    )
}

//! `lissom cycle`: deformations over a cycle of rigid motion.

use super::{asked, deliver, write};
use crate::arguments::CycleFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::spreadsheet::head;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::cycle::{CycleStability, CycleStart};
use lissom::wire::{Cycle, Reply};
use lissom::{CycleReport, CycleSettings, Failure, Progress, Session};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Rows shown; JSON and CSV have all.
const ROWS: usize = 24;

/// Runs the cycle.
pub fn run(flags: &CycleFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let question = |session: &Session, progress: &dyn Progress| {
        settings(session, flags).and_then(|s| session.cycle(&s, progress))
    };
    let (session, answer) = match asked("cycle", &flags.common, terminal, question) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let wall_s = start.elapsed().as_secs_f64();
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, session.path(), &answer.value));
        if terminal.verbose() {
            terminal.note(&format!("{wall_s:.3} s"));
        }
    }
    let json = Reply::of(&session, &answer, wall_s, Cycle::from(&answer.value));
    let mut written = deliver(&flags.common, &json, terminal);
    if let Some(path) = &flags.csv {
        written &= write(path, &csv(&answer.value), terminal);
    }
    ExitCode::from(u8::from(!written))
}

/// What the file asks for, changed by the flags.
fn settings(session: &Session, flags: &CycleFlags) -> Result<CycleSettings, Failure> {
    let mut settings = session.cycle_settings()?;
    if let Some(turns) = flags.turns {
        (settings.turns, settings.end) = (turns, None);
    }
    settings.end = flags.end.or(settings.end);
    settings.steps = flags.steps.map_or(settings.steps, |n| n as usize);
    settings.tolerance = flags.tolerance.or(settings.tolerance);
    settings.compare = flags.compare;
    if flags.periodic {
        settings.start = CycleStart::Periodic;
    }
    for effect in &flags.without {
        match effect.as_str() {
            "coriolis" => settings.effects.coriolis = false,
            "euler" => settings.effects.euler = false,
            "centrifugal" => settings.effects.centrifugal = false,
            _ => settings.effects.geometric = false,
        }
    }
    Ok(settings)
}

fn text(name: &str, path: &str, report: &CycleReport) -> String {
    let c = &report.cycle;
    let how = match report.start {
        CycleStart::Undeformed => "started undeformed",
        CycleStart::Periodic => "periodic",
    };
    let mut text = format!(
        "{name}: deformation over {} s of rigid motion, {how}\n\n{}\n",
        six(c.times[c.times.len() - 1]),
        course(report)
    );
    text += &extremes(report);
    text += &carried(report);
    text += &peaks(report);
    let _ = writeln!(text, "\n{} steps; doubling them changed the motion by {}", c.steps, size(c.change));
    if let Some(floquet) = &c.floquet {
        let verdict = match (floquet.stability, &floquet.why) {
            (CycleStability::Stable, _) => "disturbances decay",
            (CycleStability::Unstable, _) => "UNSTABLE, disturbances grow",
            (CycleStability::Undecided, why) => &format!("undecided: {}", why.as_deref().unwrap_or("")),
        };
        let _ = writeln!(
            text,
            "largest Floquet multiplier {} with an estimated error of {}: {verdict}",
            six(floquet.largest),
            size(floquet.error)
        );
    }
    if let Some(closure) = c.closure {
        let _ = writeln!(text, "the cycle closes to {}", size(closure));
    }
    let next = if report.nonlinear.is_some() { "--csv cycle.csv" } else { "--compare" };
    text + &format!("next: lissom cycle {} {next}\n", quoted(path))
}

/// Deviations at some times.
fn course(report: &CycleReport) -> String {
    let c = &report.cycle;
    let mut heads: Vec<(String, String)> = vec![("time".into(), "[s]".into())];
    if !report.drive.is_empty() {
        heads.push(("drive".into(), "[rad]".into()));
    }
    heads.extend(report.outputs.iter().map(|(name, unit)| (name.clone(), format!("[{unit}]"))));
    let named: Vec<(&str, &str)> = heads.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut table = Table::new(&named);
    let last = c.times.len() - 1;
    let mut rows: Vec<usize> = (0..=ROWS).map(|k| k * last / ROWS).collect();
    rows.dedup();
    for k in rows {
        let mut cells = vec![six(c.times[k])];
        cells.extend(report.drive.get(k).map(|angle| six(*angle)));
        cells.extend(report.deviations.elastic.iter().map(|row| six(row[k])));
        table.row(cells);
    }
    format!("effect of deformations on the outputs\n{}", table.render())
}

fn extremes(report: &CycleReport) -> String {
    let c = &report.cycle;
    let mut heads = vec![("output", ""), ("largest", ""), ("at", "[s]"), ("smallest", ""), ("at", "[s]")];
    if report.nonlinear.is_some() {
        heads.extend([("nonlinear largest", ""), ("nonlinear smallest", ""), ("largest difference", "")]);
    }
    let mut table = Table::new(&heads);
    for (k, (name, unit)) in report.outputs.iter().enumerate() {
        let row = &report.deviations.elastic[k];
        let (high, low) = (highest(row), highest(&row.iter().map(|v| -v).collect::<Vec<f64>>()));
        let mut cells = vec![
            format!("{name} [{unit}]"),
            six(row[high]),
            six(c.times[high]),
            six(row[low]),
            six(c.times[low]),
        ];
        if let Some((places, rows)) = &report.nonlinear {
            let other = &rows[k];
            let gap = other.iter().zip(places).map(|(v, at)| (v - row[*at]).abs()).fold(0.0, f64::max);
            let bound = |pick: fn(f64, f64) -> f64| other.iter().copied().fold(other[0], pick);
            cells.extend([six(bound(f64::max)), six(bound(f64::min)), six(gap)]);
        }
        table.row(cells);
    }
    table.render()
}

/// Extremes of rates and forces in the deformed motion.
fn carried(report: &CycleReport) -> String {
    let found = &report.carried;
    if found.outputs.is_empty() {
        return String::new();
    }
    let heads =
        [("in the deformed motion", ""), ("largest", ""), ("at", "[s]"), ("smallest", ""), ("at", "[s]")];
    let mut table = Table::new(&heads);
    let time = |k: usize| six(report.cycle.times[found.places[k]]);
    for ((name, unit), row) in found.outputs.iter().zip(&found.series) {
        let (high, low) = (highest(row), highest(&row.iter().map(|v| -v).collect::<Vec<f64>>()));
        table.row(vec![format!("{name} [{unit}]"), six(row[high]), time(high), six(row[low]), time(low)]);
    }
    format!("\n{}", table.render())
}

fn highest(row: &[f64]) -> usize {
    (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b])).unwrap_or(0)
}

fn peaks(report: &CycleReport) -> String {
    let mut table = Table::new(&[("largest of the cycle", ""), ("value", ""), ("unit", ""), ("at", "[s]")]);
    for peak in &report.joint_forces {
        table.row(vec![format!("force on {}", peak.name), six(peak.value), "N".into(), six(peak.time)]);
    }
    for peak in &report.stresses {
        let name = format!("bending stress of {}", peak.name);
        table.row(vec![name, six(1e-6 * peak.value), "MPa".into(), six(peak.time)]);
    }
    format!("\n{}", table.render())
}

fn csv(report: &CycleReport) -> String {
    let c = &report.cycle;
    let mut heads = vec![head("time [s]")];
    if !report.drive.is_empty() {
        heads.push(head("drive"));
    }
    for (name, unit) in &report.outputs {
        heads.push(head(&format!("{name} rigid [{unit}]")));
        heads.push(head(&format!("{name} deviation [{unit}]")));
    }
    let mut text = heads.join(",");
    for (k, time) in c.times.iter().enumerate() {
        let mut cells = vec![*time];
        cells.extend(report.drive.get(k));
        for (rigid, elastic) in report.deviations.rigid.iter().zip(&report.deviations.elastic) {
            cells.extend([rigid[k], elastic[k]]);
        }
        let cells: Vec<String> = cells.iter().map(f64::to_string).collect();
        let _ = write!(text, "\n{}", cells.join(","));
    }
    text + "\n"
}

//! `lissom campbell`: frequencies, whirl and stability against speed; and modes at one speed, for `lissom modes`.

use super::{asked, deliver, mode_sweep, modes, write};
use crate::arguments::CampbellFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::spin::{Campbell, Instability, TrackedMode};
use lissom::wire::{self, Reply};
use lissom::{CampbellReport, CampbellSettings, Failure, Progress, Session, VibrationReport};
use std::f64::consts::TAU;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Rows shown; JSON and CSV have all.
const MOST_ROWS: usize = 40;

/// Below this share of a circle a vibration goes to and fro.
const CIRCLING: f64 = 0.1;

/// Above this share of a circle a whirl has one frequency in space.
const CIRCLE: f64 = 0.9;

/// Finds the diagram.
pub fn run(flags: &CampbellFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let question = |session: &Session, progress: &dyn Progress| {
        settings(session, flags).and_then(|s| session.campbell(&s, progress))
    };
    let (session, answer) = match asked("campbell", &flags.common, terminal, question) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let wall_s = start.elapsed().as_secs_f64();
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, session.path(), &answer.value));
        if terminal.verbose() {
            terminal.note(&format!("{} eigenproblems, {wall_s:.3} s", answer.value.campbell.eigenproblems));
        }
    }
    let json = Reply::of(&session, &answer, wall_s, wire::Campbell::from(&answer.value));
    let mut written = deliver(&flags.common, &json, terminal);
    if let Some(path) = &flags.csv {
        written &= write(path, &csv(&answer.value), terminal);
    }
    ExitCode::from(u8::from(!written))
}

/// What the file asks for, changed by the flags.
fn settings(session: &Session, flags: &CampbellFlags) -> Result<CampbellSettings, Failure> {
    let mut settings = session.campbell_settings()?;
    settings.modes = flags.modes.map_or(settings.modes, |n| n as usize);
    if !flags.orders.is_empty() {
        settings.orders.clone_from(&flags.orders);
    }
    if let Some(to) = flags.to {
        settings.range = Some(([flags.from, to], flags.points as usize));
    }
    for effect in &flags.without {
        match effect.as_str() {
            "coriolis" => settings.effects.coriolis = false,
            "centrifugal" => settings.effects.centrifugal = false,
            _ => settings.effects.geometric = false,
        }
    }
    Ok(settings)
}

fn text(name: &str, path: &str, report: &CampbellReport) -> String {
    let c = &report.campbell;
    let last = c.speeds.len() - 1;
    let every = c.speeds.len().div_ceil(MOST_ROWS);
    let rows = || (0..=last).filter(|row| row % every == 0 || *row == last);
    let frame = if report.frame_stands { "frame at rest" } else { "rotating frame" };
    let (modes, speeds) = (c.modes.len(), c.speeds.len());
    let mut text = format!("{name}: {modes} modes at {speeds} speeds, {frame}\n\n");
    text += &diagram(report, rows());
    if every > 1 {
        text += &format!("every {every}th row is shown; --csv FILE and --json contain all\n");
    }
    text += &senses(report);
    text += &rigid(c);
    text += &critical(report);
    text += &stability(c);
    text + &format!("\nnext: lissom campbell {} --csv campbell.csv\n", quoted(path))
}

fn diagram(report: &CampbellReport, rows: impl Iterator<Item = usize>) -> String {
    let c = &report.campbell;
    let mut heads: Vec<(String, &str)> = Vec::new();
    heads.extend(report.parameter.as_ref().map(|(name, _)| (name.clone(), "")));
    heads.push(("speed".into(), "[rad/s]"));
    heads.extend((1..=c.modes.len()).map(|k| (format!("f{k}"), "[Hz]")));
    heads.push(("max Re s".into(), "[1/s]"));
    if !report.frame_stands {
        heads.push(("deformation".into(), "[m]"));
    }
    let named: Vec<(&str, &str)> = heads.iter().map(|(a, b)| (a.as_str(), *b)).collect();
    let mut table = Table::new(&named);
    for at in rows {
        let mut cells: Vec<String> = Vec::new();
        cells.extend(report.parameter.as_ref().map(|(_, values)| six(values[at])));
        cells.push(six(c.speeds[at]));
        cells.extend(c.modes.iter().map(|m| six(m.values[at].im.abs() / TAU)));
        cells.push(if c.stable[at] { "0".to_owned() } else { six(c.max_real_part[at]) });
        if !report.frame_stands {
            cells.push(report.deformation[at].as_ref().map_or("none".to_owned(), |(_, v)| six(v.abs())));
        }
        table.row(cells);
    }
    table.render()
}

/// The sense of a whirl as text, at the highest speed.
fn sense(mode: &TrackedMode) -> &'static str {
    match mode.whirl.last().copied().unwrap_or(0.0) {
        w if w > CIRCLING => "forward",
        w if w < -CIRCLING => "backward",
        _ => "to and fro",
    }
}

/// What a whirl that is nearly a circle is in space: the frame adds its own speed [Hz].
fn in_space(c: &Campbell, mode: &TrackedMode) -> String {
    let (Some(whirl), Some(value), Some(speed)) = (mode.whirl.last(), mode.values.last(), c.speeds.last())
    else {
        return String::new();
    };
    if whirl.abs() < CIRCLE {
        return String::new();
    }
    format!(" ({} Hz in space)", six((whirl.signum() * value.im + speed).abs() / TAU))
}

fn senses(report: &CampbellReport) -> String {
    let c = &report.campbell;
    let space = |mode| if report.frame_stands { String::new() } else { in_space(c, mode) };
    let word = |(k, mode)| format!("f{} {}{}", k + 1, sense(mode), space(mode));
    let all: Vec<String> = c.modes.iter().enumerate().map(word).collect();
    let worst = c.modes.iter().flat_map(|m| &m.residual).copied().fold(0.0, f64::max);
    let proved = match c.verdicts.modes.why_not() {
        None => "modes certified: each solves its equation, none is missing at the first and the last speed"
            .to_owned(),
        Some(why) => format!("modes are an estimate: {why}"),
    };
    format!("\nwhirl at the last speed: {}\nlargest residual {}; {proved}\n", all.join(", "), size(worst))
}

fn rigid(c: &Campbell) -> String {
    match c.rigid.iter().max() {
        Some((r, zeros)) if *r > 0 => {
            format!("{r} rigid motions, {zeros} zero eigenvalues, not listed\n")
        }
        _ => String::new(),
    }
}

fn critical(report: &CampbellReport) -> String {
    let c = &report.campbell;
    if c.critical_speeds.is_empty() {
        return "no critical speed in this range\n".to_owned();
    }
    let mut table =
        Table::new(&[("critical speed", "[rad/s]"), ("turns", "[1/min]"), ("excitation", ""), ("mode", "")]);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for s in &c.critical_speeds {
        let order = match (report.frame_stands, s.order) {
            (false, 0.0) => "imbalance (constant in the frame)".to_owned(),
            (true, 0.0) => "constant force".to_owned(),
            (true, 1.0) => "1 per turn (imbalance)".to_owned(),
            _ => format!("{} per turn", s.order),
        };
        let mode = s.mode.map_or("-".to_owned(), |m| format!("f{}", m + 1));
        rows.push(vec![six(s.speed), six(s.speed * 60.0 / TAU), order, mode]);
    }
    // A round shaft loses its stiffness in two directions at once: the same row twice.
    rows.dedup();
    rows.into_iter().for_each(|row| table.row(row));
    format!("\n{}", table.render())
}

fn stability(c: &Campbell) -> String {
    if c.unstable.is_empty() {
        let definite = c.definite.iter().all(|d| *d);
        // Definite energy at the slowest and at the fastest speed is so between them; roots are known at speeds only.
        let (speeds, how) = match c.verdicts.stability.why_not() {
            None if definite => ("of this range", ": its energy is definite, which proves it".to_owned()),
            None => ("requested", ": all roots that could grow are known and none does".to_owned()),
            Some(why) => ("requested", format!(" according to the roots; no proof: {why}")),
        };
        return format!("stable at every speed {speeds}{how}\n");
    }
    let mut text = String::new();
    for band in &c.unstable {
        let end = |k: usize| {
            let beyond = if band.bracketed[k] { "" } else { " (or beyond)" };
            format!("{}{beyond}", six(band.speeds[k]))
        };
        let kind = match band.kind {
            Instability::Divergence => "divergence",
            Instability::Flutter => "flutter",
        };
        let _ = writeln!(
            text,
            "UNSTABLE from {} to {} rad/s: {kind}, growth up to {} 1/s",
            end(0),
            end(1),
            six(band.growth)
        );
    }
    if let Some(why) = c.verdicts.stability.why_not() {
        let _ = writeln!(text, "stability at the other speeds is an estimate: {why}");
    }
    text
}

fn csv(report: &CampbellReport) -> String {
    let c = &report.campbell;
    let mut heads: Vec<String> = vec!["\"speed [rad/s]\"".into()];
    heads.extend((1..=c.modes.len()).map(|k| format!("\"f{k} [Hz]\"")));
    heads.extend((1..=c.modes.len()).map(|k| format!("\"Re s{k} [1/s]\"")));
    heads.extend((1..=c.modes.len()).map(|k| format!("\"whirl {k}\"")));
    heads.push("\"max Re s [1/s]\"".into());
    let mut text = heads.join(",");
    for (at, speed) in c.speeds.iter().enumerate() {
        let mut cells = vec![*speed];
        cells.extend(c.modes.iter().map(|m| m.values[at].im.abs() / TAU));
        cells.extend(c.modes.iter().map(|m| m.values[at].re));
        cells.extend(c.modes.iter().map(|m| m.whirl[at]));
        cells.push(c.max_real_part[at]);
        let cells: Vec<String> = cells.iter().map(f64::to_string).collect();
        let _ = write!(text, "\n{}", cells.join(","));
    }
    text + "\n"
}

/// Modes at one speed as a table, for `lissom modes`.
pub(super) fn modes_text(session: &Session, found: &CampbellReport, report: &VibrationReport) -> String {
    let c = &found.campbell;
    let name = session.model().map_or("", |m| m.name.as_str());
    let frame = if found.frame_stands { "frame at rest" } else { "rotating frame" };
    let mut table = Table::new(&[
        ("mode", ""),
        ("frequency", "[Hz]"),
        ("real part", "[1/s]"),
        ("imaginary", "[rad/s]"),
        ("whirl", ""),
        ("residual", "[-]"),
    ]);
    for (k, mode) in c.modes.iter().enumerate() {
        let value = mode.values[0];
        table.row(vec![
            (k + 1).to_string(),
            six(value.im.abs() / TAU),
            six(value.re),
            six(value.im),
            sense(mode).to_owned(),
            size(mode.residual[0]),
        ]);
    }
    let mut text = format!("{name}: modes at {} rad/s, {frame}\n\n{}\n", six(c.speeds[0]), table.render());
    if c.rigid[0].0 > 0 {
        text += &format!("{} rigid motions, not listed\n", c.rigid[0].0);
    }
    text += &match c.verdicts.modes.why_not() {
        None => "certified: each solves its equation, none is missing\n".to_owned(),
        Some(why) => format!("an estimate: {why}\n"),
    };
    text += &stability_at_speed(found);
    text += &modes::check_lines(&report.checks);
    text += &report.sweep.as_ref().map_or(String::new(), mode_sweep::text);
    text + &format!("next: lissom campbell {} --from 0 --to {}\n", quoted(session.path()), c.speeds[0])
}

fn stability_at_speed(found: &CampbellReport) -> String {
    let c = &found.campbell;
    match (c.stable[0], c.verdicts.stability.why_not()) {
        (false, _) => format!("UNSTABLE: growth {} 1/s\n", six(c.max_real_part[0])),
        (true, None) if c.definite[0] => "stable: its energy is definite, which proves it\n".to_owned(),
        (true, None) => "stable: all roots that could grow are known and none does\n".to_owned(),
        (true, Some(why)) => format!("stable according to the roots; no proof: {why}\n"),
    }
}

/// The list of modes at one speed; numbers to the last digit.
pub(super) fn modes_csv(found: &CampbellReport) -> String {
    let mut text =
        "mode,frequency [Hz],real part [1/s],imaginary part [rad/s],whirl [-],residual [-]\n".to_owned();
    for (k, mode) in found.campbell.modes.iter().enumerate() {
        let value = mode.values[0];
        let (whirl, residual) = (mode.whirl[0], mode.residual[0]);
        text += &format!("{},{},{},{},{whirl},{residual}\n", k + 1, value.im.abs() / TAU, value.re, value.im);
    }
    text
}

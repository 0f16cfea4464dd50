//! `lissom modes` of a structure that turns: modes at its speed, with whirl and stability.

use super::campbell::sense;
use super::{mode_sweep, modes};
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use lissom::{CampbellReport, Session, VibrationReport};
use std::f64::consts::TAU;

/// The modes as a table.
pub fn text(session: &Session, found: &CampbellReport, report: &VibrationReport) -> String {
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
    text += &stability(found);
    text += &modes::check_lines(&report.checks);
    text += &report.sweep.as_ref().map_or(String::new(), mode_sweep::text);
    text + &format!("next: lissom campbell {} --from 0 --to {}\n", quoted(session.path()), c.speeds[0])
}

fn stability(found: &CampbellReport) -> String {
    let c = &found.campbell;
    match (c.stable[0], c.verdicts.stability.why_not()) {
        (false, _) => format!("UNSTABLE: growth {} 1/s\n", six(c.max_real_part[0])),
        (true, None) if c.definite[0] => "stable: its energy is definite, which proves it\n".to_owned(),
        (true, None) => "stable: all roots that could grow are known and none does\n".to_owned(),
        (true, Some(why)) => format!("stable according to the roots; no proof: {why}\n"),
    }
}

/// The list of modes; numbers to the last digit.
pub fn csv(found: &CampbellReport) -> String {
    let mut text =
        "mode,frequency [Hz],real part [1/s],imaginary part [rad/s],whirl [-],residual [-]\n".to_owned();
    for (k, mode) in found.campbell.modes.iter().enumerate() {
        let value = mode.values[0];
        let (whirl, residual) = (mode.whirl[0], mode.residual[0]);
        text += &format!("{},{},{},{},{whirl},{residual}\n", k + 1, value.im.abs() / TAU, value.re, value.im);
    }
    text
}

//! `lissom buckling`: critical loads of frames.

use super::{asked, deliver};
use crate::arguments::BucklingFlags;
use crate::numbers::six;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{BucklingReport, Progress, Session};
use std::process::ExitCode;
use std::time::Instant;

/// Finds the critical loads. A factor that is not certified is a failure.
pub fn run(flags: &BucklingFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let question = |session: &Session, progress: &dyn Progress| {
        session.buckling(flags.load.as_deref(), flags.number as usize, progress)
    };
    let (session, answer) = match asked("buckling", &flags.common, terminal, question) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, &answer.value));
    }
    let wall_s = start.elapsed().as_secs_f64();
    let json = Reply::of(&session, &answer, wall_s, wire::Buckling::from(&answer.value));
    let certified = answer.value.modes.iter().all(|mode| mode.verdict.is_certified());
    ExitCode::from(u8::from(!deliver(&flags.common, &json, terminal) || !certified))
}

fn text(name: &str, report: &BucklingReport) -> String {
    let growing: Vec<String> =
        report.growing.iter().map(|(name, v)| format!("{name} = {}", six(*v))).collect();
    let weight = if report.weight_grows { ", with weight" } else { "" };
    let mut table = Table::new(&[
        ("", ""),
        ("factor", "[-]"),
        ("largest motion", ""),
        ("negative before, after", ""),
        ("error at most", "[-]"),
        ("", ""),
    ]);
    for (k, mode) in report.modes.iter().enumerate() {
        let size = |i: &usize| mode.shape[*i].abs();
        let peak = (0..mode.shape.len()).max_by(|a, b| size(a).total_cmp(&size(b)));
        let peak = peak.and_then(|i| report.rows.get(i)).cloned().unwrap_or_default();
        let proof = if mode.verdict.is_certified() { "certified" } else { "estimate" };
        let counts = format!("{}, {}", mode.negative[0], mode.negative[1]);
        let bound = format!("{:.1e}", mode.bound);
        table.row(vec![(k + 1).to_string(), six(mode.factor), peak, counts, bound, proof.to_owned()]);
    }
    format!(
        "{name}: {} critical factors of {}{weight}\n\n{}\nlinear equations about the reference configuration; `lissom states` \
         with `force` follows the nonlinear path\n",
        report.modes.len(),
        if growing.is_empty() { "the load".to_owned() } else { growing.join(", ") },
        table.render(),
    )
}

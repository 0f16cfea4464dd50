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
        let (load, number) = (flags.load.as_deref(), flags.number as usize);
        match flags.nonlinear {
            true => session.buckling_with_path(load, number, flags.most, progress),
            false => session.buckling(load, number, progress),
        }
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
    let point = answer.value.nonlinear.as_ref().and_then(|found| found.point.as_ref());
    let certified = answer.value.modes.iter().all(|mode| mode.verdict.is_certified())
        && point.is_none_or(|point| point.enclosed);
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
        "{name}: {} critical factors of {}{weight}\n\n{}\nlinear equations about the reference configuration; {}\n",
        report.modes.len(),
        if growing.is_empty() { "the load".to_owned() } else { growing.join(", ") },
        table.render(),
        nonlinear(report),
    )
}

/// The first critical point of the nonlinear path, or how to find it.
fn nonlinear(report: &BucklingReport) -> String {
    let Some(found) = &report.nonlinear else {
        return "--nonlinear follows the path of the load in large displacements".to_owned();
    };
    let followed = format!("{} = {} grows from zero", found.load, six(found.value));
    match (&found.point, found.factor()) {
        (Some(point), Some(factor)) => {
            format!("in large displacements, while {followed}:\nfactor {}: {}", six(factor), point.text)
        }
        _ => format!(
            "in large displacements, while {followed}: no limit point and no bifurcation up to factor {}",
            six(found.most)
        ),
    }
}

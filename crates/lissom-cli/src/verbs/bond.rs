//! `lissom bond`: state equations of a bond graph.

use super::{asked, deliver, fail, print, write};
use crate::answer_files::ending;
use crate::arguments::BondFlags;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::BondReport;
use lissom::wire::{Bond, Reply};
use std::process::ExitCode;
use std::time::Instant;

/// Derives the state equations.
pub fn run(flags: &BondFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let (session, answer) = match asked("bond", &flags.common, terminal, |session, _| session.bond()) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, &answer.value, flags.latex));
    }
    let json = Reply::of(&session, &answer, start.elapsed().as_secs_f64(), Bond::from(&answer.value));
    let format = flags.common.output.as_deref().map(ending).unwrap_or_default();
    let drawn = flags.common.output.as_deref().filter(|_| format == "svg");
    let mut written = match (format.as_str(), &flags.common.output) {
        ("svg", _) => print(&flags.common, &json, terminal),
        ("tex", Some(path)) => {
            print(&flags.common, &json, terminal) && write(path, &latex(&answer.value), terminal)
        }
        _ => deliver(&flags.common, &json, terminal),
    };
    for path in drawn.iter().copied().chain(flags.svg.as_deref()) {
        match session.bond_drawing() {
            Ok(drawing) => written &= write(path, &drawing, terminal),
            Err(failure) => return fail("bond", &flags.common, Some(&session), &failure, terminal),
        }
    }
    ExitCode::from(u8::from(!written))
}

/// The equations for a document.
fn latex(report: &BondReport) -> String {
    let equations = report.equations.equations.iter();
    equations.map(|equation| format!("\\[ {} \\]\n", equation.latex)).collect()
}

fn text(name: &str, report: &BondReport, latex: bool) -> String {
    let e = &report.equations;
    let states: Vec<&str> = e.states.iter().map(|s| s.name.as_str()).collect();
    let mut text = format!(
        "{name}: states {}; inputs {}; outputs {}\n\n",
        states.join(", "),
        e.inputs.join(", "),
        e.outputs.join(", ")
    );
    for equation in &e.equations {
        text += &format!("  {}\n", if latex { &equation.latex } else { &equation.text });
    }
    text += &causality(report);
    for dependent in &e.dependent_storage {
        text += &format!("dependent storage: {}\n", dependent.reason);
    }
    for ring in &e.algebraic_loops {
        text += &format!("algebraic loop, solved: {}\n", ring.join(", "));
    }
    if !e.intermediates.is_empty() {
        text += "inv_FIELD_i_j: entry (i, j) of the inverse of the block of that field's integral ports\n";
    }
    text + "next: add -o graph.svg for the drawing, --json for the matrices\n"
}

/// Every bond with what sets its effort and its flow.
fn causality(report: &BondReport) -> String {
    let mut table = Table::new(&[("bond", ""), ("effort from", ""), ("flow from", ""), ("decided by", "")]);
    for row in &report.causality {
        table.row(vec![
            format!("{} -> {}", row.from, row.to),
            row.effort_from.clone(),
            row.flow_from.clone(),
            row.decided_by.clone(),
        ]);
    }
    format!("\ncausality; the stroke is at the end that sets the flow:\n{}\n", table.render())
}

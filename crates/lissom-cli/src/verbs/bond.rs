//! `lissom bond`: state equations of a bond graph.

use super::{deliver, fail, open, write};
use crate::arguments::BondFlags;
use crate::terminal::Terminal;
use lissom::BondReport;
use std::process::ExitCode;
use std::time::Instant;

/// Derives the state equations.
pub fn run(flags: &BondFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common) {
        Ok(session) => session,
        Err(failure) => return fail("bond", &flags.common, None, &failure, terminal),
    };
    let answer = match session.bond() {
        Ok(answer) => answer,
        Err(failure) => return fail("bond", &flags.common, Some(&session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, &answer.value, flags.latex));
    }
    let json = lissom::wire::bond(&session, &answer, start.elapsed().as_secs_f64());
    let mut written = deliver(&flags.common, &json, terminal);
    if let Some(path) = &flags.svg {
        written &= write(path, &answer.value.drawing, terminal);
    }
    ExitCode::from(u8::from(!written))
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
    for dependent in &e.dependent_storage {
        text += &format!("dependent storage: {}\n", dependent.reason);
    }
    for ring in &e.algebraic_loops {
        text += &format!("algebraic loop, solved: {}\n", ring.join(", "));
    }
    text + "next: add --svg graph.svg for the drawing, --json for the matrices\n"
}

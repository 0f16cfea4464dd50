//! `lissom derive`: exact equations, verified.

use super::{deliver, fail, open};
use crate::arguments::DeriveFlags;
use crate::terminal::Terminal;
use lissom::{DerivationReport, WrittenEquation};
use std::process::ExitCode;
use std::time::Instant;

/// Derives the equations.
pub fn run(flags: &DeriveFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common) {
        Ok(session) => session,
        Err(failure) => return fail("derive", &flags.common, None, &failure, terminal),
    };
    let answer = match session.derive() {
        Ok(answer) => answer,
        Err(failure) => return fail("derive", &flags.common, Some(&session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.complain(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, session.path(), &answer.value, flags.latex));
    }
    let json = lissom::wire::derive(&session, &answer, start.elapsed().as_secs_f64());
    let written = deliver(&flags.common, &json, terminal);
    ExitCode::from(u8::from(!(written && answer.value.verified)))
}

fn text(name: &str, path: &str, report: &DerivationReport, latex: bool) -> String {
    let mut text = format!("{name}\n");
    for (head, list) in [
        ("fields", &report.pdes),
        ("coordinates", &report.odes),
        ("boundary conditions", &report.boundary_conditions),
        ("compatibility", &report.compatibility),
    ] {
        if !list.is_empty() {
            text += &format!("\n{head}\n");
            text += &list.iter().map(|e| line(e, latex)).collect::<String>();
        }
    }
    text += "\nverification\n";
    for (check, outcome) in &report.checks {
        text += &format!("  {check}: {outcome}\n");
    }
    text + &format!("next: lissom modes {path} --exact\n")
}

fn line(equation: &WrittenEquation, latex: bool) -> String {
    format!("  {}:  {}\n", equation.name, if latex { &equation.latex } else { &equation.text })
}

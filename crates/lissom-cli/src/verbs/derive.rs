//! `lissom derive`: exact equations, verified.

use super::{deliver, fail, open, print, write};
use crate::answer_files::ending;
use crate::arguments::DeriveFlags;
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::wire::{Derive, Reply};
use lissom::{DerivationReport, WrittenEquation};
use std::process::ExitCode;
use std::time::Instant;

/// Derives the equations.
pub fn run(flags: &DeriveFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("derive", &flags.common, None, &failure, terminal),
    };
    let answer = match session.derive(!flags.no_verify) {
        Ok(answer) => answer,
        Err(failure) => return fail("derive", &flags.common, Some(&session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.report(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, session.path(), &answer.value, flags));
    }
    let said = Derive::new(&answer.value, flags.trace);
    let json = Reply::of(&session, &answer, start.elapsed().as_secs_f64(), said);
    let written = match (content(&answer.value, flags), &flags.common.output) {
        (Some(content), Some(path)) => {
            print(&flags.common, &json, terminal) && write(path, &content, terminal)
        }
        _ => deliver(&flags.common, &json, terminal),
    };
    ExitCode::from(u8::from(!(written && answer.value.verified != Some(false))))
}

/// The equations in the notation that the ending of the output file asks for; `None` for JSON.
fn content(report: &DerivationReport, flags: &DeriveFlags) -> Option<String> {
    Some(match ending(flags.common.output.as_deref()?).as_str() {
        "c" => report.c.clone(),
        "rs" => report.rust.clone(),
        "py" => report.sympy.clone(),
        "tex" => latex(report),
        "txt" if flags.trace => report.trace.join("\n") + "\n",
        "txt" => equations(report, flags),
        _ => return None,
    })
}

/// All equations for a document, each below a comment with its name.
fn latex(report: &DerivationReport) -> String {
    let all = report
        .pdes
        .iter()
        .chain(&report.odes)
        .chain(&report.boundary_conditions)
        .chain(&report.compatibility);
    all.map(|equation| format!("% {}\n\\[ {} \\]\n", lissom::shown(&equation.name), equation.latex)).collect()
}

fn text(name: &str, path: &str, report: &DerivationReport, flags: &DeriveFlags) -> String {
    match flags.code.as_deref() {
        Some("c") => return report.c.clone(),
        Some(_) => return report.rust.clone(),
        None if flags.sympy => return report.sympy.clone(),
        None => {}
    }
    let mut text = format!("{name}\n");
    if flags.trace {
        text += &format!("\n{}\n", report.trace.join("\n"));
    } else {
        text += &report.notes.iter().map(|note| format!("  {note}\n")).collect::<String>();
        text += &equations(report, flags);
    }
    text += "\nverification\n";
    for (check, outcome) in &report.checks {
        text += &format!("  {check}: {outcome}\n");
    }
    text + &format!("next: lissom modes {} --exact\n", quoted(path))
}

fn equations(report: &DerivationReport, flags: &DeriveFlags) -> String {
    let mut text = String::new();
    for (head, list) in [
        ("fields", &report.pdes),
        ("coordinates", &report.odes),
        ("boundary conditions", &report.boundary_conditions),
        ("compatibility", &report.compatibility),
    ] {
        if !list.is_empty() {
            text += &format!("\n{head}\n");
            text += &list.iter().map(|equation| lines(equation, flags)).collect::<String>();
        }
    }
    text
}

/// An equation, and on request each of its parts with where it comes from.
fn lines(equation: &WrittenEquation, flags: &DeriveFlags) -> String {
    let written = if flags.latex { &equation.latex } else { &equation.text };
    let mut text = format!("  {}:  {written}\n", equation.name);
    if flags.origins {
        for term in &equation.terms {
            let written = if flags.latex { &term.latex } else { &term.text };
            text += &format!("      {written}   [{}]\n", term.origin);
        }
    }
    text
}

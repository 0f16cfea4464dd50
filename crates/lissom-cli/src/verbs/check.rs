//! `lissom check`: everything wrong with a model, and what it is when nothing is.

use super::{deliver, fail, open};
use crate::arguments::ModelFlags;
use crate::numbers::six;
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::wire::{Check, Reply};
use lissom::{
    AnalysisKind, Cost, Failure, IntegralKind, Machine, MechanismCoordinates, PartFrame, ReducedPart,
    Session, StructureReport,
};
use std::process::ExitCode;
use std::time::Instant;

/// Checks a model.
pub fn run(flags: &ModelFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(flags, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("check", flags, None, &failure, terminal),
    };
    let (structure, failure) = match session.structure() {
        Ok(answer) => (Some(answer.value), None),
        // Modal bodies and bond graphs have no frame, but their connections can be wrong.
        Err(Failure::Refused(_)) if session.machine().is_ok_and(Machine::has_state_equations) => {
            (None, session.bond().err())
        }
        // A model without a frame is right all the same: there is just no structure to report.
        Err(Failure::Refused(_)) => (None, None),
        Err(failure) => (None, Some(failure)),
    };
    let warnings = session.model_warnings();
    let said = Check::new(&session, structure.as_ref(), failure.as_ref());
    let json = Reply::new(&session, &warnings, Cost::UNKNOWN, start.elapsed().as_secs_f64(), said);
    let diagnostics = session.diagnostics_with(failure.as_ref());
    if !diagnostics.is_empty() {
        terminal.diagnostics(session.render(diagnostics, terminal.style()).trim_end());
    }
    if !deliver(flags, &json, terminal) {
        return ExitCode::from(1);
    }
    match failure {
        Some(failure @ Failure::Model(_)) => ExitCode::from(failure.exit_code()),
        Some(failure) => terminal.failure(&failure),
        None => {
            if !flags.json {
                terminal.answer(&text(&session, structure.as_ref(), terminal.verbose()));
            }
            ExitCode::SUCCESS
        }
    }
}

fn text(session: &Session, structure: Option<&StructureReport>, verbose: bool) -> String {
    let mut text = String::new();
    let name = session.model().map_or("", |m| m.name.as_str());
    match structure {
        Some(s) => {
            text += &format!("{name}: ok, {} degrees of freedom", s.degrees_of_freedom);
            if let Some(elements) = s.elements {
                text += &format!(", {elements} elements");
            }
            text += &format!(", {} coordinates", s.coordinates);
            if let Some(mass) = s.mass {
                text += &format!(", mass {} kg", six(mass.mass));
            }
            text.push('\n');
            for redundant in &s.redundant {
                text += &format!("  redundant constraint: {redundant}\n");
            }
            if !s.missing.is_empty() {
                let free =
                    if s.mechanism.is_some() { "without elastic resistance" } else { "free rigid motions" };
                text += &format!("  {free}: {}\n", s.missing.join(", "));
            }
            if let Some(m) = &s.mechanism {
                text += &counting(s, m);
                if !m.follow.is_empty() {
                    text += &format!("  dependent deformations: {}\n", m.follow.join(", "));
                }
                if verbose {
                    text += &format!("  independent coordinates: {}\n", m.independent.join(", "));
                }
            }
        }
        None => text += &format!("{name}: ok\n"),
    }
    for reduced in session.reduced_parts().into_iter().flatten() {
        text += &part_line(reduced);
    }
    let waiting = waiting(session);
    if !waiting.is_empty() {
        text += &format!("  read and checked, but not implemented in this version: {}\n", waiting.join(", "));
        text += &session.lacks_in_space().map_or_else(String::new, |why| format!("  {why}\n"));
    }
    for reduction in session.model().into_iter().flat_map(|model| &model.reductions) {
        if let Err(reason) = session.reduces(reduction) {
            text += &format!("  [reduce.{}] cannot be read: {reason}\n", reduction.name);
        }
    }
    let machine = session.machine().ok();
    if machine.is_some_and(Machine::has_derived_equations) {
        text += &format!("next: lissom derive {}\n", quoted(session.path()));
    } else if machine.is_some_and(Machine::has_state_equations) {
        text += &format!("next: lissom bond {}\n", quoted(session.path()));
    } else if structure.is_some() {
        let verb = if session.answers(AnalysisKind::States) && session.asks(AnalysisKind::States) {
            "states"
        } else if session.answers(AnalysisKind::Simulate) && session.asks(AnalysisKind::Simulate) {
            "simulate"
        } else if session.asks(AnalysisKind::Campbell) {
            "campbell"
        } else {
            "modes"
        };
        text += &format!("next: lissom {verb} {}\n", quoted(session.path()));
    }
    text
}

/// What a part is as a body of the mechanism.
fn part_line(reduced: &ReducedPart) -> String {
    let part = &reduced.part;
    let frame = match part.frame {
        PartFrame::Interfaces => "the interfaces".to_owned(),
        PartFrame::Mass => "the mass".to_owned(),
        PartFrame::Interface(k) => format!("interface {}", part.interfaces[k].name),
    };
    let inertia = match part.integrals.kind {
        IntegralKind::Full => "full inertia",
        IntegralKind::Corotated => "corotated inertia (Coriolis and centrifugal forces inside are neglected)",
    };
    let geometric = match part.geometric.len() {
        0 => "no geometric stiffness".to_owned(),
        count => format!("geometric stiffness of {count} loads"),
    };
    let mut text = format!(
        "  FE part {}: {} rows reduced by {} to {} motions ({} interfaces, {} amplitudes), mass {} kg, frame of {frame}, \
         {inertia}, {geometric}\n",
        part.name,
        reduced.rows,
        reduced.method,
        part.motions(),
        part.interfaces.len(),
        part.amplitudes,
        six(part.integrals.mass)
    );
    if let (Some(lowest), Some(highest)) = (reduced.frequencies.first(), reduced.frequencies.last()) {
        text += &format!("    free frequencies from {} to {} Hz\n", six(*lowest), six(*highest));
    }
    text
}

/// Why constraints leave more freedoms than their number says; empty where they do not.
fn counting(s: &StructureReport, m: &MechanismCoordinates) -> String {
    let (Some([constraints, coordinates]), Some(counted)) = (m.counted, m.by_counting()) else {
        return String::new();
    };
    if s.redundant.is_empty() {
        return String::new();
    }
    format!(
        "  {constraints} constraints on {coordinates} coordinates of nodes would leave {counted} freedoms by counting; {} of them \
         repeat others, so that {} remain\n",
        s.redundant.len(),
        s.degrees_of_freedom
    )
}

/// What the file asks for that this version does not answer.
fn waiting(session: &Session) -> Vec<String> {
    let Ok(model) = session.model() else { return Vec::new() };
    let mut list: Vec<String> = Vec::new();
    let analyses = model.analyses.asked().into_iter().filter(|kind| !session.answers(*kind));
    list.extend(analyses.map(|kind| format!("[analysis.{}]", kind.name())));
    let reductions = model.reductions.iter().filter(|r| !session.answers_reduction(r));
    list.extend(reductions.map(|r| format!("[reduce.{}]", r.name)));
    if !model.states.is_empty() && session.linear_structure().is_err() {
        list.extend(model.states.iter().map(|s| format!("[state.{}]", s.name)));
    }
    list
}

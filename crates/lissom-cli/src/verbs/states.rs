//! `lissom states`: operating states, and equilibria along a stroke.

use super::{deliver, fail, open, operating_states, stroke, write};
use crate::arguments::StatesFlags;
use crate::terminal::Terminal;
use lissom::wire::{Reply, States};
use lissom::{AnalysisKind, Answer, Failure, Session, StateReport, StrokeReport};
use std::process::ExitCode;
use std::time::Instant;

/// Finds the states: along the stroke, those of `[state.NAME]`, or both.
pub fn run(flags: &StatesFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("states", &flags.common, None, &failure, terminal),
    };
    let progress = terminal.progress();
    let answer = ask(&session, flags, &progress, terminal);
    progress.finish();
    let (along, operating) = match answer {
        Ok(answer) => answer,
        Err(failure) => return fail("states", &flags.common, Some(&session), &failure, terminal),
    };
    let (along, operating) = (along.as_ref(), operating.as_ref());
    let warnings = along.map_or(&[][..], |a| &a.warnings).iter();
    for warning in warnings.chain(operating.map_or(&[][..], |a| &a.warnings)) {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        if let Some(answer) = along {
            terminal.answer(&stroke::text(name, session.path(), &answer.value));
        }
        if let Some(answer) = operating {
            terminal.answer(&operating_states::text(name, session.path(), &answer.value));
        }
    }
    let json = reply(&session, along, operating, flags.shapes, start.elapsed().as_secs_f64());
    let refused = operating.is_some_and(|answer| answer.value.iter().any(|state| state.found.is_err()));
    let mut written = deliver(&flags.common, &json, terminal);
    if let Some(path) = &flags.csv {
        let rows = along.map_or_else(String::new, |answer| stroke::csv(&answer.value));
        if rows.is_empty() {
            terminal.note("warning: the model asks for no stroke; the CSV file has no rows");
        }
        written &= write(path, &rows, terminal);
    }
    ExitCode::from(u8::from(!written || refused))
}

/// The answer as JSON. Deformations (over named rows) are long and come on request.
fn reply(
    session: &Session,
    stroke: Option<&Answer<StrokeReport>>,
    operating: Option<&Answer<Vec<StateReport>>>,
    deformations: bool,
    wall_s: f64,
) -> Reply<States> {
    let mut warnings: Vec<String> = stroke.map_or(Vec::new(), |answer| answer.warnings.clone());
    for warning in operating.iter().flat_map(|answer| &answer.warnings) {
        if !warnings.contains(warning) {
            warnings.push(warning.clone());
        }
    }
    let costs = stroke.map(|answer| answer.cost).into_iter().chain(operating.map(|answer| answer.cost));
    let rows = session.linear_structure().ok().filter(|_| deformations).map(|s| s.row_names());
    let reports = operating.map(|answer| answer.value.as_slice());
    let said = States::new(stroke.map(|answer| &answer.value), reports, rows.as_deref());
    Reply::new(session, &warnings, costs.sum(), wall_s, said)
}

type Answers = (Option<Answer<StrokeReport>>, Option<Answer<Vec<StateReport>>>);

/// The stroke, unless the file asks for other states only.
fn ask(
    session: &Session,
    flags: &StatesFlags,
    progress: &dyn lissom::Progress,
    _terminal: &Terminal,
) -> Result<Answers, Failure> {
    let operating = session.asks_states();
    if session.model().is_ok() && !operating && !session.asks(AnalysisKind::States) {
        let why = "add [state.NAME] with a `kind` (static, rotation, acceleration, change, …) for an operating state, or \
                   [analysis.states] with a `drive` for equilibria along a stroke";
        return Err(Failure::MissingSection { what: "state".into(), why: why.into() });
    }
    let stroke = (session.asks(AnalysisKind::States) || !operating)
        .then(|| session.states(flags.points.map(|n| n as usize), progress))
        .transpose()?;
    let operating = operating.then(|| session.operating_states(progress)).transpose()?;
    Ok((stroke, operating))
}

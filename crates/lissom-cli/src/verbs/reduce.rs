//! `lissom reduce`: reduced models and how far they can be trusted.

use super::{deliver, fail, open, reduce_structure, write};
use crate::arguments::ReduceFlags;
use crate::numbers::{digits, six};
use crate::terminal::Terminal;
use lissom::{Failure, ReductionReport, Session};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Makes the reductions.
pub fn run(flags: &ReduceFlags, terminal: &Terminal) -> ExitCode {
    let session = match open(&flags.common) {
        Ok(session) => session,
        Err(failure) => return fail("reduce", &flags.common, None, &failure, terminal),
    };
    match reduce(&session, flags, terminal) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => fail("reduce", &flags.common, Some(&session), &failure, terminal),
    }
}

fn reduce(session: &Session, flags: &ReduceFlags, terminal: &Terminal) -> Result<bool, Failure> {
    let names: Vec<String> = match &flags.name {
        Some(name) => vec![name.clone()],
        None => session.model()?.reductions.iter().map(|r| r.name.clone()).collect(),
    };
    if names.is_empty() {
        let why = "add [reduce.NAME] with a method".to_owned();
        return Err(Failure::Missing { what: "reduction".to_owned(), why });
    }
    if let Some(folder) = &flags.save
        && let Err(error) = crate::disk::make_folder(Path::new(folder))
    {
        terminal.complain(&format!("error: cannot make the folder {folder}: {error}"));
        return Ok(false);
    }
    let mut answers = Vec::new();
    for name in names {
        let asked = session.reduction(&name)?;
        if session.reduces_structure(asked) || (flags.at.is_some() && session.reduces_about_states(asked)) {
            let Some(answer) = reduce_structure::one(session, &name, flags, terminal)? else {
                return Ok(false);
            };
            answers.push(answer);
            continue;
        }
        let start = Instant::now();
        let progress = terminal.progress();
        let answer = session.reduce(&name, &progress);
        progress.finish();
        let answer = answer?;
        let file = flags.save.as_ref().map(|folder| Path::new(folder).join(format!("{name}.basis.json")));
        let file = file.map(|path| path.to_string_lossy().into_owned());
        if let Some(path) = &file
            && !write(path, &answer.value.text, terminal)
        {
            return Ok(false);
        }
        for warning in &answer.warnings {
            terminal.note(&format!("warning: {name}: {warning}"));
        }
        if !flags.common.json {
            terminal.answer(&text(&answer.value));
        }
        let seconds = start.elapsed().as_secs_f64();
        answers.push(lissom::wire::reduce(session, &answer, file.as_deref(), seconds));
    }
    if !flags.common.json && flags.save.is_none() {
        let path = session.path();
        terminal.answer(&format!("next: lissom reduce {path} --save FOLDER keeps the matrices\n"));
    }
    Ok(deliver(&flags.common, &one_object(answers), terminal))
}

/// One reduction is its own object; several stand in one, by name.
fn one_object(mut answers: Vec<Value>) -> Value {
    if answers.len() == 1 {
        return answers.remove(0);
    }
    let mut whole = answers[0].clone();
    for key in [
        "name",
        "method",
        "size",
        "columns",
        "singular_values",
        "frequencies_hz",
        "error_estimate",
        "validity",
        "exact",
        "notes",
        "band_hz",
        "indicator",
        "comparison",
        "file",
    ] {
        whole.as_object_mut().map(|object| object.remove(key));
    }
    whole["reductions"] = json!(answers);
    whole
}

fn text(report: &ReductionReport) -> String {
    let mut text =
        format!("{}: {} of {} coordinates ({})\n", report.name, report.size, report.full_size, report.method);
    for reason in &report.reasons {
        text += &format!("  {reason}\n");
    }
    if !report.singular_values.is_empty() {
        let shares: Vec<String> =
            report.singular_values.iter().take(8).map(|s| digits(100.0 * s, 3)).collect();
        text += &format!("  singular values [% of their sum]: {}\n", shares.join(", "));
    }
    let frequencies: Vec<String> = report.frequencies_hz.iter().map(|f| six(*f)).collect();
    text += &format!("  frequencies at rest [Hz]: {}\n", frequencies.join(", "));
    match &report.error_estimate {
        Some(estimate) => {
            let unanswered = digits(100.0 * estimate.unanswered, 2);
            text += &format!(
                "  estimated error of the motion in [analysis.simulate]: {} %; forces not answered: {unanswered} %\n",
                digits(100.0 * estimate.worst(), 2)
            );
        }
        None => {
            text += "  no error estimate: the file asks for no motion ([analysis.simulate]), or see the warnings\n"
        }
    }
    if let Some(validity) = &report.validity {
        let worst = validity.states.iter().map(lissom::StateValidity::frequency_error).fold(0.0, f64::max);
        text += &format!(
            "  largest error of a promised frequency along the stroke: {} %\n",
            digits(100.0 * worst, 2)
        );
    }
    text
}

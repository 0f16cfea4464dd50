//! `lissom reduce`: reduced models and how far they can be trusted.

use super::{deliver, fail, open, reduce_structure, write};
use crate::arguments::ReduceFlags;
use crate::file_name;
use crate::numbers::{digits, six};
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::wire::{Reduction, Reductions, Reply};
use lissom::{Cost, Failure, Reduces, ReductionReport, Session};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Makes the reductions.
pub fn run(flags: &ReduceFlags, terminal: &Terminal) -> ExitCode {
    let session = match open(&flags.common, terminal) {
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
        return Err(Failure::MissingSection { what: "reduction".to_owned(), why });
    }
    let start = Instant::now();
    let files = saved_files(session, &names, flags, terminal)?;
    let (mut answers, mut costs) = (Vec::new(), Vec::new());
    for (name, file) in names.iter().zip(files) {
        if is_of_structure(session, name, flags)? {
            let Some((answer, cost)) =
                reduce_structure::one(session, name, file.as_deref(), flags, terminal)?
            else {
                return Ok(false);
            };
            answers.push(answer);
            costs.push(cost);
            continue;
        }
        let start = Instant::now();
        let progress = terminal.progress();
        let answer = session.reduce(name, &progress);
        progress.finish();
        let answer = answer?;
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
        answers.push(Reduction::of_motion(&answer, file.as_deref(), seconds));
        costs.push(answer.cost);
    }
    if !flags.common.json && flags.save.is_none() {
        let path = quoted(session.path());
        terminal.answer(&format!("next: lissom reduce {path} --save FOLDER writes the matrices\n"));
    }
    let (said, cost) = (Reductions { reductions: answers }, costs.into_iter().sum::<Cost>());
    let json = Reply::new(session, &said.warnings(), cost, start.elapsed().as_secs_f64(), said);
    Ok(deliver(&flags.common, &json, terminal))
}

/// Whether a reduction is one of a linear structure, which has a report of its own.
fn is_of_structure(session: &Session, name: &str, flags: &ReduceFlags) -> Result<bool, Failure> {
    let asked = session.reduction(name)?;
    let about_state = flags.at.is_some() && asked.method.is_linear();
    Ok(about_state || session.reduces(asked).is_ok_and(|reduces| reduces == Reduces::Structure))
}

/// Where each reduction will be kept, checked before the work. Names of reductions may hold anything: in the folder they are
/// harmless, and no two of them meet.
fn saved_files(
    session: &Session,
    names: &[String],
    flags: &ReduceFlags,
    terminal: &Terminal,
) -> Result<Vec<Option<String>>, Failure> {
    let Some(folder) = &flags.save else { return Ok(vec![None; names.len()]) };
    std::fs::create_dir_all(folder).map_err(|error| Failure::Output {
        reason: format!("cannot make the folder {folder}: {error}"),
        exit_code: 1,
    })?;
    let mut files = Vec::new();
    for (name, stem) in names.iter().zip(file_name::distinct(names)) {
        let kind = if is_of_structure(session, name, flags)? { "reduced" } else { "basis" };
        let path = Path::new(folder).join(format!("{stem}.{kind}.json")).to_string_lossy().into_owned();
        terminal.workspace.plan("--save", &path)?;
        files.push(Some(path));
    }
    Ok(files)
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
                "  estimated error of the motion in [analysis.simulate]: {} %; unbalanced forces: \
                 {unanswered} %\n",
                digits(100.0 * estimate.worst(), 2)
            );
        }
        None => text += "  no error estimate: the file has no [analysis.simulate], or see the warnings\n",
    }
    if let Some(validity) = &report.validity {
        let worst = validity.states.iter().map(lissom::StateValidity::frequency_error).fold(0.0, f64::max);
        text += &format!("  largest frequency error along the stroke: {} %\n", digits(100.0 * worst, 2));
    }
    text
}

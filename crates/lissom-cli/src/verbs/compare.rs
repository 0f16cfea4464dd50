//! `lissom compare`: two models mode by mode, or elements against the exact continuum.

use super::{deliver, fail, open};
use crate::arguments::{CompareFlags, ModelFlags};
use crate::numbers::{six, size};
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{Compare, Reply};
use lissom::{Answer, Comparison, Failure, MatchedBy, Modes, ModesRequest, Range, Session};
use std::process::ExitCode;
use std::time::Instant;

/// Modes shown in the table of assurance; JSON has all.
const WIDEST: usize = 12;

/// Compares.
pub fn run(flags: &CompareFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("compare", &flags.common, None, &failure, terminal),
    };
    let found = match (&flags.second, &flags.reduced) {
        (None, None) => with_exact(&session, flags, terminal),
        (None, Some(name)) => with_reduced(&session, name, flags, terminal),
        (Some(second), _) => {
            let own = ModelFlags { model: second.clone(), set: Vec::new(), ..flags.common.clone() };
            match open(&own, terminal) {
                Ok(other) => match with_other(&session, &other, flags, terminal) {
                    // A wrong second model is shown with its own lines.
                    Err(failure @ Failure::Model(_)) if other.model().is_err() => {
                        return fail("compare", &own, Some(&other), &failure, terminal);
                    }
                    found => found,
                },
                Err(failure) => return fail("compare", &own, None, &failure, terminal),
            }
        }
    };
    match found {
        Ok((comparison, warnings)) => {
            for warning in &warnings {
                terminal.note(&format!("warning: {warning}"));
            }
            show(&session, flags, &comparison, &warnings, start.elapsed().as_secs_f64(), terminal)
        }
        Err(failure) => fail("compare", &flags.common, Some(&session), &failure, terminal),
    }
}

fn with_exact(
    session: &Session,
    flags: &CompareFlags,
    terminal: &Terminal,
) -> Result<(Comparison, Vec<String>), Failure> {
    session.has_exact_frequencies()?;
    let modes = modes(session, flags, terminal)?;
    Ok((session.compare_with_exact(&modes.value)?, modes.warnings))
}

fn with_other(
    session: &Session,
    other: &Session,
    flags: &CompareFlags,
    terminal: &Terminal,
) -> Result<(Comparison, Vec<String>), Failure> {
    let (first, second) = (modes(session, flags, terminal)?, modes(other, flags, terminal)?);
    let comparison = session.compare(&first.value, other, &second.value)?;
    let mut warnings = first.warnings;
    warnings.extend(second.warnings);
    Ok((comparison, warnings))
}

fn with_reduced(
    session: &Session,
    name: &str,
    flags: &CompareFlags,
    terminal: &Terminal,
) -> Result<(Comparison, Vec<String>), Failure> {
    let request = request(session, flags, terminal)?;
    let progress = terminal.progress();
    let answer = session.compare_with_reduced(name, &request, &progress);
    progress.finish();
    answer.map(|answer| (answer.value, answer.warnings))
}

fn modes(session: &Session, flags: &CompareFlags, terminal: &Terminal) -> Result<Answer<Modes>, Failure> {
    let request = request(session, flags, terminal)?;
    let progress = terminal.progress();
    let answer = session.modes(&request, &progress);
    progress.finish();
    answer
}

fn request(session: &Session, flags: &CompareFlags, _terminal: &Terminal) -> Result<ModesRequest, Failure> {
    let mut request = session.modes_request()?;
    if let Some(count) = flags.count {
        request.range = Range::Lowest(count);
    }
    Ok(request)
}

fn show(
    session: &Session,
    flags: &CompareFlags,
    comparison: &Comparison,
    warnings: &[String],
    wall_s: f64,
    terminal: &Terminal,
) -> ExitCode {
    if !flags.common.json {
        terminal.answer(&text(flags, comparison));
    }
    let json = Reply::new(session, warnings, comparison.cost, wall_s, Compare::from(comparison));
    let written = deliver(&flags.common, &json, terminal);
    let agrees = flags.tolerance.is_none_or(|most| {
        comparison.rigid[0] == comparison.rigid[1] && comparison.worst().is_some_and(|worst| worst <= most)
    });
    ExitCode::from(u8::from(!(written && agrees)))
}

fn text(flags: &CompareFlags, comparison: &Comparison) -> String {
    let describe = |k: usize| {
        let rows = comparison.sizes[k].map_or(String::new(), |n| format!(", {n} degrees of freedom"));
        format!("{}{rows}, {} rigid modes\n", comparison.names[k], comparison.rigid[k])
    };
    let mut text = format!("A: {}B: {}\n", describe(0), describe(1));
    text += &pairs(comparison).render();
    if let Some(mac) = &comparison.mac {
        text += "\nmodal assurance, modes of A down, of B across [%]\n";
        text += &assurance(mac).render();
    }
    text += &match comparison.matched {
        Some((MatchedBy::Position, n)) => format!("\nshapes compared at {n} translations of common points\n"),
        Some((MatchedBy::Name, n)) => format!("\nshapes compared over {n} coordinates of the same name\n"),
        None => "\nshapes are not compared: modes are paired in the order of their frequencies\n".to_owned(),
    };
    match (comparison.worst(), flags.tolerance) {
        (Some(worst), Some(most)) if worst <= most => {
            text += &format!("the frequencies agree: largest difference {}\n", size(worst));
        }
        (Some(worst), Some(_)) => {
            text += &format!("the frequencies DISAGREE: largest difference {}\n", size(worst))
        }
        (Some(worst), None) => text += &format!("largest difference of frequencies {}\n", size(worst)),
        (None, _) => text += "some modes are unpaired: request more modes with -n, or they are different\n",
    }
    text + "next: add --json -o comparison.json to save it, --tol 1e-6 to require agreement\n"
}

fn pairs(comparison: &Comparison) -> Table {
    let mut table = Table::new(&[
        ("mode A", ""),
        ("mode B", ""),
        ("frequency A", "[Hz]"),
        ("frequency B", "[Hz]"),
        ("difference", "[-]"),
        ("assurance", "[%]"),
    ]);
    let [first, second] = &comparison.frequencies_hz;
    let dash = || "-".to_owned();
    for pair in &comparison.pairs {
        table.row(vec![
            pair.first.map_or_else(dash, |i| (i + 1).to_string()),
            pair.second.map_or_else(dash, |j| (j + 1).to_string()),
            pair.first.map_or_else(dash, |i| six(first[i])),
            pair.second.map_or_else(dash, |j| six(second[j])),
            pair.relative_difference.map_or_else(dash, size),
            pair.mac.map_or_else(dash, |mac| format!("{:.2}", 100.0 * mac)),
        ]);
    }
    table
}

fn assurance(mac: &lissom::Dense) -> Table {
    let columns: Vec<String> = (1..=mac.cols().min(WIDEST)).map(|j| j.to_string()).collect();
    let mut heads = vec![("A\\B", "")];
    heads.extend(columns.iter().map(|j| (j.as_str(), "")));
    let mut table = Table::new(&heads);
    for i in 0..mac.rows().min(WIDEST) {
        let mut row = vec![(i + 1).to_string()];
        row.extend((0..columns.len()).map(|j| format!("{:.0}", 100.0 * mac[(i, j)])));
        table.row(row);
    }
    table
}

//! The verbs, one file each: open a session, ask, show.

pub mod bond;
pub mod buckling;
pub mod campbell;
pub mod check;
mod closed_poles;
pub mod compare;
pub mod cycle;
pub mod derive;
pub mod exact_modes;
pub mod export;
pub mod frf;
pub mod import;
pub mod loops;
mod mode_sweep;
pub mod modes;
mod operating_states;
mod oscillations;
pub mod plot;
mod program;
mod recovery;
pub mod reduce;
pub mod reduce_structure;
pub mod report;
pub mod sensitivities;
pub mod simulate;
mod state_poles;
pub mod states;
mod stroke;
pub mod sweep;

pub use program::{completions, explain, new, other, schema, self_test};

use crate::arguments::ModelFlags;
use crate::memory;
use crate::terminal::Terminal;
use lissom::wire::{self, Failed};
use lissom::{Answer, Failure, Omission, Overrides, Progress, Session, Solver, Threads};
use serde::Serialize;
use std::process::ExitCode;
use std::sync::Arc;

/// Opens the model a verb names. Files that it will read in turn are safe from being replaced by the answer.
fn open(flags: &ModelFlags, terminal: &Terminal) -> Result<Arc<Session>, Failure> {
    let allowed = terminal.workspace.allowed();
    let key =
        format!("{:?}", (&flags.model, &flags.set, flags.threads, flags.memory, &flags.solver, allowed));
    let session = terminal.console().session(&key, &|| open_anew(flags, terminal))?;
    session.data_files().iter().for_each(|path| terminal.workspace.will_read(path));
    terminal.workspace.recheck()?;
    Ok(session)
}

fn open_anew(flags: &ModelFlags, terminal: &Terminal) -> Result<Session, Failure> {
    let overrides: Overrides = flags.set.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let session = Session::open(terminal.workspace.model(&flags.model), &flags.model, overrides)?;
    Ok(match resources(flags, terminal) {
        Ok(threads) => session.with_threads(threads),
        Err(reason) => {
            terminal.note(&format!("one thread only: {reason}"));
            session
        }
    })
}

/// Opens the model a verb names, asks it a question under a progress bar, and shows the warnings of the answer. A
/// failure is shown, too: what is left of it is the exit code.
fn asked<T>(
    verb: &'static str,
    flags: &ModelFlags,
    terminal: &Terminal,
    question: impl FnOnce(&Session, &dyn Progress) -> Result<Answer<T>, Failure>,
) -> Result<(Arc<Session>, Answer<T>), ExitCode> {
    let session = open(flags, terminal).map_err(|failure| fail(verb, flags, None, &failure, terminal))?;
    let progress = terminal.progress();
    let answer = question(&session, &progress);
    progress.finish();
    let answer = answer.map_err(|failure| fail(verb, flags, Some(&session), &failure, terminal))?;
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    Ok((session, answer))
}

/// Asks the session of a model a question without an answer of its own; a failure is shown.
pub fn with_session<T>(
    verb: &'static str,
    flags: &ModelFlags,
    terminal: &Terminal,
    question: impl FnOnce(&Session) -> Result<T, Failure>,
) -> Result<T, ExitCode> {
    let session = open(flags, terminal).map_err(|failure| fail(verb, flags, None, &failure, terminal))?;
    question(&session).map_err(|failure| fail(verb, flags, Some(&session), &failure, terminal))
}

/// Default share of free memory for one factorisation: two may exist at a time.
const MEMORY_SHARE: f64 = 0.45;

/// Threads and memory as the flags want them; large factorisations are announced on the terminal.
fn resources(flags: &ModelFlags, terminal: &Terminal) -> Result<Threads, String> {
    let threads = threads(flags.threads)?.with_listener(terminal.budgets()).with_solver(
        match flags.solver.as_deref() {
            Some("direct") => Solver::Direct,
            Some("pcg") => Solver::Iterative,
            _ => Solver::Any,
        },
    );
    Ok(match flags.memory {
        Some(gigabytes) => threads.with_memory_limit(Some((gigabytes * 1e9) as usize)),
        None => threads,
    })
}

/// The requested threads; default: all cores. A factorisation may take a share of the free memory.
fn threads(wanted: Option<u16>) -> Result<Threads, String> {
    let count = match wanted {
        Some(n) => usize::from(n),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let limit = memory::free().map(|bytes| (MEMORY_SHARE * bytes as f64) as usize);
    Threads::new(count).map(|threads| threads.with_memory_limit(limit)).map_err(|error| error.to_string())
}

/// Shows a failure: diagnostics with their lines for a wrong model, one sentence otherwise; with `--json` also as
/// the one object on standard output.
fn fail(
    verb: &'static str,
    flags: &ModelFlags,
    session: Option<&Session>,
    failure: &Failure,
    terminal: &Terminal,
) -> ExitCode {
    if flags.json || terminal.takes_objects() {
        terminal.json(&Failed::new(verb, failure, session));
    }
    match (failure, session) {
        (Failure::Model(diagnostics), Some(session)) => {
            terminal.diagnostics(session.render(diagnostics, terminal.style()).trim_end());
            ExitCode::from(failure.exit_code())
        }
        _ => terminal.failure(failure),
    }
}

/// What a linear answer leaves out, for its first line: gravity that is in the file and does not act must not be overlooked.
fn left_out(warnings: &[String]) -> String {
    Omission::among(warnings).map_or(String::new(), |omission| omission.text().to_owned() + "\n\n")
}

/// Prints the JSON answer when the flags want it.
fn print(flags: &ModelFlags, answer: &impl Serialize, terminal: &Terminal) -> bool {
    if flags.json || terminal.takes_objects() {
        terminal.json(answer);
    }
    true
}

/// Prints or writes the JSON answer; `false` when it could not be written.
fn deliver(flags: &ModelFlags, answer: &impl Serialize, terminal: &Terminal) -> bool {
    print(flags, answer, terminal)
        && flags
            .output
            .as_ref()
            .is_none_or(|path| write(path, &format!("{:#}\n", wire::json(answer)), terminal))
}

/// Writes a file completely and reports it; `false` when it could not be written.
fn write(path: &str, text: &str, terminal: &Terminal) -> bool {
    write_bytes(path, text.as_bytes(), terminal)
}

/// Writes a file of any content completely and reports it; `false` when it could not be written.
fn write_bytes(path: &str, content: &[u8], terminal: &Terminal) -> bool {
    match terminal.workspace.write(path, content) {
        Ok(()) => {
            terminal.note(&format!("wrote {path}"));
            true
        }
        Err(error) => {
            terminal.report(&format!("error: cannot write {path}: {error}"));
            false
        }
    }
}

//! `lissom`: the command line, as a program ([`run`]) and inside other programs ([`ask`]).
//!
//! Flags become plain data, a session is opened, and a command prints its answer. Exit codes: 0 success, 1
//! the analysis or a check failed or an output could not be written, 2 the model or the usage is invalid, 130
//! interrupted.

// Documentation comments of flags are help texts: `[Hz]` there is a unit, and a backslash would be printed.
#![allow(rustdoc::broken_intra_doc_links)]

mod answer_files;
mod arguments;
mod console;
mod description;
mod disk;
mod file_identity;
mod file_name;
mod interrupt;
mod memory;
mod numbers;
mod png;
mod shell;
mod spreadsheet;
mod study_journal;
mod study_rows;
mod table;
mod terminal;
mod usage;
mod verbs;
mod whole_file;
mod workspace;

use arguments::Verb;
pub use console::Console;
use console::Streams;
pub use description::description;
use lissom::{Failure, Session};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use terminal::Terminal;
use workspace::Workspace;

/// Runs the program with the words of a command line, its name first, on the streams of this process. Returns the exit
/// code.
#[must_use]
pub fn run(words: Vec<OsString>) -> u8 {
    command(&words, &(Arc::new(Streams) as Arc<dyn Console>), interrupt::ends_the_program)
}

/// Runs a command inside another program: the same words, the same answers, the same exit codes. Interrupts are left to
/// that program.
#[must_use]
pub fn ask(words: &[OsString], console: &Arc<dyn Console>) -> u8 {
    command(words, console, drop)
}

fn command(words: &[OsString], console: &Arc<dyn Console>, guard: impl FnOnce(whole_file::Unfinished)) -> u8 {
    let mut arguments = match arguments::parsed(words) {
        Ok(arguments) => arguments,
        Err(error) => return number(usage::explain(&error, words, console)),
    };
    answer_files::settle(&mut arguments.verb);
    let workspace = Workspace::new(arguments.allowed.clone(), Arc::clone(console));
    guard(workspace.unfinished());
    let terminal = Terminal::new(arguments.quiet, arguments.verbose, workspace, Arc::clone(console));
    let code = match answer_files::plan(&arguments.verb, &terminal.workspace) {
        Ok(()) => answer(&arguments.verb, &terminal),
        Err(refusal) => usage::refuse(&arguments.verb, &refusal, &terminal),
    };
    number(terminal.finish(code))
}

/// Asks the session of the model that a command names, in the surroundings of that command.
///
/// # Errors
/// The exit code, after the console has taken the reason.
pub fn with_session<T>(
    words: &[OsString],
    console: &Arc<dyn Console>,
    question: impl FnOnce(&Session) -> Result<T, Failure>,
) -> Result<T, u8> {
    let arguments =
        arguments::parsed(words).map_err(|error| number(usage::explain(&error, words, console)))?;
    let workspace = Workspace::new(arguments.allowed.clone(), Arc::clone(console));
    let terminal = Terminal::new(arguments.quiet, arguments.verbose, workspace, Arc::clone(console));
    let Some(flags) = arguments.verb.common() else { return Err(2) };
    verbs::with_session(arguments.verb.name(), flags, &terminal, question).map_err(number)
}

/// The number of an exit code, which the standard library keeps to itself.
fn number(code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(1)
}

fn answer(verb: &Verb, terminal: &Terminal) -> ExitCode {
    match verb {
        Verb::Check(flags) => verbs::check::run(flags, terminal),
        Verb::Modes(flags) => verbs::modes::run(flags, terminal),
        Verb::Derive(flags) => verbs::derive::run(flags, terminal),
        Verb::Bond(flags) => verbs::bond::run(flags, terminal),
        Verb::States(flags) => verbs::states::run(flags, terminal),
        Verb::Reduce(flags) => verbs::reduce::run(flags, terminal),
        Verb::Simulate(flags) => verbs::simulate::run(flags, terminal),
        Verb::Cycle(flags) => verbs::cycle::run(flags, terminal),
        Verb::Buckling(flags) => verbs::buckling::run(flags, terminal),
        Verb::Loops(flags) => verbs::loops::run(flags, terminal),
        Verb::Campbell(flags) => verbs::campbell::run(flags, terminal),
        Verb::Frf(flags) => verbs::frf::run(flags, terminal),
        Verb::Sensitivities(flags) => verbs::sensitivities::run(flags, terminal),
        Verb::Sweep(flags) => verbs::sweep::run(flags, terminal),
        Verb::Compare(flags) => verbs::compare::run(flags, terminal),
        Verb::Import(flags) => verbs::import::run(flags, terminal),
        Verb::Export(flags) => verbs::export::run(flags, terminal),
        Verb::Report(flags) => verbs::report::run(flags, terminal),
        Verb::Plot(flags) => verbs::plot::run(flags, terminal),
        Verb::New(flags) => verbs::new::run(flags, terminal),
        Verb::Explain(flags) => verbs::explain::run(flags, terminal),
        Verb::SelfTest(flags) => verbs::self_test::run(flags, terminal),
        Verb::Schema(flags) => verbs::schema::run(flags, terminal),
        Verb::Completions(flags) => verbs::completions::run(flags, terminal),
        Verb::Other(words) => verbs::other::run(words, terminal),
    }
}

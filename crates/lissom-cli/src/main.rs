//! `lissom`: the command line.
//!
//! Flags become plain data, a session is opened, and a command prints its answer. Exit codes: 0 success, 1
//! the analysis or a check failed or an output could not be written, 2 the model or the usage is invalid, 130
//! interrupted.

// Documentation comments of flags are help texts: `[Hz]` there is a unit, and a backslash would be printed.
#![allow(rustdoc::broken_intra_doc_links)]

mod answer_files;
mod arguments;
mod disk;
mod file_identity;
mod file_name;
mod interrupt;
mod memory;
mod numbers;
mod png;
mod shell;
mod spreadsheet;
mod table;
mod terminal;
mod usage;
mod verbs;
mod whole_file;
mod workspace;

use arguments::{Arguments, Verb};
use clap::Parser;
use std::process::ExitCode;
use terminal::Terminal;
use workspace::Workspace;

fn main() -> ExitCode {
    let mut arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage::explain(&error),
    };
    answer_files::settle(&mut arguments.verb);
    let workspace = Workspace::new(arguments.allowed.clone());
    interrupt::ends_the_program(workspace.unfinished());
    let terminal = Terminal::new(arguments.quiet, arguments.verbose, workspace);
    let code = match answer_files::plan(&arguments.verb, &terminal.workspace) {
        Ok(()) => run(&arguments.verb, &terminal),
        Err(refusal) => usage::refuse(&arguments.verb, &refusal, &terminal),
    };
    terminal.finish(code)
}

fn run(verb: &Verb, terminal: &Terminal) -> ExitCode {
    match verb {
        Verb::Check(flags) => verbs::check::run(flags, terminal),
        Verb::Modes(flags) => verbs::modes::run(flags, terminal),
        Verb::Derive(flags) => verbs::derive::run(flags, terminal),
        Verb::Bond(flags) => verbs::bond::run(flags, terminal),
        Verb::States(flags) => verbs::states::run(flags, terminal),
        Verb::Reduce(flags) => verbs::reduce::run(flags, terminal),
        Verb::Simulate(flags) => verbs::simulate::run(flags, terminal),
        Verb::Cycle(flags) => verbs::cycle::run(flags, terminal),
        Verb::Campbell(flags) => verbs::campbell::run(flags, terminal),
        Verb::Frf(flags) => verbs::frf::run(flags, terminal),
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

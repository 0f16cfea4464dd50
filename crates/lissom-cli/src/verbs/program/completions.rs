//! `lissom completions`: for bash, zsh, fish, PowerShell, elvish.

use crate::arguments::{Arguments, CompletionsFlags};
use crate::terminal::Terminal;
use clap::CommandFactory;
use std::process::ExitCode;

/// Prints a completion script.
pub fn run(flags: &CompletionsFlags, terminal: &Terminal) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(flags.shell, &mut Arguments::command(), "lissom", &mut script);
    terminal.answer(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}

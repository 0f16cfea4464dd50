//! `lissom schema`: the model file for editors.

use crate::terminal::Terminal;
use std::process::ExitCode;

/// Prints the JSON schema.
pub fn run(terminal: &Terminal) -> ExitCode {
    terminal.answer(&format!("{}\n", lissom::schema().trim_end()));
    ExitCode::SUCCESS
}

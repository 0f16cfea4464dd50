//! `lissom schema`: the model file for editors, or the answers for programs that read them.

use crate::arguments::SchemaFlags;
use crate::terminal::Terminal;
use std::process::ExitCode;

/// Prints the JSON schema.
pub fn run(flags: &SchemaFlags, terminal: &Terminal) -> ExitCode {
    match flags.answers {
        true => terminal.answer(&format!("{:#}\n", lissom::wire::schema())),
        false => terminal.answer(&format!("{}\n", lissom::schema().trim_end())),
    }
    ExitCode::SUCCESS
}

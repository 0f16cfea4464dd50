//! The program `lissom`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(lissom_cli::run(std::env::args_os().collect()))
}

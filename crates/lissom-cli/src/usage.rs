//! Errors of the command line: as text, or with `--json` as one object.

use crate::answer_files::is_json;
use crate::arguments::{Arguments, Verb};
use crate::terminal::{Terminal, printable};
use crate::workspace::Refusal;
use clap::CommandFactory;
use clap::error::ErrorKind;
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints an error of the command line, or the requested help.
pub fn explain(error: &clap::Error) -> ExitCode {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if !is_help && words.iter().any(|word| word == "--json") {
        let command = Arguments::command();
        let verb = words.iter().find(|word| command.get_subcommands().any(|known| known.get_name() == *word));
        let text = error.render().to_string();
        let lines: Vec<&str> =
            text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
        let joined = lines.join(" ");
        let said = joined.trim_start_matches("error: ");
        let object = json!({ "lissom": lissom::VERSION, "verb": verb, "error": said });
        let _ = io::stdout().write_all(printable(&format!("{object}\n")).as_bytes());
    }
    let is_harmless = words.iter().all(|word| !word.contains(lissom::is_hidden));
    let shown = match is_harmless {
        true => error.print(),
        false => io::stderr().write_all(printable(&error.render().to_string()).as_bytes()),
    };
    match shown {
        Err(error) if is_help && error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = io::stderr()
                .write_all(format!("error: cannot write to standard output: {error}\n").as_bytes());
            ExitCode::from(1)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Reports why a command is refused.
pub fn refuse(verb: &Verb, refusal: &Refusal, terminal: &Terminal) -> ExitCode {
    if is_json(verb) {
        let object = json!({ "lissom": lissom::VERSION, "verb": verb.name(), "error": refusal.reason });
        terminal.answer(&format!("{object}\n"));
    }
    terminal.report(&format!("error: {}", refusal.reason));
    ExitCode::from(refusal.exit_code)
}

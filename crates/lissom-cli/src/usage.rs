//! Errors of the command line: as text, or with `--json` as one object.

use crate::answer_files::is_json;
use crate::arguments::{Arguments, Verb};
use crate::console::Console;
use crate::terminal::{Terminal, printable};
use crate::workspace::Refusal;
use clap::CommandFactory;
use clap::error::ErrorKind;
use serde_json::json;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

/// Prints an error of the command line, or the requested help.
pub fn explain(error: &clap::Error, words: &[OsString], console: &Arc<dyn Console>) -> ExitCode {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let words: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if !is_help && (console.takes_objects() || words.iter().any(|word| word == "--json")) {
        let command = Arguments::command();
        let verb = words.iter().find(|word| command.get_subcommands().any(|known| known.get_name() == *word));
        let text = error.render().to_string();
        let lines: Vec<&str> =
            text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
        let joined = lines.join(" ");
        let said = joined.trim_start_matches("error: ");
        let object = json!({ "lissom": lissom::VERSION, "verb": verb, "error": said });
        match console.takes_objects() {
            true => console.object(object),
            false => drop(console.output(&printable(&format!("{object}\n")))),
        }
    }
    let is_harmless = words.iter().all(|word| !word.contains(lissom::is_hidden));
    let plain = || printable(&error.render().to_string()).into_owned();
    let shown = match (console.takes_objects(), is_help, is_harmless) {
        (true, true, _) => console.output(&plain()),
        (false, _, true) => error.print(),
        _ => {
            console.message(&plain());
            Ok(())
        }
    };
    match shown {
        Err(error) if is_help && error.kind() != io::ErrorKind::BrokenPipe => {
            console.message(&format!("error: cannot write to standard output: {error}\n"));
            ExitCode::from(1)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Reports why a command is refused.
pub fn refuse(verb: &Verb, refusal: &Refusal, terminal: &Terminal) -> ExitCode {
    if is_json(verb) || terminal.takes_objects() {
        let object = json!({ "lissom": lissom::VERSION, "verb": verb.name(), "error": refusal.reason });
        terminal.json(&object);
    }
    terminal.report(&format!("error: {}", refusal.reason));
    ExitCode::from(refusal.exit_code)
}

//! A verb this version does not have: planned, or a slip of the finger.

use crate::arguments::Arguments;
use crate::terminal::Terminal;
use clap::CommandFactory;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;

/// Verbs that are planned, with what they will do.
const PLANNED: &[(&str, &str)] = &[("linearise", "named matrices and state space")];

/// Reports an unknown command.
pub fn run(words: &[OsString], terminal: &Terminal) -> ExitCode {
    let word = words.first().map(|w| w.to_string_lossy().into_owned()).unwrap_or_default();
    let command = Arguments::command();
    let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    if let Some((_, about)) = PLANNED.iter().find(|(name, _)| *name == word) {
        let version = lissom::VERSION;
        let there = known.join(", ");
        let reason =
            format!("`lissom {word}` ({about}) is not implemented in version {version}; available: {there}");
        return refuse(words, &reason, terminal);
    }
    let close =
        lissom::did_you_mean(&word, known.iter().copied().chain(PLANNED.iter().map(|(name, _)| *name)));
    let hint =
        close.map_or_else(|| format!("available: {}", known.join(", ")), |c| format!("did you mean `{c}`?"));
    refuse(words, &format!("unknown command `{word}`; {hint}"), terminal)
}

/// Reports why there is no answer, with `--json` as one object.
fn refuse(words: &[OsString], reason: &str, terminal: &Terminal) -> ExitCode {
    if words.iter().any(|word| word == "--json") {
        let object = json!({ "lissom": lissom::VERSION, "verb": null, "error": reason });
        terminal.json(&object);
    }
    terminal.report(&format!("error: {reason}"));
    ExitCode::from(2)
}

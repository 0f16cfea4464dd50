//! The command line as data, for programs that offer the same verbs.

use crate::arguments::Arguments;
use clap::{Arg, ArgAction, Command, CommandFactory};
use serde_json::{Value, json};

/// Every verb with its flags: name, kind, choices, help.
#[must_use]
pub fn description() -> Value {
    Arguments::command().get_subcommands().map(verb).collect()
}

fn verb(command: &Command) -> Value {
    let arguments = command.get_arguments().filter(|argument| !argument.is_global_set());
    json!({
        "name": command.get_name(),
        "doc": command.get_about().map(ToString::to_string),
        "arguments": arguments.map(argument).collect::<Vec<_>>(),
    })
}

fn argument(argument: &Arg) -> Value {
    let takes_value = argument.get_action().takes_values();
    let count = argument.get_num_args().map_or(usize::from(takes_value), |range| range.max_values());
    let choices: Vec<String> = match takes_value {
        true => argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect(),
        false => Vec::new(),
    };
    json!({
        "name": argument.get_id().as_str(),
        "flag": argument.get_long(),
        "values": count.min(2),
        "repeats": matches!(argument.get_action(), ArgAction::Append),
        "delimiter": argument.get_value_delimiter(),
        "choices": choices,
        "doc": argument.get_help().map(ToString::to_string),
    })
}

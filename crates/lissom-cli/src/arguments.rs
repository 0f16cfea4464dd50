//! The command line as plain data.

use clap::{Args, Parser, Subcommand, ValueHint};
use std::ffi::OsString;

/// Machines with flexible parts: from a text description to certified answers.
#[derive(Debug, Parser)]
#[command(name = "lissom", version, about, propagate_version = true)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub verb: Verb,
    /// Say nothing but the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more: counters and where time went
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// The verbs there are.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Read a model, show everything wrong with it, and its size, constraints and mass
    Check(ModelFlags),
    /// Natural frequencies and mode shapes, certified complete
    Modes(ModesFlags),
    /// Write a commented model file to start from
    New(NewFlags),
    /// Explain a diagnostic code in full
    Explain(ExplainFlags),
    /// Versions, threads, and a self test against closed forms
    Doctor(DoctorFlags),
    /// Print the JSON schema of the model file, for editors
    Schema,
    /// Print shell completions
    Completions(CompletionsFlags),
    /// A verb this version does not have
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// A model file and what belongs to it.
#[derive(Debug, Args)]
pub struct ModelFlags {
    /// Model file (TOML)
    #[arg(value_hint = ValueHint::FilePath)]
    pub model: String,
    /// Override a parameter: --set Fmax=50, --set "span=4 m"
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Print exactly one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Write the JSON answer to a file, whole or not at all
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<String>,
    /// Number of threads [default: all cores]; answers do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// `lissom modes`.
#[derive(Debug, Args)]
pub struct ModesFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// How many elastic modes (rigid modes come in addition)
    #[arg(short = 'n', long, value_name = "N", group = "range")]
    pub count: Option<usize>,
    /// All elastic modes below a frequency [Hz]
    #[arg(long, value_name = "HZ", group = "range")]
    pub below: Option<f64>,
    /// All modes in a band of frequencies [Hz]
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], group = "range")]
    pub band: Option<Vec<f64>>,
    /// Include mode shapes over all named coordinates in the JSON answer
    #[arg(long)]
    pub shapes: bool,
}

/// `lissom new`.
#[derive(Debug, Args)]
pub struct NewFlags {
    /// Name of the model; the file is NAME.toml
    pub name: String,
    /// What to start from
    #[arg(long, default_value = lissom::templates::TEMPLATES[0].name, value_parser = template_names())]
    pub template: String,
    /// Replace the file if it exists
    #[arg(long)]
    pub force: bool,
}

/// `lissom explain`.
#[derive(Debug, Args)]
pub struct ExplainFlags {
    /// The code, such as L0203; without it, all codes are listed
    pub code: Option<String>,
}

/// `lissom doctor`.
#[derive(Debug, Args)]
pub struct DoctorFlags {
    /// Print exactly one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// `lissom completions`.
#[derive(Debug, Args)]
pub struct CompletionsFlags {
    /// The shell
    pub shell: clap_complete::Shell,
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as KEY=VALUE, for example --set \"span=4 m\"".to_owned()),
    }
}

fn template_names() -> clap::builder::PossibleValuesParser {
    lissom::templates::TEMPLATES
        .iter()
        .map(|t| clap::builder::PossibleValue::new(t.name).help(t.about))
        .collect::<Vec<_>>()
        .into()
}

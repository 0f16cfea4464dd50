//! Output files of a command line and their formats.

use crate::arguments::{ModelFlags, Verb};
use crate::file_name;
use crate::workspace::{Refusal, Workspace};
use std::path::Path;

/// Default file of `report`.
const PAGE: &str = "report.html";

/// Extensions of `-o FILE` for each command; the first is the default.
const ENDINGS: [(&str, &[&str]); 18] = [
    ("check", &["json"]),
    ("modes", &["json"]),
    ("derive", &["json", "tex", "py", "c", "rs", "txt"]),
    ("bond", &["json", "svg", "tex"]),
    ("states", &["json"]),
    ("reduce", &["json"]),
    ("simulate", &["json", "npz"]),
    ("frf", &["json"]),
    ("cycle", &["json"]),
    ("campbell", &["json"]),
    ("buckling", &["json"]),
    ("loops", &["json"]),
    ("sensitivities", &["json"]),
    ("compare", &["json"]),
    ("sweep", &["csv", "npz", "parquet", "json"]),
    ("import", &["toml"]),
    ("report", &["html", "htm", "json"]),
    ("plot", &["svg", "png"]),
];

/// The extension of a file name in lower case; empty if there is none.
pub fn ending(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => ending.to_lowercase(),
        _ => String::new(),
    }
}

/// Completes the output files: `-o x.csv` is `--csv x.csv`, and pages and pictures have default names.
pub fn settle(verb: &mut Verb) {
    match verb {
        Verb::Modes(flags) if !flags.exact => to_csv(&mut flags.common, &mut flags.csv),
        Verb::Simulate(flags) => to_csv(&mut flags.common, &mut flags.csv),
        Verb::Frf(flags) => to_csv(&mut flags.common, &mut flags.csv),
        Verb::States(flags) => to_csv(&mut flags.common, &mut flags.csv),
        Verb::Cycle(flags) => to_csv(&mut flags.common, &mut flags.csv),
        Verb::Campbell(flags) => to_csv(&mut flags.common, &mut flags.csv),
        Verb::Report(flags) => {
            flags.common.output.get_or_insert_with(|| PAGE.to_owned());
        }
        Verb::Plot(flags) => {
            if let Some(what) = &flags.what {
                flags.common.output.get_or_insert_with(|| format!("{}.svg", file_name::safe(what)));
            }
        }
        _ => {}
    }
}

fn to_csv(common: &mut ModelFlags, csv: &mut Option<String>) {
    if csv.is_none() && common.output.as_deref().is_some_and(|path| ending(path) == "csv") {
        *csv = common.output.take();
    }
}

/// Checks every output file before the computation.
///
/// # Errors
/// If a name is invalid, is an input or another output, or cannot be written.
pub fn plan(verb: &Verb, workspace: &Workspace) -> Result<(), Refusal> {
    if let Some((flag, why)) = verb.idle_flag() {
        return Err(usage(format!("{flag} has no effect on `lissom {}`: {why}", verb.name())));
    }
    inputs(verb).into_iter().for_each(|path| workspace.will_read(path));
    if let (Verb::Plot(flags), Some(path)) = (verb, output(verb))
        && flags.what.is_none()
    {
        let model = crate::shell::quoted(&flags.common.model);
        let list = format!("`lissom plot {model}` lists them");
        return Err(usage(format!("choose the picture for {path} with --what NAME; {list}")));
    }
    for (flag, path) in files(verb) {
        if matches!(flag, "--recover" | "--loads") && !matches!(ending(path).as_str(), "csv" | "npz") {
            return Err(usage(format!("{flag} cannot write {path}: it writes .csv and .npz")));
        }
        workspace.plan(flag, path)?;
    }
    if let Some(path) = output(verb) {
        demand_ending(verb, path)?;
    }
    if let Verb::Import(flags) = verb
        && let Some(path) = flags.output.as_deref().filter(|path| Path::new(path).is_file() && !flags.force)
    {
        return Err(usage(format!("{path} exists already; --force replaces it")));
    }
    if is_json(verb) && workspace.keeps_stdout() {
        let both = "--json and an output file on standard output";
        return Err(usage(format!("{both} would be mixed: remove one of them")));
    }
    Ok(())
}

fn usage(reason: String) -> Refusal {
    Refusal { reason, exit_code: 2 }
}

/// Rejects an extension of another format.
fn demand_ending(verb: &Verb, path: &str) -> Result<(), Refusal> {
    let given = ending(path);
    let Some((name, known)) = ENDINGS.iter().find(|(name, _)| *name == verb.name()) else { return Ok(()) };
    if given.is_empty() || known.contains(&given.as_str()) || path.starts_with("/dev/") {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(|ending| format!(".{ending}")).collect();
    Err(usage(format!("`lissom {name}` cannot write {path}: it writes {}", known.join(", "))))
}

/// Every output file with its flag.
fn files(verb: &Verb) -> Vec<(&'static str, &str)> {
    let csv = match verb {
        Verb::Modes(flags) => &flags.csv,
        Verb::Simulate(flags) => &flags.csv,
        Verb::Frf(flags) => &flags.csv,
        Verb::States(flags) => &flags.csv,
        Verb::Cycle(flags) => &flags.csv,
        Verb::Campbell(flags) => &flags.csv,
        _ => &None,
    };
    let svg = if let Verb::Bond(flags) = verb { &flags.svg } else { &None };
    let output = output(verb).map(|path| ("-o", path));
    let (recover, loads) = match verb {
        Verb::Simulate(flags) => (&flags.recover, &flags.loads),
        _ => (&None, &None),
    };
    let others = [("--csv", csv), ("--svg", svg), ("--recover", recover), ("--loads", loads)];
    output
        .into_iter()
        .chain(others.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))))
        .collect()
}

/// Input files of the command line other than model files.
fn inputs(verb: &Verb) -> Vec<&str> {
    let mut all: Vec<&str> = verb.common().iter().map(|common| common.model.as_str()).collect();
    match verb {
        Verb::Compare(flags) => all.extend(flags.second.as_deref()),
        Verb::Simulate(flags) => all.extend(flags.basis.iter().map(String::as_str)),
        Verb::Sweep(flags) => all.extend(flags.list.as_deref()),
        Verb::Import(flags) => all.extend(flags.files.iter().map(String::as_str)),
        _ => {}
    }
    all
}

/// The file of `-o`.
fn output(verb: &Verb) -> Option<&str> {
    match verb {
        Verb::Import(flags) => flags.output.as_deref(),
        _ => verb.common()?.output.as_deref(),
    }
}

/// Whether the answer is one JSON object on standard output.
pub fn is_json(verb: &Verb) -> bool {
    match verb {
        Verb::Import(flags) => flags.json,
        Verb::SelfTest(flags) => flags.json,
        _ => verb.common().is_some_and(|common| common.json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_those_of_names() {
        for (path, found) in
            [("a.JSON", "json"), ("a.b/c", ""), (".hidden", ""), ("x.tar.gz", "gz"), ("", "")]
        {
            assert_eq!(ending(path), found, "{path}");
        }
    }
}

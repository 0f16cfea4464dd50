//! `lissom new`: a commented model file to start from.

use crate::arguments::NewFlags;
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::templates::TEMPLATES;
use std::path::Path;
use std::process::ExitCode;

/// Writes a model file.
pub fn run(flags: &NewFlags, terminal: &Terminal) -> ExitCode {
    let file =
        if flags.name.ends_with(".toml") { flags.name.clone() } else { format!("{}.toml", flags.name) };
    let path = Path::new(&file);
    let Some(name) = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| !stem.is_empty()) else {
        terminal.report(&format!("error: {file} is not a valid model name"));
        return ExitCode::from(2);
    };
    if path.exists() && !flags.force {
        terminal.report(&format!("error: {file} exists already; --force replaces it"));
        return ExitCode::from(2);
    }
    let template = TEMPLATES
        .iter()
        .find(|t| t.name == flags.template)
        .expect("the command line allows known names only");
    match terminal.workspace.write(&file, template.file(name).as_bytes()) {
        Ok(()) => {
            let next: Vec<String> =
                template.next.iter().map(|command| command.replace("FILE", &quoted(&file))).collect();
            terminal.answer(&format!("wrote {file}: {}\nnext: {}\n", template.about, next.join("; then ")));
            ExitCode::SUCCESS
        }
        Err(error) => {
            terminal.report(&format!("error: cannot write {file}: {error}"));
            ExitCode::from(1)
        }
    }
}

//! `lissom import`: files of a finite-element program as a part, examined, and a model file to start from.

use crate::arguments::ImportFlags;
use crate::file_name;
use crate::shell::quoted;
use crate::terminal::Terminal;
use lissom::PartImport;
use lissom::wire::{Failed, Import};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Reads and examines a part.
pub fn run(flags: &ImportFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let threads = super::threads(flags.threads).unwrap_or_else(|reason| {
        terminal.note(&format!("one thread only: {reason}"));
        lissom::Threads::one()
    });
    let units = match flags.units.as_deref().map(str::parse::<lissom::PartUnits>).transpose() {
        Ok(units) => units,
        Err(error) => {
            terminal.report(&format!(
                "error: {error}; give length, mass or force, and time, as mm-t-s or in-lbf-s"
            ));
            return ExitCode::from(2);
        }
    };
    let progress = terminal.progress();
    let disk = terminal.workspace.files(&flags.files);
    let name = flags.name.as_deref();
    let found = lissom::import_part(&disk, &flags.files, name, units.as_ref(), &threads, &progress);
    progress.finish();
    let part = match found {
        Ok(part) => part,
        Err(failure) => {
            if flags.json {
                terminal.json(&Failed::new("import", &failure, None));
            }
            return terminal.failure(&failure);
        }
    };
    if !write_model(flags, &part, terminal) {
        return ExitCode::from(1);
    }
    if flags.json {
        let wall_s = start.elapsed().as_secs_f64();
        terminal.json(&Import::reply(&part, flags.output.as_deref(), wall_s));
    } else {
        terminal.answer(&text(flags, &part));
    }
    ExitCode::SUCCESS
}

fn write_model(flags: &ImportFlags, part: &PartImport, terminal: &Terminal) -> bool {
    let Some(output) = &flags.output else { return true };
    let folder = Path::new(output).parent().unwrap_or(Path::new("")).to_path_buf();
    let model = part.model_text(&|path| relative(Path::new(path), &folder));
    super::write(output, &model, terminal)
}

/// What must be allowed so that the written model file can read the files of the part: nothing when they lie below it.
fn allowing(flags: &ImportFlags, output: &str) -> String {
    let folder = |path: &str| {
        let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
        std::fs::canonicalize(folder.unwrap_or(Path::new("."))).unwrap_or_default()
    };
    let own = folder(output);
    let mut others: Vec<PathBuf> = flags.files.iter().map(|path| folder(path)).collect();
    others.retain(|other| !other.starts_with(&own));
    others.sort();
    others.dedup();
    others.iter().map(|other| format!(" --allow-path {}", quoted(&other.to_string_lossy()))).collect()
}

/// A path as seen from a folder, with forward slashes; absolute where they have nothing in common.
fn relative(path: &Path, folder: &Path) -> String {
    let slashes = |path: &Path| path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    if folder.as_os_str().is_empty() {
        return slashes(path);
    }
    let (Ok(path), Ok(folder)) = (std::path::absolute(path), std::path::absolute(folder)) else {
        return slashes(path);
    };
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    if !path.components().take(common).any(|part| matches!(part, Component::Normal(_))) {
        return slashes(&path);
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    slashes(&up.chain(path.components().skip(common)).collect::<PathBuf>())
}

fn text(flags: &ImportFlags, part: &PartImport) -> String {
    let mut text = String::new();
    let files = &part.files;
    for (role, path) in [
        ("stiffness", Some(&files.stiffness)),
        ("mass", Some(&files.mass)),
        ("damping", files.damping.as_ref()),
        ("row names", files.dof.as_ref()),
        ("mesh", files.mesh.as_ref()),
        ("frequencies", part.printed.as_ref()),
    ] {
        if let Some(path) = path {
            text += &format!("  {role:<18} {path}\n");
        }
    }
    text += &format!("  format             {}\n\n{}", part.formats.join(", "), part.report);
    if !part.sets.is_empty() {
        let sets: Vec<String> = part.sets.iter().map(|(name, nodes)| format!("{name} ({nodes})")).collect();
        text += &format!("  node sets          {}\n", sets.join(", "));
    }
    if part.report.warnings.is_empty() {
        text += "  no warnings\n";
    }
    text += &match &flags.output {
        Some(output) => format!("next: lissom modes {}{}\n", quoted(output), allowing(flags, output)),
        None => {
            let given: Vec<_> = flags.files.iter().map(|path| quoted(path)).collect();
            let file = format!("{}.toml", file_name::safe(&files.name));
            format!("next: lissom import {} -o {}\n", given.join(" "), quoted(&file))
        }
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_the_folder_of_the_model() {
        let seen = |path: &str, folder: &str| relative(Path::new(path), Path::new(folder));
        assert_eq!(seen("data/a.sti", ""), "data/a.sti");
        assert_eq!(seen("data/a.sti", "models"), "../data/a.sti");
        assert_eq!(seen("models/data/a.sti", "models"), "data/a.sti");
    }
}

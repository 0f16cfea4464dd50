//! `lissom export`: files for other programs.

use super::{fail, open, print, write_bytes};
use crate::answer_files::ending;
use crate::arguments::ExportFlags;
use crate::file_name;
use crate::terminal::Terminal;
use lissom::wire::{Export, ExportedFormat, Reply, WrittenFile};
use lissom::{Cost, Failure, Session};
use lissom_export::{EXPORTERS, ExportError, ExportRequest, ExportedFile, Exporter, exporter, requests_of};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Makes all files, then writes them.
pub fn run(flags: &ExportFlags, terminal: &Terminal) -> ExitCode {
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("export", &flags.common, None, &failure, terminal),
    };
    match export(&session, flags, terminal) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => fail("export", &flags.common, Some(&session), &failure, terminal),
    }
}

/// The files of one format.
struct Made {
    exporter: &'static dyn Exporter,
    of: String,
    files: Vec<(String, ExportedFile)>,
}

fn export(session: &Session, flags: &ExportFlags, terminal: &Terminal) -> Result<bool, Failure> {
    let start = Instant::now();
    let mut made: Vec<Made> = Vec::new();
    for (format, mut request) in requests(session, flags)? {
        let found = exporter(&format).map_err(refused)?;
        if found.needs_runtime() {
            request.runtime = Some(runtime(flags)?);
        }
        let stem = stem(session, found, &request, flags);
        request.stem = Path::new(&stem).file_name().map(|name| name.to_string_lossy().into_owned());
        let progress = terminal.progress();
        let files = found.write(session, &request, &progress);
        progress.finish();
        let files = named(&stem, files.map_err(refused)?, flags);
        made.push(Made { exporter: found, of: request.model().to_owned(), files });
    }
    leave_out_repeated(&mut made);
    // Nothing is written before everything is made and every name is known to be free.
    if let Some(folder) = &flags.folder {
        let reason = |error| format!("cannot make the folder {folder}: {error}");
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Output { reason: reason(error), exit_code: 1 })?;
    }
    for (path, _) in made.iter().flat_map(|one| &one.files) {
        if flags.common.output.as_ref() != Some(path) {
            terminal.workspace.plan("the exported file", path)?;
        }
    }
    for (path, file) in made.iter().flat_map(|one| &one.files) {
        if !write_bytes(path, &file.bytes, terminal) {
            return Ok(false);
        }
    }
    let answer = Export { exports: made.iter().map(Made::wire).collect() };
    if !flags.common.json {
        terminal.answer(&made.iter().map(Made::text).collect::<String>());
    }
    let reply = Reply::new(session, &[], Cost::default(), start.elapsed().as_secs_f64(), answer);
    Ok(print(&flags.common, &reply, terminal))
}

/// Tables that two formats share are written once.
fn leave_out_repeated(made: &mut [Made]) {
    for later in 1..made.len() {
        let (before, rest) = made.split_at_mut(later);
        let is_new = |file: &(String, ExportedFile)| before.iter().all(|one| !one.files.contains(file));
        rest[0].files.retain(is_new);
    }
}

impl Made {
    fn wire(&self) -> ExportedFormat {
        let file = |(path, file): &(String, ExportedFile)| WrittenFile {
            path: path.clone(),
            bytes: file.bytes.len(),
        };
        ExportedFormat {
            format: self.exporter.name().to_owned(),
            of: self.of.clone(),
            files: self.files.iter().map(file).collect(),
        }
    }

    fn text(&self) -> String {
        let files: Vec<&str> = self.files.iter().map(|(path, _)| path.as_str()).collect();
        format!("{} of {}: {}\n", self.exporter.name(), self.of, files.join(", "))
    }
}

/// Formats and what they hold: those of the command line, or those of the model file.
fn requests(session: &Session, flags: &ExportFlags) -> Result<Vec<(String, ExportRequest)>, Failure> {
    let mut all: Vec<(String, ExportRequest)> = match flags.to.is_empty() {
        true => {
            requests_of(session)?.into_iter().map(|(format, request)| (format.to_owned(), request)).collect()
        }
        false => flags.to.iter().map(|format| (format.clone(), ExportRequest::default())).collect(),
    };
    if all.is_empty() {
        let known: Vec<String> =
            EXPORTERS.iter().map(|e| format!("  {:<14}{}", e.name(), e.sentence())).collect();
        let why = format!("give a format with --to FORMAT, or add [export]\n{}", known.join("\n"));
        return Err(Failure::MissingSection { what: "request for an export".to_owned(), why });
    }
    for (_, request) in &mut all {
        request.model = flags.of.clone().or(request.model.take());
        request.at.clone_from(&flags.at);
    }
    Ok(all)
}

/// Folder and stem of the files of one format: named after the model and its reduction, or after `-o`.
fn stem(session: &Session, exporter: &dyn Exporter, request: &ExportRequest, flags: &ExportFlags) -> String {
    if let Some(output) = &flags.common.output {
        let is_known = ending(output) == exporter.extension();
        let length = if is_known { output.len() - exporter.extension().len() - 1 } else { output.len() };
        return output[..length].to_owned();
    }
    let name = session.model().map_or_else(|_| String::new(), |model| model.name.clone());
    let name = match request.model() {
        "full" => file_name::safe(&name),
        reduction => file_name::safe(&format!("{name}-{reduction}")),
    };
    let folder = Path::new(flags.folder.as_deref().unwrap_or_default());
    folder.join(name).to_string_lossy().into_owned()
}

/// Paths of the files of one format. A single file has the name that `-o` gives it.
fn named(stem: &str, files: Vec<ExportedFile>, flags: &ExportFlags) -> Vec<(String, ExportedFile)> {
    let is_single = files.len() == 1;
    let path = |file: &ExportedFile| match &flags.common.output {
        Some(output) if is_single => output.clone(),
        _ => format!("{stem}{}", file.ending),
    };
    files.into_iter().map(|file| (path(&file), file)).collect()
}

/// Names of the library that runs inside functional mock-up units, as cargo builds it.
const RUNTIMES: [&str; 3] = ["liblissom_fmu.so", "lissom_fmu.dll", "liblissom_fmu.dylib"];

/// The library that runs inside functional mock-up units: the given one, or the one beside the program.
fn runtime(flags: &ExportFlags) -> Result<Vec<u8>, Failure> {
    let read = |path: &Path| {
        std::fs::read(path).map_err(|error| Failure::Output {
            reason: format!("cannot read the runtime {}: {error}", path.display()),
            exit_code: 2,
        })
    };
    if let Some(path) = &flags.runtime {
        return read(Path::new(path));
    }
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    let beside = folder.iter().flat_map(|folder| RUNTIMES.map(|name| folder.join(name)));
    match beside.into_iter().find(|path| path.is_file()) {
        Some(path) => read(&path),
        None => Err(Failure::Output {
            reason: format!(
                "no runtime for functional mock-up units beside the program: `cargo build --release -p lissom-fmu` makes {}; give \
                 another place with --runtime FILE",
                RUNTIMES[0]
            ),
            exit_code: 2,
        }),
    }
}

fn refused(error: ExportError) -> Failure {
    match error {
        ExportError::Failure(failure) => failure,
        other => Failure::Output { reason: other.to_string(), exit_code: other.exit_code() },
    }
}

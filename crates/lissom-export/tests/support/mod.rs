//! Sessions of models given as text, exported files, and the Python of the clients.
#![allow(dead_code, reason = "each test file uses a part")]

use lissom::{FileError, Files, Overrides, Quiet, Session};
use lissom_export::{ExportError, ExportRequest, ExportedFile, exporter};
use std::path::{Path, PathBuf};
use std::process::Command;

struct Text(String);

impl Files for Text {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match path {
            "model.toml" => Ok(self.0.clone().into_bytes()),
            _ => Err(FileError { path: path.to_owned(), reason: "there is one file only".to_owned() }),
        }
    }
}

/// A folder, with a model file that may be another one.
struct Folder(PathBuf, Option<String>);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if let Some(text) = self.1.as_ref().filter(|_| path == "model.toml") {
            return Ok(text.clone().into_bytes());
        }
        let found = std::fs::read(self.0.join(path));
        found.map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

/// A session of an example.
pub fn example(name: &str) -> Session {
    example_with(name, str::to_owned)
}

/// A session of an example whose model file was changed.
pub fn example_with(name: &str, change: impl Fn(&str) -> String) -> Session {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let text = change(&std::fs::read_to_string(folder.join("model.toml")).unwrap());
    let session = Session::open(Folder(folder, Some(text)), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
    session
}

/// A session of a model.
pub fn session(text: &str) -> Session {
    let session = Session::open(Text(text.to_owned()), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
    session
}

/// A request for a model of a session.
pub fn of(model: &str) -> ExportRequest {
    ExportRequest {
        model: Some(model.to_owned()),
        stem: Some("sample".to_owned()),
        ..ExportRequest::default()
    }
}

/// The files of a format.
pub fn export(
    format: &str,
    session: &Session,
    request: &ExportRequest,
) -> Result<Vec<ExportedFile>, ExportError> {
    exporter(format)?.write(session, request, &Quiet)
}

/// Writes files into a folder of the tests, named `sample` with their endings.
pub fn write(test: &str, files: &[ExportedFile]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    for file in files {
        std::fs::write(folder.join(format!("sample{}", file.ending)), &file.bytes).unwrap();
    }
    folder
}

/// What Python prints for a program of `tests/clients`, or `None` where a Python with the modules is neither promised by
/// `LISSOM_PYTHON` nor there.
pub fn python(modules: &str, program: &str, arguments: &[&str]) -> Option<String> {
    let promised = std::env::var_os("LISSOM_PYTHON");
    let python = promised.clone().unwrap_or_else(|| "python3".into());
    let import = format!("import {modules}");
    let has = Command::new(&python).args(["-c", &import]).output().is_ok_and(|o| o.status.success());
    if promised.is_none() && !has {
        return None;
    }
    assert!(has, "{} was promised to have {modules}", python.to_string_lossy());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(program);
    let output = Command::new(&python).arg(path).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{program}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Whether the programs of `tools/clients` are promised.
pub fn promised() -> Option<std::ffi::OsString> {
    std::env::var_os("LISSOM_CLIENTS")
}

/// Whether a program is there; one that is promised has to be.
pub fn has(program: &str) -> bool {
    let has = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(has || promised().is_none(), "{program} was promised");
    has
}

/// Runs a program of `tests/clients` in Octave, where that is there.
pub fn octave(program: &str, arguments: &[&str]) {
    if !has("octave-cli") {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(program);
    let output = Command::new("octave-cli").arg("--norc").arg(path).args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{program}\n{}", String::from_utf8_lossy(&said));
}

/// A planar frame: a cantilever with a tip mass, material damping, two inputs and two outputs, and a reduction. Its bars are soft along
/// their axes, so that the equations are well conditioned and responses agree to ten digits.
pub const FRAME: &str = r#"
lissom = 1
[model]
name = "cantilever"
dim = 2
gravity = [0, -9.81]
[section.s]
EA = 500.0
EI = 3.0
rhoA = 1.2
[node]
root = [0, 0]
mid = [0.5, 0]
tip = [1, 0.1]
[[beam]]
name = "inner"
nodes = ["root", "mid"]
section = "s"
elements = 3
kelvin_voigt = 1e-4
[[beam]]
name = "outer"
nodes = ["mid", "tip"]
section = "s"
elements = 3
kelvin_voigt = 1e-4
[[fix]]
nodes = ["root"]
[[mass]]
name = "m"
node = "tip"
mass = 0.3
[[force]]
name = "F"
node = "tip"
direction = "y"
[[force]]
name = "G"
node = "mid"
direction = "y"
[[output]]
name = "tip_y"
node = "tip"
direction = "y"
[[output]]
name = "mid_y"
node = "mid"
direction = "y"
[reduce.cb]
method = "craig-bampton"
interfaces = ["tip", "mid"]
modes = 3
[analysis.modes]
count = 4
[analysis.frf]
inputs = ["F", "G"]
outputs = ["tip_y", "mid_y"]
range = [1, 60]
points = 40
[analysis.simulate]
end = 0.4
points = 41
"#;

//! Running the program as a process.
#![allow(dead_code, clippy::unwrap_used, reason = "each test binary uses a part of it")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `lissom` in a folder. Models of tests lie elsewhere than the matrices of the repository, which they may read.
pub fn lissom_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom"))
        .arg("--allow-path")
        .arg(root())
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// Runs `lissom` in the repository.
pub fn lissom(arguments: &[&str]) -> Output {
    lissom_in(&root(), arguments)
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The one JSON object on standard output.
pub fn json(output: &Output) -> Value {
    let text = stdout(output);
    assert_eq!(text.trim_end().lines().count(), 1, "exactly one object: {text}{}", stderr(output));
    serde_json::from_str(&text).unwrap()
}

/// The numbers of a JSON list.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value}")).iter().map(|v| v.as_f64().unwrap()).collect()
}

/// A folder of its own for a test, removed afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lissom-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

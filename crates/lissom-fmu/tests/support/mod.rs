//! The library inside units, and the Python of the clients.
#![allow(dead_code, reason = "each test file uses a part")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The library as cargo builds it for the tests of this package.
pub fn runtime() -> Vec<u8> {
    let own = std::env::current_exe().unwrap();
    let folders = [own.parent().unwrap(), own.parent().unwrap().parent().unwrap()];
    let names = ["liblissom_fmu.so", "liblissom_fmu.dylib", "lissom_fmu.dll"];
    let all = folders.iter().flat_map(|folder| names.map(|name| folder.join(name)));
    let path =
        all.into_iter().find(|path| path.is_file()).expect("cargo builds the library before its tests");
    std::fs::read(path).unwrap()
}

pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("units");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What a program of `tests/clients` answers to a job: the last line that it prints. `None` where a Python with FMPy is neither promised
/// by `LISSOM_PYTHON` nor there.
pub fn asked(program: &str, job: &Value) -> Option<Value> {
    let promised = std::env::var_os("LISSOM_PYTHON");
    let python = promised.clone().unwrap_or_else(|| "python3".into());
    let has = Command::new(&python)
        .args(["-c", "import fmpy, numpy, scipy"])
        .output()
        .is_ok_and(|o| o.status.success());
    if promised.is_none() && !has {
        return None;
    }
    assert!(has, "{} was promised to have FMPy", python.to_string_lossy());
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(program);
    let file = folder().join(format!("{}.{:?}.json", std::process::id(), std::thread::current().id()));
    std::fs::write(&file, job.to_string()).unwrap();
    let output = Command::new(&python).arg(program).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let _ = std::fs::remove_file(file);
    Some(serde_json::from_str(said.lines().last().unwrap()).unwrap())
}

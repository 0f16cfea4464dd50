//! Exported code compiles without a warning and agrees with the program that wrote it.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::process::Command;
use support::{FRAME, export, of, session, write};

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&said));
}

fn compiled_c(compiler: &str, folder: &Path) {
    let program = folder.join(format!("test_{compiler}"));
    let flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wconversion", "-o"];
    run(Command::new(compiler)
        .args(flags)
        .arg(&program)
        .args([folder.join("sample.c"), folder.join("sample_test.c")])
        .arg("-lm"));
    run(&mut Command::new(&program));
}

#[test]
fn c_compiles_and_agrees() {
    let own = session(FRAME);
    for model in ["full", "cb"] {
        let folder = write(&format!("c_{model}"), &export("c", &own, &of(model)).unwrap());
        for compiler in ["gcc", "clang"].into_iter().filter(|compiler| has(compiler)) {
            compiled_c(compiler, &folder);
        }
        if has("make") && has("cc") {
            run(Command::new("make").args(["-f", "sample.mk", "test"]).current_dir(&folder));
        }
    }
}

/// A number that was altered is noticed by the test that comes with the code.
#[test]
fn altered_c_does_not_agree() {
    if !has("gcc") {
        return;
    }
    let mut files = export("c", &session(FRAME), &of("cb")).unwrap();
    let source = String::from_utf8(files[0].bytes.clone()).unwrap();
    files[0].bytes = source.replace("double sum = 0.0", "double sum = 1e-3").into_bytes();
    let folder = write("c_altered", &files);
    let program = folder.join("test");
    run(Command::new("gcc")
        .arg("-o")
        .arg(&program)
        .args([folder.join("sample.c"), folder.join("sample_test.c")])
        .arg("-lm"));
    assert!(!Command::new(&program).output().unwrap().status.success());
}

#[test]
fn rust_compiles_and_agrees() {
    let folder = write("rust", &export("rust", &session(FRAME), &of("cb")).unwrap());
    let program = folder.join("test");
    run(Command::new("rustc")
        .args(["--test", "--edition", "2021", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(folder.join("sample.rs")));
    run(&mut Command::new(&program));
}

#[test]
fn modelica_has_all_numbers() {
    let files = export("modelica", &session(FRAME), &of("cb")).unwrap();
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    assert!(text.starts_with("model sample ") && text.ends_with("end sample;\n"));
    assert!(text.contains("parameter Real A[18, 18]") && text.contains("parameter Real D[2, 2]"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

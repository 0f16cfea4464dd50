//! Model files that are nearly right: the program answers or refuses, and does nothing else.
//!
//! A short run with a fixed seed is part of the tests; `bash tools/mutate SECONDS SEED` goes on for longer with any seed.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod mutation;

use mutation::{Dice, Finding, Trial};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Cases of the short run.
const CASES: usize = 150;

/// A folder of its own, removed afterwards.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn mutated_models_are_answered_or_refused() {
    let folder = Folder(std::env::temp_dir().join(format!("lissom-mutations-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let long = std::env::var("MUTATE_SECONDS").ok().map(|text| text.parse().expect("a number of seconds"));
    let seed = std::env::var("MUTATE_SEED").unwrap_or_else(|_| "1".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut trial = Trial::new(&root.join("examples"), &folder.0);
    let start = Instant::now();
    let goes_on = |cases: usize| match long {
        Some(seconds) => start.elapsed() < Duration::from_secs(seconds),
        None => cases < CASES,
    };
    let mut findings: Vec<Finding> = Vec::new();
    let mut cases = 0;
    while goes_on(cases) && findings.len() < 20 {
        findings.extend(trial.once(&mut Dice::of(&format!("{seed}/{cases}"))));
        cases += 1;
    }
    let said: Vec<String> = findings
        .iter()
        .map(|f| format!("{:?} of `lissom {}`: {}\n{}\n----", f.verdict, f.command, f.said, f.model))
        .collect();
    let counts = format!("{cases} cases, seed {seed}, {} s: {:?}", start.elapsed().as_secs(), trial.counts);
    // The command shows its counts; a test says nothing when all is well.
    if long.is_some() {
        std::fs::write(
            root.join("target/mutations.txt"),
            format!("{counts}\n{}\n{}\n", trial.bases(), said.join("\n")),
        )
        .unwrap();
    }
    assert!(findings.is_empty(), "{counts}\n{}", said.join("\n"));
}

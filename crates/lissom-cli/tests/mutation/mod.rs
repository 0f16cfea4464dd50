//! Mutated model files, run through the program, and what must never come out.
#![allow(clippy::unwrap_used)]

mod dice;
mod mutate;
mod verdict;

pub use dice::Dice;
use mutate::mutated;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
pub use verdict::{Known, Run, Verdict};

/// Processor time of one run \[s\].
const SECONDS: u32 = 20;

/// Memory of one run \[kB\].
const KILOBYTES: u64 = 3 << 20;

/// Verbs of a right model that take longer are left out \[s\].
const SLOWEST: f64 = 1.5;

/// What may be asked of a model.
const VERBS: &[&[&str]] = &[
    &["modes"],
    &["modes", "--exact"],
    &["modes", "--at", "rest"],
    &["states"],
    &["simulate"],
    &["reduce"],
    &["frf"],
    &["bond"],
    &["derive"],
    &["campbell"],
    &["cycle"],
    &["compare", "--exact"],
    &["plot"],
];

/// A right model file and the questions that it answers quickly.
struct Base {
    name: String,
    text: String,
    folder: PathBuf,
    verbs: Vec<&'static [&'static str]>,
}

/// Right model files, and a folder to change them in.
pub struct Trial {
    bases: Vec<Base>,
    folder: PathBuf,
    known: Known,
    /// How many runs ended how.
    pub counts: BTreeMap<Verdict, usize>,
}

/// A run that must not be.
pub struct Finding {
    /// What was wrong.
    pub verdict: Verdict,
    /// The command.
    pub command: String,
    /// The smallest model file that does it.
    pub model: String,
    /// What was printed.
    pub said: String,
}

impl Trial {
    /// Gets ready: finds out what every example can be asked.
    pub fn new(examples: &Path, folder: &Path) -> Self {
        let mut trial = Self {
            bases: Vec::new(),
            folder: folder.to_owned(),
            known: Known::default(),
            counts: BTreeMap::new(),
        };
        let mut names: Vec<PathBuf> =
            std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        for path in names.into_iter().filter(|path| path.join("model.toml").is_file()) {
            let text = quicker(&std::fs::read_to_string(path.join("model.toml")).unwrap());
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let mut base = Base { name, text, folder: path.canonicalize().unwrap(), verbs: Vec::new() };
            trial.prepare(&base.folder, &base.text);
            for verb in VERBS {
                let start = Instant::now();
                let run = trial.run(verb);
                if run.code == Some(0) && start.elapsed().as_secs_f64() < SLOWEST {
                    trial.known.learn(verb[0], &run);
                    base.verbs.push(verb);
                }
            }
            trial.known.learn("check", &trial.run(&["check"]));
            trial.bases.push(base);
        }
        trial
    }

    /// One changed model: `check`, and a question if that accepts it.
    pub fn once(&mut self, dice: &mut Dice) -> Option<Finding> {
        let others: Vec<String> = self.bases.iter().map(|base| base.text.clone()).collect();
        let chosen = dice.below(self.bases.len());
        let text = mutated(&self.bases[chosen].text, &others, dice);
        let own = self.bases[chosen].verbs.clone();
        let verbs = if own.is_empty() || dice.below(8) == 0 { VERBS } else { own.as_slice() };
        let verb = *dice.pick(verbs);
        let folder = self.bases[chosen].folder.clone();
        self.prepare(&folder, &text);
        let checked = self.judge(&["check"], &text, &folder);
        if checked.as_ref().is_ok_and(|verdict| *verdict == Verdict::Answered) {
            return self.judge(verb, &text, &folder).err();
        }
        checked.err()
    }

    /// The names of the bases and how many questions each answers.
    pub fn bases(&self) -> String {
        let all: Vec<String> =
            self.bases.iter().map(|base| format!("{} {}", base.name, base.verbs.len())).collect();
        all.join(", ")
    }

    fn judge(&mut self, verb: &[&str], text: &str, folder: &Path) -> Result<Verdict, Finding> {
        let run = self.run(verb);
        let verdict = self.known.verdict(verb[0], &run);
        *self.counts.entry(verdict).or_default() += 1;
        if !verdict.is_failure() {
            return Ok(verdict);
        }
        let model = if verdict == Verdict::Hang {
            text.to_owned()
        } else {
            self.smallest(verb, verdict, text, folder)
        };
        Err(Finding { verdict, command: verb.join(" "), model, said: run.said() })
    }

    /// Leaves out lines as long as the verdict stays.
    fn smallest(&self, verb: &[&str], verdict: Verdict, text: &str, folder: &Path) -> String {
        let mut lines: Vec<&str> = text.split('\n').collect();
        let mut size = lines.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(at..(at + size).min(lines.len()));
                self.prepare(folder, &fewer.join("\n"));
                if self.known.verdict(verb[0], &self.run(verb)) == verdict {
                    lines = fewer
                } else {
                    at += size
                }
            }
            size /= 2;
        }
        lines.join("\n")
    }

    /// The model file in the folder of the trial, and the data of its example beside it.
    fn prepare(&self, example: &Path, text: &str) {
        std::fs::write(self.folder.join("model.toml"), text).unwrap();
        let link = self.folder.join("data");
        let _ = std::fs::remove_file(&link);
        #[cfg(unix)]
        std::os::unix::fs::symlink(example.join("data"), link).unwrap();
    }

    fn run(&self, verb: &[&str]) -> Run {
        let limits = format!("ulimit -t {SECONDS} -v {KILOBYTES} -c 0; exec \"$@\"");
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let output = Command::new("bash")
            .args([
                "-c",
                &limits,
                "lissom",
                env!("CARGO_BIN_EXE_lissom"),
                verb[0],
                "model.toml",
                "--json",
                "--threads",
                "1",
            ])
            .args(&verb[1..])
            .arg("--allow-path")
            .arg(examples)
            .current_dir(&self.folder)
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap();
        Run::of(&output)
    }
}

/// The same model with shorter questions.
fn quicker(text: &str) -> String {
    let shorter = |line: &str| -> String {
        match line.split_once('=').map(|(key, _)| key.trim()) {
            Some("steps") => "steps = 40".to_owned(),
            Some("end") => "end = 0.02".to_owned(),
            Some("points") => "points = 5".to_owned(),
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(shorter).collect::<Vec<_>>().join("\n")
}

//! How a run of the program ended, and whether that may be.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Exit 0 and a sound answer.
    Answered,
    /// Exit 1 or 2 with a message.
    Refused,
    /// The program contradicted itself.
    Panic,
    /// A signal ended it.
    Crash,
    /// It used up its time.
    Hang,
    /// It used up its memory.
    Memory,
    /// NaN or infinity in an answer.
    NotFinite,
    /// Null in place of a number.
    Null,
    /// Standard output is not one JSON object.
    BadJson,
    /// A failure without a word.
    Silent,
    /// An exit code that is not documented.
    OddExit,
}

impl Verdict {
    /// Whether it must never be.
    pub fn is_failure(self) -> bool {
        !matches!(self, Self::Answered | Self::Refused)
    }
}

/// One run.
pub struct Run {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    signal: Option<i32>,
    out: Vec<u8>,
    err: String,
}

impl Run {
    /// What a process left behind.
    pub fn of(output: &Output) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
        #[cfg(not(unix))]
        let signal = None;
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Self { code: output.status.code(), signal, out: output.stdout.clone(), err }
    }

    /// The beginning of what was printed.
    pub fn said(&self) -> String {
        let all = format!(
            "exit {:?}, signal {:?}\n{}{}",
            self.code,
            self.signal,
            self.err,
            String::from_utf8_lossy(&self.out)
        );
        all.chars().take(1500).collect()
    }
}

/// Where answers to right models hold numbers, and where null, by verb.
#[derive(Default)]
pub struct Known {
    numbers: BTreeMap<String, BTreeSet<String>>,
    nulls: BTreeMap<String, BTreeSet<String>>,
}

impl Known {
    /// Remembers a right answer.
    pub fn learn(&mut self, verb: &str, run: &Run) {
        let Ok(answer) = serde_json::from_slice::<Value>(&run.out) else { return };
        places(&answer, "", &|value| value.is_number(), self.numbers.entry(verb.to_owned()).or_default());
        places(&answer, "", &Value::is_null, self.nulls.entry(verb.to_owned()).or_default());
    }

    /// What a run of a changed model is worth.
    pub fn verdict(&self, verb: &str, run: &Run) -> Verdict {
        const TIME: [i32; 2] = [9, 24];
        match (run.code, run.signal) {
            (Some(101), _) => Verdict::Panic,
            _ if run.err.contains("panicked at") => Verdict::Panic,
            _ if run.err.contains("memory allocation of") => Verdict::Memory,
            (None, Some(signal)) if TIME.contains(&signal) => Verdict::Hang,
            (None, _) => Verdict::Crash,
            (Some(code), _) if !(0..=2).contains(&code) => Verdict::OddExit,
            (Some(code), _) => self.answer(verb, run, code),
        }
    }

    fn answer(&self, verb: &str, run: &Run, code: i32) -> Verdict {
        if code != 0 && run.err.trim().is_empty() && run.out.trim_ascii().is_empty() {
            return Verdict::Silent;
        }
        let Ok(answer) = serde_json::from_slice::<Value>(&run.out) else { return Verdict::BadJson };
        if !answer.is_object() {
            return Verdict::BadJson;
        }
        if code != 0 {
            return Verdict::Refused;
        }
        let text = String::from_utf8_lossy(&run.out);
        if ["\"NaN\"", "\"inf\"", "\"-inf\"", ":NaN", ":inf"].iter().any(|word| text.contains(word)) {
            return Verdict::NotFinite;
        }
        let mut nulls = BTreeSet::new();
        places(&answer, "", &Value::is_null, &mut nulls);
        let empty = BTreeSet::new();
        let (numbers, allowed) =
            (self.numbers.get(verb).unwrap_or(&empty), self.nulls.get(verb).unwrap_or(&empty));
        let wrong =
            |place: &&String| place.contains("[]") && numbers.contains(*place) && !allowed.contains(*place);
        if verb != "compare" && nulls.iter().any(|place| wrong(&place)) {
            Verdict::Null
        } else {
            Verdict::Answered
        }
    }
}

/// Where in an answer some values are: `.modes[].hz`.
fn places(value: &Value, at: &str, wanted: &dyn Fn(&Value) -> bool, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, inner)| places(inner, &format!("{at}.{key}"), wanted, found))
        }
        Value::Array(list) => list.iter().for_each(|inner| places(inner, &format!("{at}[]"), wanted, found)),
        value if wanted(value) => drop(found.insert(at.to_owned())),
        _ => {}
    }
}

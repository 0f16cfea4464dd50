//! The rows of a study: each is a command of its own, several at a time.

use crate::arguments::SweepFlags;
use crate::console::Console;
use crate::study_journal::StudyJournal;
use crate::terminal::{Bar, Terminal};
use lissom::studies::{Column, Row};
use lissom::{Failure, Progress};
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is asked at each point.
pub struct Asked<'a> {
    /// The flags of the study.
    pub flags: &'a SweepFlags,
    /// Names of the parameters.
    pub parameters: &'a [String],
    /// All points.
    pub points: &'a [Vec<f64>],
    /// What is kept.
    pub columns: &'a [Column],
    /// The model file as it was at the beginning.
    pub model: Vec<u8>,
    /// The terminal of the study.
    pub terminal: &'a Terminal,
}

/// The same without what only one thread may use.
struct Shared<'a> {
    flags: &'a SweepFlags,
    parameters: &'a [String],
    points: &'a [Vec<f64>],
    columns: &'a [Column],
    model: Arc<Vec<u8>>,
    console: Arc<dyn Console>,
    allowed: Vec<String>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the pending rows on the threads of the study; each finished row goes to the journal at once.
///
/// # Errors
/// When the journal cannot be written.
pub fn finish(
    asked: &Asked<'_>,
    pending: &[usize],
    journal: &StudyJournal,
    progress: &Bar,
) -> Result<Vec<Row>, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = asked.flags.common.threads.map_or_else(cores, usize::from).min(pending.len().max(1));
    let shared = Shared {
        flags: asked.flags,
        parameters: asked.parameters,
        points: asked.points,
        columns: asked.columns,
        model: Arc::new(asked.model.clone()),
        console: asked.terminal.shared_console(),
        allowed: asked
            .terminal
            .workspace
            .allowed()
            .iter()
            .map(|p| p.to_string_lossy().into_owned())
            .collect(),
    };
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Ok(Vec::new())));
    let work = || {
        while let Some(row) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = shared.row(*row);
            let kept = journal.append(&row);
            let mut done = locked(&done);
            match (&mut *done, kept) {
                (Ok(rows), Ok(())) => rows.push(row),
                (_, Err(failure)) => *done = Err(failure),
                (Err(_), Ok(())) => {}
            }
            let Ok(rows) = &*done else { return };
            progress.advance(rows.len() as u64);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        work();
        workers.into_iter().for_each(|worker| {
            // A panic, or the end that another program wished for, belongs to the whole study.
            worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
        });
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    fn row(&self, index: usize) -> Row {
        let console = Arc::new(RowConsole {
            outer: Arc::clone(&self.console),
            path: self.flags.common.model.clone(),
            model: Arc::clone(&self.model),
            messages: Mutex::default(),
            object: Mutex::default(),
        });
        let outer: Arc<dyn Console> = Arc::clone(&console) as Arc<dyn Console>;
        let words = self.words(index);
        let asked = panic::catch_unwind(AssertUnwindSafe(|| crate::ask(&words, &outer)));
        let code = match asked {
            Ok(code) => code,
            Err(payload) => match message(&*payload) {
                Some(reason) => return failed(index, "internal", &reason),
                None => panic::resume_unwind(payload),
            },
        };
        let object = locked(&console.object).take();
        match object {
            Some(answer) if answer.get("error").is_none() => self.kept(index, &answer),
            Some(answer) => {
                let reason = answer["error"].as_str().unwrap_or_default().to_owned();
                failed(index, if code == 2 { "model" } else { "analysis" }, &reason)
            }
            None => failed(index, "analysis", locked(&console.messages).trim()),
        }
    }

    fn kept(&self, index: usize, answer: &Value) -> Row {
        let mut values = Vec::new();
        for column in self.columns {
            match column.numbers(answer) {
                Ok(found) => values.extend(found),
                Err(error) => return failed(index, "answer", &error.to_string()),
            }
        }
        Row { index, values, failure: None }
    }

    fn words(&self, index: usize) -> Vec<OsString> {
        let flags = &self.flags.common;
        let mut words = vec!["lissom".to_owned(), self.flags.verb.clone(), "--threads=1".to_owned()];
        let given = flags.set.iter().filter(|(key, _)| !self.parameters.contains(key));
        words.extend(given.map(|(key, value)| format!("--set={key}={value}")));
        // The shortest text that gives the same number again.
        let point = self.parameters.iter().zip(&self.points[index]);
        words.extend(point.map(|(name, value)| format!("--set={name}={value:?}")));
        words.extend(self.allowed.iter().map(|folder| format!("--allow-path={folder}")));
        words.extend(flags.memory.map(|memory| format!("--memory={memory}")));
        words.extend(flags.solver.as_ref().map(|solver| format!("--solver={solver}")));
        words.extend(self.flags.options.iter().cloned());
        words.push(flags.model.clone());
        words.into_iter().map(OsString::from).collect()
    }
}

fn failed(index: usize, kind: &str, reason: &str) -> Row {
    Row { index, values: Vec::new(), failure: Some((kind.to_owned(), reason.to_owned())) }
}

/// What a panic said; `None` of an end that another program wished for.
fn message(payload: &(dyn std::any::Any + Send)) -> Option<String> {
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
}

/// The surroundings of one row.
struct RowConsole {
    outer: Arc<dyn Console>,
    path: String,
    model: Arc<Vec<u8>>,
    messages: Mutex<String>,
    object: Mutex<Option<Value>>,
}

impl Console for RowConsole {
    fn output(&self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    fn message(&self, text: &str) {
        locked(&self.messages).push_str(text);
    }

    fn takes_objects(&self) -> bool {
        true
    }

    fn object(&self, answer: Value) {
        *locked(&self.object) = Some(answer);
    }

    fn progress(&self) -> Option<Arc<dyn Progress + Send>> {
        Some(Arc::new(RowProgress(self.outer.progress())))
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        match path == self.path {
            true => Some(self.model.to_vec()),
            false => self.outer.file(path),
        }
    }
}

/// A row reports nothing of its own, but ends when the whole study is to end.
struct RowProgress(Option<Arc<dyn Progress + Send>>);

impl RowProgress {
    fn pulse(&self) {
        if let Some(outer) = &self.0 {
            outer.expect(0, 0.0, "");
        }
    }
}

impl Progress for RowProgress {
    fn stage(&self, _name: &str, _total: Option<u64>) {
        self.pulse();
    }

    fn advance(&self, _done: u64) {
        self.pulse();
    }
}

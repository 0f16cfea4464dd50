//! What surrounds a question from Python: files in memory, sessions that are kept, progress and interruption.

use lissom::{Failure, NamedArray, Progress, Session};
use lissom_cli::Console;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sessions that an engine keeps: a model, and one to compare it with, each with and without other resources.
const MOST_SESSIONS: usize = 4;

/// What a lock guards; a panic elsewhere leaves these values whole, because each is replaced at once.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Files that exist in memory only, by path.
pub type MemoryFiles = BTreeMap<String, Arc<Vec<u8>>>;

/// Sessions by key, the latest last. Threads do not survive a fork, so a forked process begins anew.
#[derive(Default)]
pub struct Sessions {
    process: u32,
    kept: Vec<(String, Arc<Session>)>,
}

impl Sessions {
    /// The session of a key, if it was kept by this process.
    pub fn find(&mut self, key: &str) -> Option<Arc<Session>> {
        let process = std::process::id();
        if self.process != process {
            // Ending the threads of another process would wait for threads that do not exist here.
            std::mem::take(&mut self.kept).into_iter().for_each(std::mem::forget);
            self.process = process;
        }
        self.kept.iter().find(|(known, _)| known == key).map(|(_, session)| Arc::clone(session))
    }

    fn keep(&mut self, key: &str, session: &Arc<Session>) {
        if self.kept.len() >= MOST_SESSIONS {
            self.kept.remove(0);
        }
        self.kept.push((key.to_owned(), Arc::clone(session)));
    }

    /// Forgets all sessions.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

/// How far a computation is: its stage, the steps done and their total where it is known.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Name of the stage.
    pub stage: String,
    /// Steps done.
    pub done: u64,
    /// Number of steps, where it is known.
    pub total: Option<u64>,
}

/// What ends a computation whose answer is no longer wanted.
pub struct Cancelled;

/// The listener of a computation: it notes the position, and ends the computation when that is wanted.
#[derive(Default)]
pub struct Watch {
    position: Mutex<Position>,
    is_cancelled: AtomicBool,
}

impl Watch {
    /// Ends the computation at its next report.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// How far the computation is.
    pub fn position(&self) -> Position {
        locked(&self.position).clone()
    }

    fn go_on(&self) {
        if self.is_cancelled.load(Ordering::Relaxed) {
            // Unwinds to the beginning of the question, silently: this is no error.
            panic::resume_unwind(Box::new(Cancelled));
        }
    }
}

impl Progress for Watch {
    fn stage(&self, name: &str, total: Option<u64>) {
        self.go_on();
        *locked(&self.position) = Position { stage: name.to_owned(), done: 0, total };
    }

    fn advance(&self, done: u64) {
        self.go_on();
        locked(&self.position).done = done;
    }

    fn expect(&self, done: u64, whole: f64, _unit: &str) {
        self.go_on();
        // Rows of a study only ask whether to go on.
        if whole > 0.0 {
            let mut position = locked(&self.position);
            (position.done, position.total) = (done, Some(whole as u64));
        }
    }
}

/// What a question returned.
#[derive(Default)]
pub struct Returned {
    /// Text of the answer.
    pub text: String,
    /// Errors, warnings and notes.
    pub messages: String,
    /// The object that `--json` prints.
    pub object: Option<Value>,
    /// Large arrays.
    pub arrays: Vec<NamedArray>,
}

/// The surroundings of one question.
pub struct Host {
    /// Files in memory.
    pub files: MemoryFiles,
    /// Sessions of the engine.
    pub sessions: Arc<Mutex<Sessions>>,
    /// Progress and interruption.
    pub watch: Arc<Watch>,
    /// What has been returned so far.
    pub returned: Mutex<Returned>,
}

impl Console for Host {
    fn output(&self, text: &str) -> io::Result<()> {
        locked(&self.returned).text.push_str(text);
        Ok(())
    }

    fn message(&self, text: &str) {
        locked(&self.returned).messages.push_str(text);
    }

    fn takes_objects(&self) -> bool {
        true
    }

    fn object(&self, answer: Value) {
        locked(&self.returned).object = Some(answer);
    }

    fn arrays(&self, arrays: Vec<NamedArray>) {
        locked(&self.returned).arrays.extend(arrays);
    }

    fn progress(&self) -> Option<Arc<dyn Progress + Send>> {
        Some(Arc::clone(&self.watch) as Arc<dyn Progress + Send>)
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        self.files.get(path).map(|bytes| bytes.to_vec())
    }

    fn session(
        &self,
        key: &str,
        open: &dyn Fn() -> Result<Session, Failure>,
    ) -> Result<Arc<Session>, Failure> {
        if let Some(session) = locked(&self.sessions).find(key) {
            return Ok(session);
        }
        // Not under the lock: other questions need not wait while a file is read.
        let session = Arc::new(open()?);
        locked(&self.sessions).keep(key, &session);
        Ok(session)
    }
}

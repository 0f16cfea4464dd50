//! Where answers, messages and progress go: the streams of this process, or a program that asks the same questions.

use lissom::{Failure, NamedArray, Progress, Session};
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

/// The surroundings of a command. What is not overridden behaves as the program on its own does.
pub trait Console: Send + Sync {
    /// Takes text of the answer.
    ///
    /// # Errors
    /// Why it could not be written.
    fn output(&self, text: &str) -> io::Result<()>;

    /// Takes errors, warnings and notes.
    fn message(&self, text: &str);

    /// Whether messages appear on a terminal, which shows colours and progress bars.
    fn is_terminal(&self) -> bool {
        false
    }

    /// Whether answers are wanted as objects and arrays in addition to their text.
    fn takes_objects(&self) -> bool {
        false
    }

    /// Takes the object that `--json` prints.
    fn object(&self, _answer: Value) {}

    /// Takes the large arrays of an answer.
    fn arrays(&self, _arrays: Vec<NamedArray>) {}

    /// The listener of long computations; `None`: a bar on the terminal.
    fn progress(&self) -> Option<Arc<dyn Progress + Send>> {
        None
    }

    /// The content of a file that exists in memory only.
    fn file(&self, _path: &str) -> Option<Vec<u8>> {
        None
    }

    /// The session of a model. `key` names the model file with everything that decides about its answers: two questions
    /// with one key may share a session.
    ///
    /// # Errors
    /// Those of `open`.
    fn session(
        &self,
        _key: &str,
        open: &dyn Fn() -> Result<Session, Failure>,
    ) -> Result<Arc<Session>, Failure> {
        open().map(Arc::new)
    }
}

/// Standard output and standard error of this process.
pub struct Streams;

impl Console for Streams {
    fn output(&self, text: &str) -> io::Result<()> {
        let mut stream = io::stdout();
        stream.write_all(text.as_bytes())?;
        stream.flush()
    }

    fn message(&self, text: &str) {
        // Nothing can be reported when standard error is broken.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn is_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }
}

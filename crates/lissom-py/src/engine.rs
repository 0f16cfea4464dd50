//! Questions: each runs outside the thread that asks, so that Python stays responsive, and ends in an answer or an exception.

use crate::array::Array;
use crate::host::{Cancelled, Host, MemoryFiles, Returned, Sessions, Watch, locked};
use crate::workers;
use lissom_cli::Console;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use serde_json::Value;
use std::any::Any;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

create_exception!(
    lissom._lissom,
    InternalError,
    PyRuntimeError,
    "A mistake in Lissom itself: please report it with the model. The interpreter and other models are not affected."
);

/// How often signals are looked at and progress is reported.
const PULSE: Duration = Duration::from_millis(40);

/// How long an interrupted computation may take to end before Python goes on without it.
const GRACE: Duration = Duration::from_millis(60);

/// Where the latest panic happened and what it said.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Notes panics instead of printing them: they become exceptions.
pub fn record_panics() {
    panic::set_hook(Box::new(|about| *locked(&PANIC) = about.to_string()));
}

/// Answers questions about models, and remembers what it has worked out.
#[pyclass(frozen, module = "lissom._lissom")]
pub struct Engine {
    sessions: Arc<Mutex<Sessions>>,
    files: Mutex<MemoryFiles>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new() -> Self {
        Self { sessions: Arc::default(), files: Mutex::default() }
    }

    /// Makes a file that exists in memory only. Sessions that may have read another one are forgotten.
    fn put(&self, path: String, content: Vec<u8>) {
        locked(&self.files).insert(path, Arc::new(content));
        locked(&self.sessions).clear();
    }

    /// Runs a command, with the words of the command line. `progress(stage, done, total)` is called from time to time.
    #[pyo3(signature = (words, progress=None))]
    fn ask(&self, py: Python<'_>, words: Vec<OsString>, progress: Option<Py<PyAny>>) -> PyResult<Outcome> {
        let ((code, seconds), returned) = self.run(py, progress, move |host| {
            let console: Arc<dyn Console> = Arc::clone(host) as Arc<dyn Console>;
            let start = Instant::now();
            let code = lissom_cli::ask(&words, &console);
            (code, start.elapsed().as_secs_f64())
        })?;
        Ok(Outcome { seconds, ..Outcome::new(code, returned) })
    }
}

impl Engine {
    /// Runs work in another thread, without the interpreter's lock.
    pub fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&Arc<Host>) -> T + Send + 'static,
    ) -> PyResult<(T, Returned)> {
        let watch = Arc::new(Watch::default());
        let files = locked(&self.files).clone();
        let sessions = Arc::clone(&self.sessions);
        let host = Arc::new(Host { files, sessions, watch: Arc::clone(&watch), returned: Mutex::default() });
        let (send, receive) = mpsc::channel();
        let worker_host = Arc::clone(&host);
        let worker = move || {
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&worker_host)));
            // The receiver is gone when the question was interrupted.
            let _ = send.send(result);
        };
        let begun = workers::run(Box::new(worker));
        begun.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
        let result = self.wait(py, receive, &watch, progress.as_ref())?;
        let value = result.map_err(|payload| internal_error(&*payload))?;
        let returned = std::mem::take(&mut *locked(&host.returned));
        Ok((value, returned))
    }

    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        receive: mpsc::Receiver<thread::Result<T>>,
        watch: &Watch,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<thread::Result<T>> {
        // A receiver must not be shared between threads without a lock; only this thread uses it.
        let receive = Mutex::new(receive);
        loop {
            match py.detach(|| locked(&receive).recv_timeout(PULSE)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(InternalError::new_err("a computation ended without a result"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = py.check_signals().and_then(|()| report(py, watch, progress)) {
                watch.cancel();
                // The computation may go on for a while: nothing may share its session.
                locked(&self.sessions).clear();
                let _ = py.detach(|| locked(&receive).recv_timeout(GRACE));
                return Err(error);
            }
        }
    }
}

/// Calls the listener: at every pulse, so that it can also end the work by an exception.
fn report(py: Python<'_>, watch: &Watch, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    let Some(listener) = progress else { return Ok(()) };
    let now = watch.position();
    listener.call1(py, (now.stage, now.done, now.total)).map(drop)
}

fn internal_error(payload: &(dyn Any + Send)) -> PyErr {
    if payload.is::<Cancelled>() {
        return InternalError::new_err("a computation was cancelled without an interruption");
    }
    let about = locked(&PANIC).clone();
    InternalError::new_err(format!(
        "{about}\nThis is a mistake in Lissom {}, not in your model: please report it with the model.",
        lissom::VERSION
    ))
}

/// What a command returned.
#[pyclass(frozen, module = "lissom._lissom")]
pub struct Outcome {
    /// Exit code of the command.
    #[pyo3(get)]
    code: u8,
    /// Text of the answer.
    #[pyo3(get)]
    text: String,
    /// Errors, warnings and notes.
    #[pyo3(get)]
    messages: String,
    /// What the command took without Python \[s\].
    #[pyo3(get)]
    seconds: f64,
    object: Option<Value>,
    /// Large arrays by name.
    #[pyo3(get)]
    arrays: Vec<(String, Py<Array>)>,
}

#[pymethods]
impl Outcome {
    /// The object that `--json` prints, written when it is asked for.
    #[getter]
    fn json(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.object.as_ref().map(Value::to_string))
    }

    /// Whether there is such an object.
    #[getter]
    fn has_json(&self) -> bool {
        self.object.is_some()
    }
}

impl Outcome {
    pub fn new(code: u8, returned: Returned) -> Self {
        let Returned { text, messages, object, arrays } = returned;
        let arrays = Python::attach(|py| {
            let named = arrays.into_iter().map(|array| {
                let name = array.name.clone();
                Py::new(py, Array::from(array)).map(|array| (name, array))
            });
            named.collect::<PyResult<Vec<_>>>()
        });
        Self { code, text, messages, seconds: 0.0, object, arrays: arrays.unwrap_or_default() }
    }
}

/// The program `lissom` with the words of a command line, on the streams of this process. Returns the exit code.
#[pyfunction]
pub fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    // Panics are printed as by any program.
    drop(panic::take_hook());
    py.detach(|| lissom_cli::run(words))
}

/// Panics inside a computation, for the test that this cannot end the interpreter.
#[pyfunction]
#[pyo3(name = "_fail_on_purpose")]
pub fn fail_on_purpose(py: Python<'_>) -> PyResult<()> {
    let engine = Engine::new();
    engine.run(py, None, |_| panic!("on purpose")).map(|((), _)| ())
}

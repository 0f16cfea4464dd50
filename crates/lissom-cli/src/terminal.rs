//! What the user sees: answers on standard output, everything else on standard error.

use crate::console::Console;
use crate::numbers::{digits, size};
use crate::workspace::Workspace;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lissom::{Budget, Failure, NamedArray, Progress, Style, escaped, is_hidden};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The terminal, and how talkative to be.
pub struct Terminal {
    quiet: bool,
    verbose: bool,
    console: Arc<dyn Console>,
    /// The files of this run.
    pub workspace: Workspace,
    /// Why standard output does not take what is written to it.
    broken: RefCell<Option<io::Error>>,
    /// The bar that is on the screen.
    shown: Arc<Mutex<Option<ProgressBar>>>,
}

/// Factorisations that need less memory than this are not worth a line \[B\].
const WORTH_A_LINE: usize = 200_000_000;

/// Objects larger than this are files, not lines on standard output \[B\].
const MOST_JSON: usize = 60 << 20;

impl Terminal {
    /// A terminal as the flags want it.
    pub fn new(quiet: bool, verbose: bool, workspace: Workspace, console: Arc<dyn Console>) -> Self {
        Self { quiet, verbose, console, workspace, broken: RefCell::default(), shown: Arc::default() }
    }

    /// What surrounds the command.
    pub fn console(&self) -> &dyn Console {
        &*self.console
    }

    /// What surrounds the command, for threads of its own.
    pub fn shared_console(&self) -> Arc<dyn Console> {
        Arc::clone(&self.console)
    }

    /// Whether another program wants answers as objects.
    pub fn takes_objects(&self) -> bool {
        self.console.takes_objects()
    }

    /// Hands over large arrays where they are wanted.
    pub fn arrays(&self, arrays: impl FnOnce() -> Vec<NamedArray>) {
        if self.takes_objects() {
            self.console.arrays(arrays());
        }
    }

    /// Whether to print more.
    pub fn verbose(&self) -> bool {
        self.verbose
    }

    /// The answer as the one JSON object on standard output, or handed over.
    pub fn json(&self, answer: &impl serde::Serialize) {
        let object = lissom::wire::json(answer);
        match self.takes_objects() {
            true => self.console.object(object),
            false => self.object(&format!("{object}\n")),
        }
    }

    /// Prints an object, unless it is larger than what programs read from a pipe into memory.
    fn object(&self, text: &str) {
        if text.len() <= MOST_JSON || self.workspace.keeps_stdout() {
            return self.answer(text);
        }
        let said = format!(
            "the answer has {} MB as JSON, more than {}: write it to a file (-o FILE), or ask for fewer points, modes or outputs",
            text.len() >> 20,
            MOST_JSON >> 20
        );
        self.broken.borrow_mut().get_or_insert(io::Error::new(io::ErrorKind::FileTooLarge, said));
    }

    /// Prints an answer: on standard error when standard output carries a file.
    pub fn answer(&self, text: &str) {
        let text = printable(text);
        let written = match self.workspace.keeps_stdout() {
            true => {
                self.console.message(&text);
                Ok(())
            }
            false => self.console.output(&text),
        };
        if let Err(error) = written {
            self.broken.borrow_mut().get_or_insert(error);
        }
    }

    /// The exit code at the end: an answer that could not be printed is a failure. A closed pipe (`| head`)
    /// has what it wanted.
    pub fn finish(&self, code: ExitCode) -> ExitCode {
        match self.broken.borrow().as_ref() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.report(&format!("error: cannot write to standard output: {error}"));
                ExitCode::from(1)
            }
            _ => code,
        }
    }

    /// Prints a note in addition to the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.report(text);
        }
    }

    /// Prints an error or warning even when quiet.
    pub fn report(&self, text: &str) {
        self.diagnostics(&printable(text));
    }

    /// Shows diagnostics, whose colours are ours and whose names are harmless already.
    pub fn diagnostics(&self, text: &str) {
        self.console.message(&format!("{text}\n"));
    }

    /// Colours on a terminal that wants them only.
    pub fn style(&self) -> Style {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        if wanted && self.console.is_terminal() { Style::Colour } else { Style::Plain }
    }

    /// Prints a failure and returns its exit code.
    pub fn failure(&self, failure: &Failure) -> ExitCode {
        self.report(&format!("error: {failure}"));
        ExitCode::from(failure.exit_code())
    }

    /// A progress bar on a terminal, none when piped or quiet.
    pub fn progress(&self) -> Bar {
        let other = self.console.progress();
        let shown = !self.quiet && other.is_none() && self.console.is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(mut place) = self.shown.lock() {
            *place = Some(bar.clone());
        }
        let bar = Bar {
            bar: Mutex::new(bar),
            other,
            console: Arc::clone(&self.console),
            quiet: self.quiet,
            announced: Mutex::new(0.0),
            begun: Instant::now(),
        };
        bar.stage("reading the model", None);
        bar
    }

    /// Announces the cost of a large factorisation, once for each size; when verbose, also of small ones.
    pub fn budgets(&self) -> impl Fn(&Budget) + Send + Sync + 'static {
        let least = if self.verbose { 0 } else { WORTH_A_LINE };
        let (quiet, shown, announced) = (self.quiet, Arc::clone(&self.shown), Mutex::new(None));
        let console = Arc::clone(&self.console);
        move |budget| {
            let repeated = announced.lock().map(|mut announced| announced.replace(*budget) == Some(*budget));
            if quiet || budget.bytes < least || repeated.unwrap_or(true) {
                return;
            }
            let line = budget_line(budget);
            let say = || console.message(&line);
            match shown.lock().ok().as_deref() {
                Some(Some(bar)) => bar.suspend(say),
                _ => say(),
            }
        }
    }
}

/// A text without terminal control characters: names may come from untrusted files. In JSON its meaning is
/// unchanged.
pub fn printable(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let pieces = text.chars().map(|c| if hidden(c) { escaped(c) } else { c.to_string() });
    Cow::Owned(pieces.collect())
}

fn budget_line(budget: &Budget) -> String {
    let gigabytes = |bytes: usize| digits(bytes as f64 / 1e9, 3);
    let limit = budget.limit.map_or(String::new(), |limit| {
        let but = if budget.bytes > limit { "but only " } else { "" };
        format!(", {but}{} GB may be used (--memory)", gigabytes(limit))
    });
    let (rows, needed, operations) = (budget.rows, gigabytes(budget.bytes), size(budget.operations));
    format!("factoring {rows} rows takes {needed} GB of memory{limit}; {operations} operations\n")
}

/// A progress bar that names the stage.
pub struct Bar {
    bar: Mutex<ProgressBar>,
    /// The listener of another program, instead of the bar.
    other: Option<Arc<dyn Progress + Send>>,
    console: Arc<dyn Console>,
    quiet: bool,
    /// The last estimate that was written [s].
    announced: Mutex<f64>,
    begun: Instant,
}

/// Work that takes longer than this [s] is announced.
const LONG: f64 = 10.0;

impl Bar {
    fn with(&self, work: impl FnOnce(&ProgressBar)) {
        // A poisoned lock means another thread panicked: the panic will be reported, the bar does not matter.
        if let Ok(bar) = self.bar.lock() {
            work(&bar);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.with(ProgressBar::finish_and_clear);
    }
}

impl Progress for Bar {
    fn stage(&self, name: &str, total: Option<u64>) {
        if let Some(other) = &self.other {
            return other.stage(name, total);
        }
        let template = match total {
            Some(_) => "{spinner} {msg} [{bar:30}] {pos}/{len} ({elapsed})",
            None => "{spinner} {msg} ({elapsed})",
        };
        self.with(|bar| {
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_length(total.unwrap_or(0));
            bar.set_position(0);
            bar.set_message(printable(name).into_owned());
            bar.enable_steady_tick(Duration::from_millis(120));
        });
    }

    fn advance(&self, done: u64) {
        match &self.other {
            Some(other) => other.advance(done),
            None => self.with(|bar| bar.set_position(done)),
        }
    }

    fn expect(&self, done: u64, whole: f64, unit: &str) {
        if let Some(other) = &self.other {
            return other.expect(done, whole, unit);
        }
        let each = self.begun.elapsed().as_secs_f64() / done as f64;
        let seconds = whole * each;
        let Ok(mut announced) = self.announced.lock() else { return };
        // Once, and again when the estimate has become quite another one.
        if self.quiet || seconds < LONG || (seconds < 4.0 * *announced && seconds > 0.25 * *announced) {
            return;
        }
        *announced = seconds;
        let line = format!(
            "about {} {unit} of {} µs: {} s in all\n",
            size(whole),
            digits(1e6 * each, 2),
            digits(seconds, 2)
        );
        self.with(|bar| bar.suspend(|| self.console.message(&line)));
    }
}

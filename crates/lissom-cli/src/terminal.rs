//! What the user sees: answers on standard output, everything else on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lissom::{Failure, Progress, Style};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

/// The terminal, and how talkative to be.
pub struct Terminal {
    quiet: bool,
    verbose: bool,
}

impl Terminal {
    /// A terminal as the flags want it.
    pub fn new(quiet: bool, verbose: bool) -> Self {
        Self { quiet, verbose }
    }

    /// Whether to tell more.
    pub fn verbose(&self) -> bool {
        self.verbose
    }

    /// Prints an answer. A reader that has gone away (`| head`) is no failure.
    pub fn answer(&self, text: &str) {
        let _ = std::io::stdout().write_all(text.as_bytes());
    }

    /// Says something beside the answer.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// Says what must be said even when quiet.
    pub fn complain(&self, text: &str) {
        let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
    }

    /// Colours on a terminal that wants them only.
    pub fn style(&self) -> Style {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        if wanted && std::io::stderr().is_terminal() { Style::Colour } else { Style::Plain }
    }

    /// A failure in words, and its exit code.
    pub fn failure(&self, failure: &Failure) -> ExitCode {
        self.complain(&format!("error: {failure}"));
        ExitCode::from(failure.exit_code())
    }

    /// A progress bar on a terminal, none when piped or quiet.
    pub fn progress(&self) -> Bar {
        let shown = !self.quiet && std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = Bar { bar: Mutex::new(ProgressBar::with_draw_target(None, target)) };
        bar.stage("reading the model", None);
        bar
    }
}

/// A progress bar that names the stage.
pub struct Bar {
    bar: Mutex<ProgressBar>,
}

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
            bar.set_message(name.to_owned());
            bar.enable_steady_tick(Duration::from_millis(120));
        });
    }

    fn advance(&self, done: u64) {
        self.with(|bar| bar.set_position(done));
    }
}

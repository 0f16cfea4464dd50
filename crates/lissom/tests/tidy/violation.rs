//! A broken rule at a place, and the way to complain about all of them at once.

use std::fmt;

/// One place where a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    /// File, relative to the top of the repository.
    pub path: String,
    /// Line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl Violation {
    /// A violation at a line.
    pub fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// Fails the test with every violation and the remedy, or passes when there is none.
#[track_caller]
pub(super) fn demand_none(violations: &[Violation], remedy: &str) {
    let list: String = violations.iter().map(|violation| format!("  {violation}\n")).collect();
    assert!(violations.is_empty(), "{} violation(s):\n{list}What to do: {remedy}", violations.len());
}

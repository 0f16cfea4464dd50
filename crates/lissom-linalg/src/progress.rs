//! Progress reports of long computations.

/// A listener for the stages of a long computation.
///
/// The crate never prints; the caller (command line, notebook, server) implements this trait.
pub trait Progress: Sync {
    /// A new stage begins; `total` is the number of steps where it is known beforehand.
    fn stage(&self, name: &str, total: Option<u64>);

    /// `done` steps of the current stage are finished.
    fn advance(&self, done: u64);

    /// The work done in the current stage, and the total expected at this rate, in `unit`s.
    fn expect(&self, _done: u64, _whole: f64, _unit: &str) {}
}

/// The listener that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn stage(&self, _name: &str, _total: Option<u64>) {}

    fn advance(&self, _done: u64) {}
}

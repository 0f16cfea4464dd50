//! How a long computation tells its caller where it is.

/// A listener for the stages of a long computation.
///
/// The crate never prints; a door (command line, notebook, report server) implements this trait.
pub trait Progress: Sync {
    /// A new stage begins; `total` is the number of steps where it is known beforehand.
    fn stage(&self, name: &str, total: Option<u64>);

    /// `done` steps of the current stage are finished.
    fn advance(&self, done: u64);

    /// The work of the current stage so far, and how much the whole of it will be at this pace: so many `unit`s.
    fn expect(&self, _done: u64, _whole: f64, _unit: &str) {}
}

/// The listener that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn stage(&self, _name: &str, _total: Option<u64>) {}

    fn advance(&self, _done: u64) {}
}

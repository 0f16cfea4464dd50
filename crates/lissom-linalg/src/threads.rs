//! How many threads and how much memory a computation may use, passed explicitly: there is no global pool and no
//! environment variable.

use rayon::prelude::*;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The threads a computation may use, and the memory one factorisation may take.
///
/// Every algorithm of this crate divides its work so that each number results from the same operations in the
/// same order, so **the number of threads changes the time, never a bit of the result**.
#[derive(Clone)]
pub struct Threads {
    pool: Option<Arc<rayon::ThreadPool>>,
    memory_limit: Option<usize>,
    solver: Solver,
    listener: Option<Arc<Listener>>,
}

/// A listener for factorisations.
type Listener = dyn Fn(&Budget) + Send + Sync;

/// Cost of a factorisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Rows of the matrix [-].
    pub rows: usize,
    /// Memory \[B\].
    pub bytes: usize,
    /// Multiplications and additions, about [-].
    pub operations: f64,
    /// The memory it may take \[B\]; `None` without a limit.
    pub limit: Option<usize>,
}

/// How systems of equations with a stiffness are solved, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// By a factor if it fits into memory, otherwise by iteration.
    #[default]
    Any,
    /// By a factor only.
    Direct,
    /// By iteration.
    Iterative,
}

impl Threads {
    /// One thread: everything runs on the caller's.
    pub fn one() -> Self {
        Self { pool: None, memory_limit: None, solver: Solver::Any, listener: None }
    }

    /// A pool of `count` threads (0 is read as 1).
    ///
    /// # Errors
    /// [`ThreadsError`] if the operating system refuses the threads.
    pub fn new(count: usize) -> Result<Self, ThreadsError> {
        if count <= 1 {
            return Ok(Self::one());
        }
        rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map(|pool| Self { pool: Some(Arc::new(pool)), ..Self::one() })
            .map_err(|error| ThreadsError { count, reason: error.to_string() })
    }

    /// The same threads with a limit for the memory of one factorisation \[B\]; `None` takes it away. Larger
    /// factorisations are refused in advance, see [`crate::FactorError::TooLarge`].
    pub fn with_memory_limit(self, bytes: Option<usize>) -> Self {
        Self { memory_limit: bytes, ..self }
    }

    /// The memory one factorisation may take \[B\]; `None` without a limit.
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory_limit
    }

    /// The same threads, with a choice of solver.
    #[must_use]
    pub fn with_solver(self, solver: Solver) -> Self {
        Self { solver, ..self }
    }

    /// How systems of equations with a stiffness are solved, where there is a choice.
    pub fn solver(&self) -> Solver {
        self.solver
    }

    /// The same threads, with a listener that is notified of every factorisation in advance, including
    /// refused ones.
    #[must_use]
    pub fn with_listener(self, listener: impl Fn(&Budget) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// Notifies the listener of a factorisation.
    pub(crate) fn announce(&self, budget: &Budget) {
        if let Some(listener) = &self.listener {
            listener(budget);
        }
    }

    /// The number of threads [-].
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Runs `work` on every item, in any order and possibly at once; the items must not depend on each other.
    pub(crate) fn for_each<T: Send>(&self, items: Vec<T>, work: impl Fn(T) + Sync + Send) {
        match &self.pool {
            Some(pool) if items.len() > 1 => {
                pool.install(|| items.into_par_iter().with_max_len(1).for_each(work))
            }
            _ => items.into_iter().for_each(work),
        }
    }

    /// Maps every item; the results keep the order of the items.
    pub(crate) fn map<T: Send, R: Send>(&self, items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
        match &self.pool {
            Some(pool) if items.len() > 1 => {
                pool.install(|| items.into_par_iter().with_max_len(1).map(work).collect())
            }
            _ => items.into_iter().map(work).collect(),
        }
    }
}

impl Default for Threads {
    fn default() -> Self {
        Self::one()
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Threads({})", self.count())
    }
}

/// The operating system refused to start the threads.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("could not start {count} threads: {reason}")]
pub struct ThreadsError {
    /// The requested number of threads [-].
    pub count: usize,
    /// Error of the operating system.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_keeps_the_order_of_the_items() {
        for count in [1, 2, 4] {
            let threads = Threads::new(count).unwrap();
            assert_eq!(threads.count(), count);
            let squares = threads.map((0..100).collect(), |i: usize| i * i);
            assert!(squares.iter().enumerate().all(|(i, &s)| s == i * i));
        }
    }
}

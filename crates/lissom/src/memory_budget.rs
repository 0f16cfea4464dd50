//! What a factorisation will take, told before it is begun.

use crate::session::Session;
use lissom_linalg::{Analysis, Progress, Solver, Threads};
use std::fmt;

/// Smaller structures are factored before anybody has read a line about it [-].
const WORTH_SAYING: usize = 20_000;

/// Memory and work of one factorisation of a structure's stiffness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryBudget {
    /// Rows [-].
    pub rows: usize,
    /// Memory that a factorisation takes, about \[B\].
    pub bytes: usize,
    /// Memory that it may take \[B\]; `None` without a limit.
    pub limit: Option<usize>,
    /// Multiplications and additions, about [-].
    pub operations: f64,
}

impl MemoryBudget {
    /// Whether the factorisation may be made.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.limit.is_none_or(|limit| self.bytes <= limit)
    }
}

impl fmt::Display for MemoryBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gigabytes = |bytes: usize| bytes as f64 / 1e9;
        write!(f, "factoring {} rows takes about {:.2} GB of memory", self.rows, gigabytes(self.bytes))?;
        if let Some(limit) = self.limit {
            let but = if self.fits() { "" } else { "but only " };
            write!(f, ", {but}{:.2} GB may be used (--memory)", gigabytes(limit))?;
        }
        write!(f, "; {:.1e} operations", self.operations)
    }
}

impl Session {
    /// What a factorisation of the model's structure will take; `None` for small structures, for models that have none,
    /// and where no factorisation is wanted.
    #[must_use]
    pub fn memory_budget(&self, threads: &Threads, progress: &dyn Progress) -> Option<MemoryBudget> {
        if threads.solver() == Solver::Iterative {
            return None;
        }
        let structure = self.linear_structure().ok().filter(|structure| structure.size() >= WORTH_SAYING)?;
        progress.stage("ordering the equations", None);
        let analysis = Analysis::of(&structure.stiffness).ok()?;
        Some(MemoryBudget {
            rows: structure.size(),
            bytes: analysis.memory_bytes(),
            limit: threads.memory_limit(),
            operations: analysis.operations(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_told_with_its_limit() {
        let budget = MemoryBudget { rows: 31_488, bytes: 240_000_000, limit: None, operations: 1.25e10 };
        assert_eq!(
            budget.to_string(),
            "factoring 31488 rows takes about 0.24 GB of memory; 1.2e10 operations"
        );
        assert!(budget.fits());
        let held = MemoryBudget { limit: Some(100_000_000), ..budget };
        assert!(!held.fits() && held.to_string().contains(", but only 0.10 GB may be used (--memory)"));
    }
}

//! Dense and sparse linear algebra with certificates (documentation follows at the end of this build).
pub mod analysis;
pub mod cholesky;
pub mod complex;
pub mod dense;
pub mod eigen;
mod elimination;
pub mod factor_error;
pub mod ldlt;
mod multifrontal;
pub mod ordering;
mod panel;
pub mod progress;
mod pseudo_random;
mod row_block;
pub mod sparse;
mod sweep;
pub mod threads;

pub use analysis::Analysis;
pub use cholesky::{Cholesky, PivotRatio};
pub use complex::Complex;
pub use dense::{Dense, dot, norm};
pub use factor_error::FactorError;
pub use ldlt::{Inertia, Ldlt};
pub use ordering::{Permutation, nested_dissection};
pub use progress::{Progress, Quiet};
pub use sparse::{BadEntry, Sparse, SymmetryDefect, Triplets};
pub use threads::{Threads, ThreadsError};

//! Dense and sparse linear algebra for machines with flexible parts, with certificates.
//!
//! This is the only crate that uses the algebra library faer and the graph partitioner METIS. All others use
//! [`Dense`], [`Sparse`] and the functions below.
//! # Contents
//! | question | answer |
//! |---|---|
//! | Solve A x = b, A symmetric positive definite, sparse | [`Cholesky`] |
//! | Solve with a symmetric indefinite A; how many eigenvalues are negative? | [`Ldlt`], [`Ldlt::inertia`] |
//! | Solve a small dense system | [`Lu`] |
//! | Which motions does a stiffness not resist? | [`NullSpace`] |
//! | How does a free body deform under a force? | [`GeneralisedInverse`] |
//! | Which vibration modes exist, and is none missing? | [`modes()`] |
//! | Eigenvalues of small dense problems, also damped and gyroscopic | [`eigen`] |
//! | Lowest modes of a large gyroscopic system | [`lowest_modes`] |
//! | Roots of any quadratic pencil near a shift, known motions taken out | [`lowest_roots`], [`BandedLu`] |
//! | Where such modes lie between speeds | [`SpaceInterpolant`] |
//! | Rank, singular values, exponentials | [`PivotedQr`], [`svd()`], [`expm()`] |
//!
//! # Certified modes
//! ```
//! use lissom_linalg::{Dense, ModesOptions, Quiet, Sparse, Wanted, modes};
//! // Two unit masses joined by a spring of stiffness 8: one rigid motion, one vibration with λ = 16.
//! let k = Sparse::from_dense(&Dense::from_rows(&[&[8.0, -8.0], &[-8.0, 8.0]]));
//! let m = Sparse::identity(2);
//! let answer = modes(&k, &m, None, Wanted::Lowest(1), &ModesOptions::default(), &Quiet)?;
//! assert_eq!(answer.rigid.cols(), 1);
//! assert!((answer.eigenvalues[0] - 16.0).abs() < 1e-12);
//! assert!(answer.certificate.is_certified());
//! # Ok::<(), lissom_linalg::ModesError>(())
//! ```
//! Rigid motions are split off exactly, the lowest elastic modes come from a block Lanczos iteration, and a second
//! factorisation counts the eigenvalues below a limit just above the last mode (Sylvester's law of inertia).
//! A result is certified only if the count agrees with the modes found.
//!
//! # Folders
//! `matrix`: storage and products. `small`: dense decompositions. `factor`: sparse factorisations. `singular`: motions
//! without stiffness. `vibration`: certified modes. `quadratic`: damped and gyroscopic pencils. The head of each lists its files.
//!
//! # How a sparse factorisation runs
//! [`ordering`] merges unknowns with equal patterns and orders the small graph that is left → [`analysis`] finds
//! supernodes and cuts the elimination tree into groups of subtrees → a multifrontal method goes through the tree with one
//! stack of updates, or with several threads factors the groups side by side and then the top, tile by tile → solves sweep
//! over blocks of up to eight right-hand sides. Fronts are multiplied in `symmetric_product`.
//! # Guarantees
//! 1. **The same bits for any number of threads.** However the work is divided, each number results from the
//!    same operations in the same order, and partial sums are added in a fixed order. Random numbers have
//!    fixed seeds.
//! 2. **Units change no verdict.** What is "zero", "symmetric" or "converged" is decided in scaled coordinates.
//! 3. **No silent failure.** NaN and infinity are rejected as input; each error names its row and number; a
//!    factorisation that may be unstable carries the backward error of a trial solve.
//! 4. **Nothing is global.** Threads are passed as [`Threads`], progress goes to a [`Progress`], no clock, file or
//!    environment variable is read. (METIS uses the C library's random generator; a lock and a fixed seed
//!    make it deterministic.)
//! 5. Wrong *shapes* are a bug of the caller and panic with a sentence; wrong *numbers* are errors.

mod factor;
mod matrix;
pub mod progress;
mod pseudo_random;
mod quadratic;
mod singular;
mod small;
pub mod threads;
pub mod verdict;
mod vibration;

pub use factor::analysis::Analysis;
pub use factor::banded::{BandOrder, BandedLu};
pub use factor::cholesky::{Cholesky, PivotRatio};
pub use factor::factor_error::FactorError;
pub use factor::ldlt::{Inertia, Ldlt};
pub use factor::ordering::Permutation;
pub use factor::{analysis, cholesky, ordering};
pub use matrix::complex::Complex;
pub use matrix::dense::{Dense, dot, norm};
pub use matrix::sparse::{BadEntry, Sparse, SymmetryDefect, Triplets};
pub use matrix::{complex, dense, sparse};
pub use progress::{Progress, Quiet};
pub use quadratic::gyroscopic::{GyroscopicSystem, LowestModes, lowest_modes};
pub use quadratic::shift_invert::{FoundRoots, QuadraticPencil, Root, RootSearch, TakenOut, lowest_roots};
pub use quadratic::space_interpolant::{EnergyProduct, SpaceInterpolant};
pub use quadratic::{gyroscopic, shift_invert};
pub use singular::common_null_space::LooseMotions;
pub use singular::generalised_inverse::GeneralisedInverse;
pub use singular::null_space;
pub use singular::null_space::{Evidence, HeldSolver, NullSpace};
pub use singular::null_space_error::NullSpaceError;
pub use singular::projected_cg::{CgRecord, ProjectedCg};
pub use small::expm::expm;
pub use small::lu::{Lu, LuError};
pub use small::mass_coordinates::MassCoordinates;
pub use small::qr::PivotedQr;
pub use small::svd::{Svd, SvdError, svd};
pub use small::{eigen, expm, qr, svd};
pub use threads::{Budget, Solver, Threads, ThreadsError};
pub use verdict::{Measured, Verdict};
pub use vibration::certify_modes::Certificate;
pub use vibration::failing_row::{failing_factor_row, failing_row};
pub use vibration::modes::{Cost, Modes, ModesOptions, Wanted, modes};
pub use vibration::modes_error::{Matrix, ModesError};
pub use vibration::{modes, modes_error};

//! Dense and sparse linear algebra for machines with flexible parts, with certificates.
//!
//! This is the ground floor: the only crate that names the algebra library underneath (faer) and the graph
//! partitioner METIS. Everything above speaks of [`Dense`], [`Sparse`] and the answers below.
//!
//! # What lives here
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
//! A result is returned only if the count agrees with what was found.
//!
//! # How a sparse factorisation runs
//! [`ordering`] merges unknowns with equal patterns and orders the small graph that is left → [`analysis`] finds
//! supernodes and cuts the elimination tree into groups of subtrees → a multifrontal method goes through the tree with one
//! stack of updates, or with several threads factors the groups side by side and then the top, tile by tile → solves sweep
//! over blocks of up to eight right-hand sides. Fronts are multiplied in `symmetric_product`.
//!
//! # What always holds
//! 1. **The same bits for any number of threads.** Wherever work is cut, a number meets the same operations in the same
//!    order, and partial sums are added in a fixed one. Random numbers have fixed seeds.
//! 2. **Units change no verdict.** What is "zero", "symmetric" or "converged" is decided in scaled coordinates.
//! 3. **Nothing fails in silence.** NaN and infinity are refused at the door; each error names its row and number; a
//!    factorisation that may be unstable carries the backward error of a trial solve.
//! 4. **Nothing is global.** Threads are passed as [`Threads`], progress goes to a [`Progress`], no clock, file or
//!    environment variable is read. (METIS uses the C library's random generator; a lock and a fixed seed tame it.)
//! 5. Wrong *shapes* are a bug of the caller and panic with a sentence; wrong *numbers* are errors.

pub mod analysis;
mod band;
pub mod banded;
mod certify_modes;
pub mod cholesky;
mod common_null_space;
mod compensated;
pub mod complex;
pub mod dense;
pub mod eigen;
mod elastic;
mod elimination;
pub mod expm;
pub mod factor_error;
pub mod generalised_inverse;
mod gram;
pub mod gyroscopic;
mod hessenberg;
mod lanczos;
pub mod ldlt;
pub mod loose_share;
mod lu;
pub mod mass_coordinates;
mod mass_rank;
mod mode_refinement;
mod mode_search;
pub mod modes;
pub mod modes_error;
mod multifrontal;
pub mod null_space;
pub mod null_space_error;
pub mod ordering;
mod panel;
mod pivot_error;
mod pivots;
pub mod progress;
pub mod projected_cg;
mod pseudo_random;
pub mod qr;
mod row_block;
pub mod shift_invert;
mod skew_eigen;
pub mod space_interpolant;
pub mod sparse;
mod state_block;
pub mod svd;
mod sweep;
mod sweep_kernels;
mod symmetric_product;
mod tall;
pub mod threads;
mod units_of_pencil;
mod update_stack;
pub mod verdict;

pub use analysis::Analysis;
pub use banded::{BandOrder, BandedLu};
pub use certify_modes::Certificate;
pub use cholesky::{Cholesky, PivotRatio};
pub use common_null_space::LooseMotions;
pub use complex::Complex;
pub use dense::{Dense, dot, norm};
pub use expm::expm;
pub use factor_error::FactorError;
pub use generalised_inverse::GeneralisedInverse;
pub use gyroscopic::{GyroscopicSystem, LowestModes, lowest_modes};
pub use ldlt::{Inertia, Ldlt};
pub use lu::{Lu, LuError};
pub use mass_coordinates::MassCoordinates;
pub use modes::{Cost, Modes, ModesOptions, Wanted, modes};
pub use modes_error::{Matrix, ModesError};
pub use null_space::{Evidence, HeldSolver, NullSpace};
pub use null_space_error::NullSpaceError;
pub use ordering::{Permutation, nested_dissection};
pub use progress::{Progress, Quiet};
pub use projected_cg::{CgRecord, ProjectedCg};
pub use qr::PivotedQr;
pub use shift_invert::{FoundRoots, QuadraticPencil, Root, RootSearch, TakenOut, lowest_roots};
pub use space_interpolant::{EnergyProduct, SpaceInterpolant};
pub use sparse::{BadEntry, Sparse, SymmetryDefect, Triplets};
pub use svd::{Svd, SvdError, svd};
pub use threads::{Budget, Solver, Threads, ThreadsError};
pub use verdict::{Measured, Verdict};

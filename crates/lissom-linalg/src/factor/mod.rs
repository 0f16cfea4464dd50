//! Factorisations of large sparse matrices. What follows from the pattern is found once (`ordering`, `elimination`,
//! `analysis`); the numbers follow front by front (`multifrontal` and its kernels); solves sweep over blocks of right-hand
//! sides. [`Cholesky`](crate::Cholesky), [`Ldlt`](crate::Ldlt) and [`BandedLu`](crate::BandedLu) are the
//! public interface.
//!
//! - `analysis`: the symbolic half of a sparse factorisation: everything that follows from the pattern alone.
//! - `banded`: factors of square matrices without symmetry whose entries lie near the diagonal, real or complex.
//! - `cholesky`: sparse Cholesky factorisation, A = L Lᵀ in a fill-reducing numbering.
//! - `elimination`: the elimination tree of a symmetric graph: which column updates which, and how long each column
//!   becomes.
//! - `factor_error`: why a factorisation failed.
//! - `ldlt`: sparse factorisation of symmetric indefinite matrices, A = P L D Lᵀ Pᵀ, and the signs it reveals.
//! - `multifrontal`: the numerical half of a sparse factorisation: fronts are assembled, factored and passed upwards.
//! - `ordering`: fill-reducing orderings of symmetric sparse matrices.
//! - `panel`: dense kernels of the factorisation: one panel, and the update it sends upwards.
//! - `pivot_error`: rounding errors of the pivots of an indefinite factorisation: reliability of a count of
//!   their signs.
//! - `pivots`: pivots of indefinite blocks: D with blocks of one and two rows, and how they are chosen.
//! - `sweep`: triangular solves with a block of right-hand sides.
//! - `sweep_kernels`: the inner loops of triangular solves, in the widest available registers.
//! - `symmetric_product`: target ← target − S D Sᵀ, on and below the diagonal: the dominant product of a
//!   factorisation.
//! - `update_stack`: updates that wait for their parents, in one reusable piece of memory.

pub mod analysis;
pub mod banded;
pub mod cholesky;
pub(crate) mod elimination;
pub mod factor_error;
pub mod ldlt;
pub(crate) mod multifrontal;
pub mod ordering;
pub(crate) mod panel;
pub(crate) mod pivot_error;
pub(crate) mod pivots;
pub(crate) mod sweep;
pub(crate) mod sweep_kernels;
pub(crate) mod symmetric_product;
pub(crate) mod update_stack;

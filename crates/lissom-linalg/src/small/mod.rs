//! Decompositions of matrices that are small enough to be dense. Each takes a [`Dense`](crate::Dense) matrix
//! and computes a solution, a rank, eigenvalues or an exponential.
//!
//! - `eigen`: eigenvalue problems of small dense matrices.
//! - `expm`: the exponential of a matrix.
//! - `hessenberg`: eigenvalues of any matrix, and the vectors of few of them.
//! - `lu`: dense LU factorisation with row exchanges.
//! - `mass_coordinates`: coordinates in which a mass matrix is the identity.
//! - `qr`: QR factorisation with column exchanges: rank and pivot columns.
//! - `skew_eigen`: eigenvalues of real skew matrices, in real arithmetic.
//! - `svd`: singular value decomposition.

pub mod eigen;
pub mod expm;
pub(crate) mod hessenberg;
pub(crate) mod lu;
pub mod mass_coordinates;
pub mod qr;
pub(crate) mod skew_eigen;
pub mod svd;

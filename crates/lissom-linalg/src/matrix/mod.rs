//! Matrices and blocks of vectors, and the products among them. All other code uses these types; only this
//! folder depends on their storage.
//!
//! - `complex`: a complex number, so that no other crate depends on the type of the algebra library.
//! - `compensated`: products in twice the working precision, for cancellation of large numbers.
//! - `dense`: a dense matrix of `f64`, stored column by column.
//! - `gram`: orthonormal bases from the products of columns with each other.
//! - `row_block`: blocks of vectors stored row by row: the form in which sparse kernels read each matrix entry only
//!   once.
//! - `sparse`: sparse matrices: a triplet builder and compressed columns.
//! - `tall`: a tall basis of vectors and the products with it, cut into row chunks of fixed length.

pub(crate) mod compensated;
pub mod complex;
pub mod dense;
pub(crate) mod gram;
pub(crate) mod row_block;
pub mod sparse;
pub(crate) mod tall;

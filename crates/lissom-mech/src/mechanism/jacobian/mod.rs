//! The constraint Jacobian A: ordered into blocks, factorised block by block, with a border for loops, and solved for several
//! right-hand sides at once.
//!
//! - `block_triangular`: ordering of sparse equations so that most of them are solved one small block after the
//!   other.
//! - `border`: the constraint Jacobian: rows that place the mechanism end by end, with a small border for its loops.
//! - `factor`: factors of the rows that place a mechanism, block by block in the order of solution.
//! - `lanes`: arithmetic on several right-hand sides at once, in the widest available registers.
//! - `link_block`: the end of a link as a block of three rows and three unknowns: x = E b + T x₀, x₀ being the other
//!   end, carried rigidly.
//! - `panels`: columns over the unknowns, stored in panels of a few columns each.

pub(crate) mod block_triangular;
pub(super) mod border;
pub(super) mod factor;
pub(super) mod lanes;
pub(super) mod link_block;
pub(super) mod panels;

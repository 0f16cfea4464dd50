//! Universal files (UFF, `.unv`): nodes, mode shapes and measured functions.
//!
//! Bytes in, records out; nothing is read from disk here. Datasets 15 and 2411 (nodes), 55 (data at nodes) and 58
//! (functions) are understood, others are passed over by number. The reader forgives what programs get wrong without
//! harm (blank lines, line ends, Fortran exponents, numbers that touch) and names the line of what it cannot forgive.

mod lines;
mod records;

pub use records::{Function, NodalData, NodePoint, Record, read};

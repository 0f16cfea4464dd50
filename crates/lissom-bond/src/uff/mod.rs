//! Universal files (UFF, `.unv`): nodes, mode shapes and measured functions.
//!
//! Bytes in, records out; nothing is read from disk here. Datasets 15 and 2411 (nodes), 55 (data at nodes) and 58
//! (functions) are understood, others are skipped. The reader accepts harmless deviations (blank lines, line
//! ends, Fortran exponents, adjacent numbers) and reports the line of other errors.

mod lines;
mod records;

pub use records::{Function, NodalData, NodePoint, Record, read};

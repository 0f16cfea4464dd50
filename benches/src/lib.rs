//! Models and measurements shared by the benchmarks.

pub mod hex_block;
pub mod measure;

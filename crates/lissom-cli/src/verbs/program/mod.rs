//! Verbs about the program itself and about starting to use it.

pub mod completions;
pub mod explain;
pub mod new;
pub mod other;
pub mod schema;
pub mod self_test;

//! The extension module `lissom._lissom` of the Python package.
//!
//! Python asks with the words of the command line, so that the answers have the same bits; the classes with names, units
//! and tables are Python code in `python/lissom`.
//!
//! - `engine`: questions, while Python stays responsive.
//! - `workers`: the threads they run in.
//! - `host`: what surrounds a question: files in memory, sessions, progress, interruption.
//! - `array`: arrays without copies.
//! - `matrices`: the matrices of a linear structure.
//! - `descriptions`: sections, keys, verbs and flags, from which the classes are made.

mod array;
mod descriptions;
mod engine;
mod host;
mod matrices;
mod workers;

/// The extension module.
#[pyo3::pymodule]
mod _lissom {
    #[pymodule_export]
    use crate::array::Array;
    #[pymodule_export]
    use crate::descriptions::{explain, sections, verbs};
    #[pymodule_export]
    use crate::engine::{Engine, InternalError, Outcome, command, fail_on_purpose};
    #[pymodule_export]
    use crate::matrices::{Structure, structure};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::engine::record_panics();
        module.add("version", lissom::VERSION)
    }
}

//! Diagnostics of a model file: their data, the registry of codes with a page for each, and their display on
//! a terminal.
//!
//! - `codes`: the codes of all diagnostics: L01xx file, L02xx names, L03xx numbers, L04xx structure, L05xx
//!   requests.
//! - `diagnostic`: a code, a place, a sentence, and hints.
//! - `render`: diagnostics as text: file, line and column, the source line with carets, hints.

pub(crate) mod codes;
pub mod diagnostic;
pub(crate) mod render;

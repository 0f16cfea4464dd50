//! Complaints about a model file: what one consists of, the register of their codes with the page that explains each, and
//! how they look on a terminal.
//!
//! - `codes`: the numbers of all complaints: L01xx file, L02xx names, L03xx numbers, L04xx structure, L05xx requests.
//! - `diagnostic`: complaints about a model file: a code, a place, a sentence, and what to do about it.
//! - `render`: diagnostics as text: file, line and column, the source line with carets, hints.

pub(crate) mod codes;
pub mod diagnostic;
pub(crate) mod render;

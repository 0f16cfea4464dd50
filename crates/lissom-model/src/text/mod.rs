//! The texts of a model before interpretation: a tree of values with source locations, overrides from the
//! command line, and escaping of text for display.
//!
//! - `csv`: columns of numbers in a text.
//! - `hidden_character`: characters that are not shown but change how the rest is shown: they must not reach
//!   a terminal unescaped.
//! - `model_files`: other files of a model, reached through the caller.
//! - `overrides`: overrides of the file: `--set Fmax=50`, `--set "lA=60 cm"`, `--set beam.A.elements=8`.
//! - `settings`: overrides put into the tables of the model file and of its components.
//! - `sources`: the texts of a model, and the line and column of a byte in them.
//! - `tree`: the model file as a tree of values with source locations.
//! - `xml_text`: text inside XML: SVG drawings, MathML, pages.

pub(crate) mod csv;
pub(crate) mod hidden_character;
pub(crate) mod model_files;
pub(crate) mod overrides;
pub(crate) mod settings;
pub(crate) mod sources;
pub(crate) mod tree;
pub(crate) mod xml_text;

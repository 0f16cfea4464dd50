//! The texts a model is made of, before anything in them is understood: bytes as a tree of values that know their place,
//! values laid over it from the command line, and text that is made fit to be shown.
//!
//! - `hidden_character`: characters that are not shown but change how the rest is shown: they must not reach a
//!   terminal as they are.
//! - `overrides`: values given beside the file: `--set Fmax=50`, `--set "lA=60 cm"`, `--set beam.A.elements=8`.
//! - `sources`: the texts a model is made of, and how a byte in them becomes a line and a column.
//! - `tree`: the model file as a tree of values that remember where they stand.
//! - `xml_text`: text inside XML: SVG drawings, MathML, pages.

pub(crate) mod hidden_character;
pub(crate) mod overrides;
pub(crate) mod sources;
pub(crate) mod tree;
pub(crate) mod xml_text;
